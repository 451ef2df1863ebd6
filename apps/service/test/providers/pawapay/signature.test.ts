/** Signatures of pawaPay: ours are good to another library, and that library's to us; what was changed is good to nobody. */
import { createHash, createSign, createVerify, generateKeyPairSync, type KeyObject } from "node:crypto";
import { httpbis } from "http-message-signatures";
import { expect, test } from "vitest";
import { unixSeconds } from "../../../src/platform/clock.js";
import { checkRequest, type KeyOf, signRequest } from "../../../src/providers/pawapay/signature.js";
import type { CallbackRequest } from "../../../src/providers/port.js";
import { chance, seedOfThisRun, withSeed } from "../../faults/random.js";

const KEY = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const OTHER = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const BODY = Buffer.from('{"depositId":"5f2c0a52-1b7f-4a30-9f7a-0d1d6b6a1c11","status":"COMPLETED","amount":"25"}');
const FIELDS = ["@method", "@authority", "@path", "signature-date", "content-digest", "content-type"];
const keyOf: KeyOf = async (id) => (id === "pp:1" ? KEY.publicKey : null);

type Given = {
  readonly fields?: readonly string[];
  readonly alg?: string;
  readonly key?: KeyObject;
  readonly encoding?: "der" | "ieee-p1363";
  readonly created?: number;
  readonly expires?: number | null;
  readonly date?: number;
  readonly digest?: "sha256" | "sha512";
  readonly keyid?: string;
};

/** Signed by the other library. */
async function signed(given: Given = {}): Promise<CallbackRequest> {
  const now = unixSeconds();
  const { created = now, expires = now + 60, date = created, digest = "sha512", key = KEY.privateKey } = given;
  const { headers } = await httpbis.signMessage(
    {
      key: {
        id: given.keyid ?? "pp:1",
        alg: given.alg ?? "ecdsa-p256-sha256",
        sign: async (data) =>
          createSign("sha256")
            .update(data)
            .sign({ key, dsaEncoding: given.encoding ?? "der" }),
      },
      name: "sig-pp",
      fields: [...(given.fields ?? FIELDS)],
      params: ["alg", "keyid", "created", ...(expires === null ? [] : ["expires"])],
      paramValues: {
        created: new Date(created * 1000),
        ...(expires === null ? {} : { expires: new Date(expires * 1000) }),
      },
    },
    {
      method: "POST",
      url: "https://pay.example:8443/callbacks/pawapay",
      headers: {
        "content-type": "application/json",
        "content-digest": `${digest === "sha512" ? "sha-512" : "sha-256"}=:${createHash(digest).update(BODY).digest("base64")}:`,
        "signature-date": new Date(date * 1000).toISOString(),
        "content-length": String(BODY.length),
      },
    },
  );
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  return { method: "POST", path: "/callbacks/pawapay", host: "pay.example:8443", headers: lower, body: BODY };
}

const verdict = async (request: CallbackRequest, of: KeyOf = keyOf): Promise<string> =>
  (await checkRequest(request, of, unixSeconds())).kind;

test("what another library signs is good, in either digest and either form of the signature", async () => {
  expect(await verdict(await signed())).toBe("good");
  expect(await verdict(await signed({ encoding: "ieee-p1363" }))).toBe("good");
  expect(await verdict(await signed({ digest: "sha256" }))).toBe("good");
  expect(await verdict(await signed({ fields: [...FIELDS, "content-length"] }))).toBe("good");
  expect(await verdict(await signed({ expires: null }))).toBe("good");
  expect(await verdict({ ...(await signed()), path: "/callbacks/pawapay?from=pawapay" })).toBe("good");
});

test.each<[string, Given]>([
  ["does not cover the body", { fields: FIELDS.filter((name) => name !== "content-digest") }],
  ["does not cover the path", { fields: FIELDS.filter((name) => name !== "@path") }],
  ["does not cover the host", { fields: FIELDS.filter((name) => name !== "@authority") }],
  ["does not cover the method", { fields: FIELDS.filter((name) => name !== "@method") }],
  ["is of another algorithm", { alg: "rsa-v1_5-sha256" }],
  ["is of another key", { key: OTHER.privateKey }],
  ["is of a key that nobody knows", { keyid: "pp:2" }],
  ["was made 301 seconds ago", { created: unixSeconds() - 301, date: unixSeconds() }],
  ["will be made", { created: unixSeconds() + 330, date: unixSeconds() }],
  ["is good no more", { expires: unixSeconds() - 1 }],
  ["has a date of long ago", { date: unixSeconds() - 400 }],
])("a signature that %s is refused", async (_what, given) => {
  expect(await verdict(await signed(given))).toBe("bad");
});

