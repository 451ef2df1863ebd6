/** The signature check says what is right, and of each usual mistake which one it is. */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Diagnosis,
  diagnose,
  type Known,
  type Pasted,
} from "../../src/pages/console/developers/signature/diagnose.js";
import { signaturesOf } from "../../src/webhooks/signature.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";
import { answerWith, listen, openStreet, type Street } from "../webhooks/shop.js";
import { consoleOf, newPerson } from "./seller.js";

const NOW = 1_790_000_000;
const OURS = "whsec_2Hq8vKx0TdE5nLrYb7sWcZ9uAiPfGj3MoXyQ1t";
const OTHER = "whsec_9uAiPfGj3MoXyQ1t2Hq8vKx0TdE5nLrYb7sWcZ";
const BODY = '{"id":"evt_1","data":{"object":{"title":"Åsa & 子","amount":"1.00"}}}';
const NOTHING: Known = { endpoints: [], sentBody: null };
const signatureOf = (secrets: readonly string[], seconds: number, body: string): string =>
  signaturesOf(secrets, { event: "evt_1", seconds, body }).signature;
const HEADER = signatureOf([OURS], NOW, BODY);

const check = (pasted: Partial<Pasted>, known: Partial<Known> = {}, now = NOW + 20): Diagnosis =>
  diagnose({ header: HEADER, body: BODY, secret: OURS, ...pasted }, { ...NOTHING, ...known }, { now, locale: "en" });
const said = ({ findings }: Diagnosis): string => findings.map(({ text }) => text).join(" ");

test("what fits is right, whatever surrounds the header, and by either secret of a rotation", () => {
  expect(check({})).toEqual({
    verdict: "right",
    findings: [
      { tone: "good", text: "The signature is that of this body by this secret." },
      { tone: "good", text: "Its time is 20 seconds behind ours: within the 300 seconds that are allowed." },
    ],
  });
  expect(check({ header: `X-Escrow-Signature: ${HEADER} ` }).verdict).toBe("right");
  const both = signatureOf([OTHER, OURS], NOW, BODY);
  for (const secret of [OURS, OTHER]) expect(check({ header: both, secret }).verdict).toBe("right");
  // A form in a browser sends line breaks as CR LF.
  const lines = JSON.stringify(JSON.parse(BODY), null, 2);
  const header = signatureOf([OURS], NOW, lines);
  expect(check({ header, body: lines.replaceAll("\n", "\r\n") }).verdict).toBe("right");
});

test.each([300, -300])("%i seconds are allowed, one more is told by how much", (off) => {
  expect(check({}, {}, NOW + off).verdict).toBe("right");
  const late = check({}, {}, NOW + off + Math.sign(off));
  expect(late.verdict).toBe("late");
  expect(said(late)).toContain("more than the 300 seconds that are allowed");
  expect(said(check({}, {}, NOW + 7_260))).toContain("121 minutes behind ours");
});

test.each<[string, Partial<Pasted>, RegExp]>([
  ["no t", { header: HEADER.replace(/^t=\d+,/, "") }, /has no t\./],
  ["t in milliseconds", { header: HEADER.replace(/^t=\d+/, `t=${NOW}000`) }, /in milliseconds/],
  ["another scheme", { header: HEADER.replace("v1=", "v0=") }, /has no v1/],
  ["a header that was cut", { header: HEADER.slice(0, -3) }, /has 61 digits where a SHA-256 in hexadecimal has 64/],
  ["two headers joined", { header: `${HEADER}, ${HEADER}` }, /more than one t/],
  ["a body that was written again", { body: JSON.stringify(JSON.parse(BODY), null, 2) }, /parsed and written again/],
  ["a line break at its end", { body: `${BODY}\r\n` }, /line break at its end/],
  ["white space around it", { body: `  ${BODY}` }, /white space around it/],
  ["a secret with a space", { secret: `${OURS} ` }, /spaces, a line break or quotes/],
  ["a secret without its prefix", { secret: OURS.slice(6) }, /whsec_ is part of the key/],
  ["an API key", { secret: "hf_abcdefghijkl_x" }, /is an API key/],
  ["a body that was cut", { body: BODY.slice(0, -2) }, /The body is not JSON/],
  ["another secret", { secret: OTHER }, /No v1 is that of this body by this secret/],
  ["another time", { header: HEADER.replace(`t=${NOW}`, `t=${NOW + 1}`) }, /No v1 is that of this body by this secret/],
])("%s is told", (_name, pasted, words) => {
  const diagnosis = check(pasted);
  expect(diagnosis.verdict).toBe("wrong");
  expect(said(diagnosis)).toMatch(words);
});

test("another endpoint's secret, the one before a rotation, and a changed body are found among what the account has", () => {
  const url = "https://shop.example/hooks";
  const endpoints = [{ url, secret: OTHER, previous: OURS }];
  expect(said(check({ header: signatureOf([OTHER], NOW, BODY) }, { endpoints }))).toContain(
    `It was signed with the present secret of ${url}, not with this one.`,
  );
  expect(said(check({ secret: OTHER }, { endpoints }))).toContain(`from before its last rotation`);
  const changed = check({ body: BODY.replace('"1.00"', '"9.00"') }, { sentBody: BODY });
  expect(said(changed)).toContain(`at character ${BODY.indexOf("1.00") + 1} it has "9.00`);
});

