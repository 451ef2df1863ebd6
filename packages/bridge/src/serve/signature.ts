/** Messages between a shop and its bridge are signed as Standard Webhooks are, so any of its libraries makes and checks them. */
import { createHmac } from "node:crypto";

export interface Message {
  /** The same when the message comes again. */
  readonly id: string;
  readonly body: string;
}

/** The headers of a message. */
export function sign({ id, body }: Message, secret: string, nowSeconds: number): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const mac = createHmac("sha256", key).update(`${id}.${nowSeconds}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(nowSeconds), "webhook-signature": `v1,${mac}` };
}

/** @throws TypeError for a secret that Standard Webhooks can't use. */
export function mustBeUsable(secret: string): void {
  const [, text = ""] = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/.exec(secret) ?? [];
  const bytes = Buffer.from(text, "base64").length;
  if (text.length % 4 !== 0 || bytes < 24 || bytes > 64)
    throw new TypeError("a secret is whsec_ and 24 to 64 bytes in base64");
}