test("whose key can't be read now, nothing is known of", async () => {
  expect(await verdict(await signed(), async () => undefined)).toBe("unknown");
});

test("the other library takes what we sign, for this request alone", async () => {
  const url = "https://api.sandbox.pawapay.io/v2/deposits";
  const body = BODY.toString();
  const request = { method: "POST", url, type: "application/json", body } as const;
  const headers = signRequest(request, { id: "ours:1", key: KEY.privateKey }, unixSeconds());
  expect(headers["content-digest"]).toBe(`sha-512=:${createHash("sha512").update(body).digest("base64")}:`);
  const taken = (
    given: Partial<{ method: string; url: string; headers: Record<string, string> }>,
    key = KEY.publicKey,
  ) =>
    httpbis
      .verifyMessage(
        {
          keyLookup: async ({ keyid }) =>
            keyid === "ours:1"
              ? {
                  id: keyid,
                  algs: ["ecdsa-p256-sha256"],
                  verify: async (data, signature) => createVerify("sha256").update(data).verify(key, signature),
                }
              : null,
          requiredFields: ["@method", "@authority", "@path", "signature-date", "content-digest"],
          requiredParams: ["alg", "keyid", "created", "expires"],
          all: true,
        },
        { method: "POST", url, headers, ...given },
      )
      .catch(() => false);
  expect(await taken({})).toBe(true);
  expect(await taken({ method: "PUT" })).toBe(false);
  expect(await taken({ url: "https://api.sandbox.pawapay.io/v2/payouts" })).toBe(false);
  expect(await taken({ url: "https://api.pawapay.io/v2/deposits" })).toBe(false);
  expect(
    await taken({ headers: { ...headers, "content-digest": headers["content-digest"].replace(/.:$/, "A:") } }),
  ).toBe(false);
  expect(await taken({}, OTHER.publicKey)).toBe(false);
});

const SEED = seedOfThisRun();

test("ten thousand changes of a signed notice: none is good that does not mean the same", () =>
  withSeed(SEED, "changed signatures", async () => {
    const { pick, integer } = chance(SEED);
    const genuine = await signed();
    for (let nth = 0; nth < 10_000; nth += 1) {
      const part = pick(PARTS);
      const text = partOf(genuine, part);
      const at = integer(0, text.length - 1);
      const sign = pick([...' !"():;=-.0aZ9/+,?\\']);
      const changed = pick([
        text.slice(0, at) + sign + text.slice(at + 1),
        text.slice(0, at) + text.slice(at + 1),
        text.slice(0, at) + sign + text.slice(at),
        `${text}, ${text}`,
        text.slice(0, at),
      ]);
      if (changed.trim() === text || isSame(part, text, changed)) continue;
      expect(await verdict(withPart(genuine, part, changed)), `${part}: ${changed}`).toBe("bad");
    }
  }));

const PARTS = [
  "signature",
  "signature-input",
  "content-digest",
  "signature-date",
  "content-type",
  "path",
  "host",
  "body",
] as const;
type Part = (typeof PARTS)[number];

const partOf = ({ headers, body, ...request }: CallbackRequest, part: Part): string =>
  part === "body" ? body.toString() : part === "path" || part === "host" ? request[part] : String(headers[part]);

const withPart = (request: CallbackRequest, part: Part, text: string): CallbackRequest =>
  part === "body"
    ? { ...request, body: Buffer.from(text) }
    : part === "path" || part === "host"
      ? { ...request, [part]: text }
      : { ...request, headers: { ...request.headers, [part]: text } };

/** The few changes that mean the same: a host in other letters, and a query behind the path. */
const isSame = (part: Part, text: string, changed: string): boolean =>
  (part === "host" && changed.toLowerCase() === text.toLowerCase()) ||
  (part === "path" && changed.split("?")[0] === text);