const KEY = "whsec_2Hq8vKx0TdE5nLrYb7sWcZ9uAiPfGj3MoXyQ1tAB";
const OTHER_KEY = "whsec_9uAiPfGj3MoXyQ1t2Hq8vKx0TdE5nLrYb7sWcZAB";
const signedBy = (...secrets: readonly string[]): string =>
  signaturesOf(secrets, { event: "evt_1", seconds: NOW, body: BODY }).standardSignature ?? "";
const three = (signature = signedBy(KEY), id = "evt_1", t: number | string = NOW): string =>
  `webhook-id: ${id}\r\nwebhook-timestamp: ${t}\r\nwebhook-signature: ${signature}`;
const checkThree = (pasted: Partial<Pasted>, known: Partial<Known> = {}): Diagnosis =>
  check({ header: three(), secret: KEY, ...pasted }, known);

test("the headers of Standard Webhooks are checked as well: as they came, by either secret, with or without its prefix", () => {
  expect(checkThree({})).toEqual(check({ secret: OURS }));
  for (const secret of [KEY, OTHER_KEY]) {
    expect(checkThree({ header: three(signedBy(OTHER_KEY, KEY)), secret }).verdict).toBe("right");
  }
  expect(checkThree({ secret: KEY.slice("whsec_".length) }).verdict).toBe("right");
  // All nine headers of a delivery, the contract's first in line.
  expect(checkThree({ header: `${three()}\nX-Escrow-Signature: ${signatureOf([KEY], NOW, BODY)}` }).verdict).toBe(
    "right",
  );
  expect(check({ header: three(), secret: KEY }, {}, NOW + 301).verdict).toBe("late");
});

test.each<[string, Partial<Pasted>, RegExp]>([
  ["no id", { header: three().replace(/^.*\r\n/, "") }, /no webhook-id, which is signed too\. Paste webhook-id,/],
  ["the signature alone", { header: signedBy(KEY) }, /no webhook-id.*no webhook-timestamp/],
  [
    "a time in milliseconds",
    { header: three(signedBy(KEY), "evt_1", `${NOW}000`) },
    /webhook-timestamp is in millisec/,
  ],
  ["a time in words", { header: three(signedBy(KEY), "evt_1", "noon") }, /webhook-timestamp is no number of seconds/],
  ["another scheme", { header: three("v1a,abc") }, /webhook-signature has no v1/],
  ["a signature that was cut", { header: three(signedBy(KEY).slice(0, -3)) }, /no SHA-256 in base64, 44 characters/],
  ["the id of another event", { header: three(signedBy(KEY), "evt_2") }, /webhook-id is not the id of the event in/],
  ["an older secret", { secret: OURS }, /no base64 of 24 to 64 bytes.*Rotate the secret/],
  ["another secret", { secret: OTHER_KEY }, /No v1 is that of this body by this secret.*decoded from base64/],
  ["a body that was written again", { body: JSON.stringify(JSON.parse(BODY), null, 2) }, /parsed and written again/],
])("of the headers of Standard Webhooks, %s is told", (_name, pasted, words) => {
  const diagnosis = checkThree(pasted);
  expect(diagnosis.verdict).toBe("wrong");
  expect(said(diagnosis)).toMatch(words);
});

let world: World;
let street: Street;
let shop: Merchant;
beforeAll(async () => {
  street = await openStreet();
  world = await startWorld({ webhookAllowedOrigins: [street.origin] });
  shop = await world.merchant();
});
afterAll(async () => {
  await world.close();
  await street.close();
});

test("the page checks what a shop received, knows the account's own endpoints for developers alone, and keeps nothing", async () => {
  const [one, two] = [await listen({ world, street }, shop, "/one"), await listen({ world, street }, shop, "/two")];
  street.behave("/one", answerWith(400));
  const session = await openSession(shop);
  await shop.post(`/checkout/sessions/${session["id"]}/expire`);
  const [arrival] = await street.wait("/one", 1);
  const [ada, support] = [await newPerson(world, shop), await newPerson(world, shop, { role: "support" })];
  const path = `${consoleOf(shop)}/signature`;
  const pasted = { header: arrival!.headers["x-escrow-signature"] as string, body: arrival!.body };
  const right = await ada.post(path, { ...pasted, secret: one.secret });
  expect(right.status).toBe(200);
  expect(right.html).toContain("The signature is right");
  const standard = ["webhook-id", "webhook-timestamp", "webhook-signature"]
    .map((name) => `${name}: ${arrival!.headers[name]}`)
    .join("\r\n");
  const byThree = await ada.post(path, { header: standard, body: arrival!.body, secret: one.secret });
  expect(byThree.html).toContain("The signature is right");
  const other = { ...pasted, secret: two.secret };
  expect((await ada.post(path, other)).html).toContain(`the present secret of ${street.origin}/one`);
  expect((await support.post(path, other)).html).not.toContain("/one");
  const changed = {
    ...pasted,
    body: arrival!.body.replace("OPEN", "X").replace("EXPIRED", "GONE"),
    secret: one.secret,
  };
  expect((await support.post(path, changed)).html).toContain("The body is not the one that was sent for this event");
  const missing = await ada.post(path, { ...pasted, secret: " " });
  expect(missing.status).toBe(422);
  expect(missing.html).toContain("Paste it here.");
  expect(missing.html).toContain(pasted.header);
});
