/** What a verifier in any language has to take, and what it has to refuse. */
import { createHmac } from "node:crypto";
import type { Json } from "../harness.js";

export type Delivery = {
  readonly headers: Json;
  readonly body: string;
  readonly secrets: string | readonly string[];
  /** The receiver's clock, in Unix seconds. */
  readonly now: number;
};

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8G";
const OTHER = "whsec_9uAiPfGj3MoXyQ1t2Hq8vKx0TdE5nLrYb7sWcZaa";
/** 38 characters, as secrets once were: no base64. */
const OLDER = "whsec_2Hq8vKx0TdE5nLrYb7sWcZ9uAiPfGj3MoXyQ1t";
const SHORT = `whsec_${Buffer.alloc(23, 1).toString("base64")}`;
const BODY = '{"id":"evt_1","type":"escrow.funded","data":{"object":{"title":"Åsa & 子 / \\u00e9"}}}';
const NOW = 1_790_000_000;

const hex = (secret: string, t: string | number = NOW): string =>
  createHmac("sha256", secret).update(`${t}.${BODY}`).digest("hex");
const contract = (...secrets: readonly string[]): Json => ({
  "X-Escrow-Signature": [`t=${NOW}`, ...secrets.map((secret) => `v1=${hex(secret)}`)].join(","),
});

const mark = (secret: string, id = "evt_1"): string => {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${NOW}.${BODY}`).digest("base64")}`;
};
const standard = (...secrets: readonly string[]): Json => ({
  "Webhook-Id": "evt_1",
  "Webhook-Timestamp": String(NOW),
  "Webhook-Signature": secrets.map((secret) => mark(secret)).join(" "),
});
/** The three headers but for some, and signed for an id of one's choice. */
const without = (name: string, id = "evt_1"): Json => {
  const { [name]: _, ...rest } = standard(SECRET);
  return name === "Webhook-Signature" ? rest : { ...rest, "Webhook-Signature": mark(SECRET, id) };
};

const delivery = (headers: Json, given: Partial<Delivery> = {}): Delivery => ({
  headers,
  body: BODY,
  secrets: SECRET,
  now: NOW,
  ...given,
});
const signedAs = (signature: string): Delivery => delivery({ "X-Escrow-Signature": signature });

export const GENUINE: Readonly<Record<string, Delivery>> = {
  "the contract's header": delivery(contract(SECRET)),
  "a name in lower case": delivery({ "x-escrow-signature": contract(SECRET)["X-Escrow-Signature"] }),
  "Standard Webhooks' headers": delivery(standard(SECRET)),
  "two marks, ours first": delivery(contract(SECRET, OTHER)),
  "two marks, ours last": delivery(contract(OTHER, SECRET)),
  "two marks of Standard Webhooks": delivery(standard(OTHER, SECRET)),
  "two secrets": delivery(contract(OTHER), { secrets: [SECRET, OTHER] }),
  "300 seconds late": delivery(contract(SECRET), { now: NOW + 300 }),
  "300 seconds early": delivery(standard(SECRET), { now: NOW - 300 }),
  "an older secret": delivery(contract(OLDER), { secrets: OLDER }),
  "a line break behind the secret": delivery(contract(SECRET), { secrets: `${SECRET}\n` }),
  "blanks around one of two secrets": delivery(standard(SECRET), { secrets: [OTHER, ` ${SECRET}\r\n`] }),
};

/** Of the same header, twice: in one line, or in two spellings. */
const twice = (name: string, value: string): Json => ({ ...standard(SECRET), [name]: `${value}, ${value}` });
const [SENT, MARK] = [String(NOW), mark(SECRET)];

export const FORGED: Readonly<Record<string, Delivery>> = {
  "another secret": delivery(contract(OTHER)),
  "another secret of Standard Webhooks": delivery(standard(OTHER)),
  "another body": delivery(contract(SECRET), { body: `${BODY} ` }),
  "another body of Standard Webhooks": delivery(standard(SECRET), { body: BODY.replace("evt_1", "evt_2") }),
  "301 seconds late": delivery(contract(SECRET), { now: NOW + 301 }),
  "301 seconds early": delivery(contract(SECRET), { now: NOW - 301 }),
  "301 seconds early, of Standard Webhooks": delivery(standard(SECRET), { now: NOW - 301 }),
  "another id": delivery({ ...standard(SECRET), "Webhook-Id": "evt_2" }),
  "families that disagree": delivery({ ...standard(SECRET), ...contract(OTHER) }),
  nothing: delivery({}),
  "a mark alone": delivery({ "Webhook-Signature": mark(SECRET) }),
  "a time alone": signedAs(`t=${NOW}`),
  "two times": signedAs(`t=${NOW},t=${NOW + 1},v1=${hex(SECRET)}`),
  "another version": signedAs(`t=${NOW},v0=${hex(SECRET)}`),
  "an empty mark": signedAs(`t=${NOW},v1=`),
  "a mark that is no ASCII": signedAs(`t=${NOW},v1=é`),
  "a time with more behind it": signedAs(`t=${NOW}\n,v1=${hex(SECRET, `${NOW}\n`)}`),
  "an older secret's base64": delivery(standard(OLDER), { secrets: OLDER }),
  "no id, signed as null": delivery(without("Webhook-Id", "null")),
  "no id, signed as None": delivery(without("Webhook-Id", "None")),
  "no id, signed as nothing": delivery(without("Webhook-Id", "")),
  "an empty id": delivery({ ...without("Webhook-Id", ""), "Webhook-Id": "" }),
  "no time of Standard Webhooks": delivery(without("Webhook-Timestamp")),
  "no mark of Standard Webhooks": delivery(without("Webhook-Signature")),
  "an id twice": delivery({ ...without("Webhook-Id", "evt_1, evt_1"), "Webhook-Id": "evt_1, evt_1" }),
  "a time twice": delivery(twice("Webhook-Timestamp", SENT)),
  "a mark twice": delivery(twice("Webhook-Signature", MARK)),
  "an id in two spellings": delivery({ ...standard(SECRET), "webhook-id": "evt_1" }),
  "a mark in two spellings": delivery({ ...standard(SECRET), "webhook-signature": MARK }),
  "the contract's header in two spellings": delivery({
    ...contract(SECRET),
    "x-escrow-signature": contract(SECRET)["X-Escrow-Signature"],
  }),
  "an empty body": delivery(contract(SECRET), { body: "" }),
  "a key that is too short": delivery(standard(SHORT), { secrets: SHORT }),
};
