/** Signatures of the double of pawaPay: ours are checked and its own are made by http-message-signatures. */
import { createHash, createPublicKey, createSign, createVerify, type KeyObject } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { httpbis } from "http-message-signatures";
import { unixSeconds } from "../../../src/platform/clock.js";
import type { Json } from "../../../src/providers/pawapay/answers.js";
import type { CallbackRequest } from "../../../src/providers/port.js";

export const OUR_KEY_ID = "our-key";

/** As pawaPay's own examples cover. */
const FIELDS = ["@method", "@authority", "@path", "signature-date", "content-digest", "content-type"];

export type How = {
  readonly ago?: number;
  readonly isUnsigned?: boolean;
  readonly host?: string;
  readonly path?: string;
};

type Arrived = { readonly request: IncomingMessage; readonly url: string; readonly bytes: Buffer };

export async function isSignedBy(publicKey: KeyObject, { request, url, bytes }: Arrived): Promise<boolean> {
  const digest = `sha-512=:${createHash("sha512").update(bytes).digest("base64")}:`;
  if (request.headers["content-digest"] !== digest) return false;
  const verify = async (data: Buffer, signature: Buffer): Promise<boolean> =>
    createVerify("sha256")
      .update(data)
      .verify(createPublicKey(publicKey.export({ type: "spki", format: "pem" })), signature);
  const verified = await httpbis
    .verifyMessage(
      {
        keyLookup: async ({ keyid }) =>
          keyid === OUR_KEY_ID ? { id: OUR_KEY_ID, algs: ["ecdsa-p256-sha256"], verify } : null,
        requiredFields: FIELDS.slice(0, 5),
        requiredParams: ["created", "expires", "keyid", "alg"],
        all: true,
      },
      { method: request.method ?? "", url, headers: request.headers as Record<string, string> },
    )
    .catch(() => false);
  return verified === true;
}

type Key = { readonly id: string; readonly privateKey: KeyObject };

export async function signedBy(
  key: Key,
  told: Json,
  { ago = 0, isUnsigned = false, ...to }: How = {},
): Promise<CallbackRequest> {
  const { host = "pay.example", path = "/callbacks/pawapay" } = to;
  const body = Buffer.from(JSON.stringify(told));
  const at = unixSeconds() - ago;
  const headers = { "content-type": "application/json" };
  if (isUnsigned) return { method: "POST", path, host, headers, body };
  const signed = await httpbis.signMessage(
    {
      key: {
        id: key.id,
        alg: "ecdsa-p256-sha256",
        sign: async (data) => createSign("sha256").update(data).sign(key.privateKey),
      },
      name: "sig-pp",
      fields: FIELDS,
      params: ["alg", "keyid", "created", "expires"],
      paramValues: { created: new Date(at * 1000), expires: new Date((at + 3_600) * 1000) },
    },
    {
      method: "POST",
      url: `https://${host}${path}`,
      headers: {
        ...headers,
        "content-digest": `sha-512=:${createHash("sha512").update(body).digest("base64")}:`,
        "signature-date": new Date(at * 1000).toISOString(),
      },
    },
  );
  const lower = Object.fromEntries(Object.entries(signed.headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { method: "POST", path, host, headers: lower as Record<string, string>, body };
}
