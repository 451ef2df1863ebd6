/** Which deliveries count as genuine. */
import { createHmac } from "node:crypto";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { signaturesOf } from "../../../../apps/service/src/webhooks/signature.js";
import { type SignedDelivery, sign } from "../../src/testing.js";
import { SignatureError, verify } from "../../src/webhooks.js";
import { PING } from "../events.js";

const SECRET = "whsec_2Hq8vKx0TdE5nLrYb7sWcZ9uAiPfGj3MoXyQ1tAb";
const OTHER = "whsec_9uAiPfGj3MoXyQ1t2Hq8vKx0TdE5nLrYb7sWcZAb";
/** Of before: no base64. */
const OLD = "whsec_9uAiPfGj3MoXyQ1t2Hq8vKx0TdE5nLrYb7sWcZ";
const NOW = 1_790_000_000;
const EVENT = { ...PING, data: { object: { object: "ping", message: "Åsa & 子\u2028" } } } as const;

const signed = (secret: string | readonly string[] = SECRET, nowSeconds = NOW): Promise<SignedDelivery> =>
  sign(EVENT, { secret, nowSeconds });
/** The same delivery with the headers of one family alone. */
const family = ({ headers, body }: SignedDelivery, start: "X-Escrow-" | "webhook-"): SignedDelivery => ({
  body,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith(start))),
});
const FAMILIES = ["X-Escrow-", "webhook-"] as const;
const at = { secret: SECRET, nowSeconds: NOW };

test("the signer signs as the service does, and as other libraries understand it", async () => {
  const { headers, body } = await signed([SECRET, OTHER]);
  const text = new TextDecoder().decode(body);
  expect(headers["X-Escrow-Signature"]).toBe(
    signaturesOf([SECRET, OTHER], { event: "evt_1", seconds: NOW, body: text }).signature,
  );
  const fresh = await sign(EVENT, { secret: SECRET });
  const stripe = new Stripe("sk_test_unused");
  expect(stripe.webhooks.constructEvent(text, fresh.headers["X-Escrow-Signature"]!, SECRET)).toEqual(EVENT);
});

test.each(FAMILIES)("%s headers: right by either secret of a rotation, up to 300 seconds away", async (start) => {
  const both = family(await signed([OTHER, SECRET]), start);
  expect(await verify(both, at)).toEqual(EVENT);
  for (const secret of [OTHER, [OTHER, SECRET], [OLD, SECRET]])
    expect(await verify(both, { ...at, secret })).toEqual(EVENT);
  for (const off of [-300, 300]) expect(await verify(both, { ...at, nowSeconds: NOW + off })).toEqual(EVENT);
});

test.each(FAMILIES)("%s headers: wrong by secret, by body, by time, by what is not there", async (start) => {
  const right = family(await signed(), start);
  const name = start === "X-Escrow-" ? "X-Escrow-Signature" : "webhook-signature";
  const headed = (change: (value: string) => string): SignedDelivery => ({
    ...right,
    headers: { ...right.headers, [name]: change(right.headers[name]!) },
  });
  const wrong: readonly SignedDelivery[] = [
    family(await signed(OTHER), start),
    { ...right, body: Uint8Array.of(...right.body, 32) },
    { ...right, headers: {} },
    headed(() => ""),
    headed((value) => value.slice(0, -1)),
    headed((value) => value.replace("v1", "v0")),
    headed((value) => `${value.slice(0, -2)}00`),
  ];
  for (const delivery of wrong) await expect(verify(delivery, at)).rejects.toBeInstanceOf(SignatureError);
  for (const off of [-301, 301])
    await expect(verify(right, { ...at, nowSeconds: NOW + off })).rejects.toThrow("300 seconds");
});

test("two times in one header, or two headers, are no signature", async () => {
  const { headers, body } = await signed();
  const value = headers["X-Escrow-Signature"]!;
  for (const twice of [`t=${NOW},${value}`, `${value}, ${value}`, `${value},t=${NOW + 1}`])
    await expect(verify({ body, headers: { "X-Escrow-Signature": twice } }, at)).rejects.toBeInstanceOf(SignatureError);
  const two = new Headers([
    ["X-Escrow-Signature", value],
    ["X-Escrow-Signature", value],
  ]);
  await expect(verify({ body, headers: two }, at)).rejects.toBeInstanceOf(SignatureError);
});

test("Standard Webhooks' headers count as all three, each once", async () => {
  const body = new TextEncoder().encode(JSON.stringify(EVENT));
  const mac = (id: string): string =>
    createHmac("sha256", Buffer.from(SECRET.slice("whsec_".length), "base64"))
      .update(`${id}.${NOW}.`)
      .update(body)
      .digest("base64");
  const standard = (id: string) => ({
    "webhook-id": id,
    "webhook-timestamp": `${NOW}`,
    "webhook-signature": `v1,${mac(id)}`,
  });
  const right = standard("evt_1");
  const without = (name: keyof typeof right) =>
    Object.fromEntries(Object.entries(right).filter(([key]) => key !== name));
  expect(await verify({ body, headers: right }, at)).toEqual(EVENT);
  expect(await verify({ body, headers: standard("placed 1001") }, at)).toEqual(EVENT);
  const partial: readonly Readonly<Record<string, string | readonly string[]>>[] = [
    { ...without("webhook-id"), "webhook-signature": `v1,${mac("null")}` },
    { ...without("webhook-id"), "webhook-signature": `v1,${mac("undefined")}` },
    { ...without("webhook-id"), "webhook-signature": `v1,${mac("")}` },
    standard(""),
    standard(" "),
    without("webhook-timestamp"),
    without("webhook-signature"),
    standard("evt_1, evt_1"),
    { ...standard("evt_1,evt_1"), "webhook-id": ["evt_1", "evt_1"] },
    { ...right, "Webhook-Id": "evt_1" },
    { ...right, "webhook-timestamp": [`${NOW}`, `${NOW}`] },
    { ...right, "webhook-signature": [`v1,${mac("evt_1")}`, `v1,${mac("evt_1")}`] },
    { ...right, "webhook-signature": `v1,${mac("evt_1")}, v1,${mac("evt_1")}` },
    { ...right, "Webhook-Signature": `v1,${mac("evt_1")}` },
  ];
  for (const headers of partial)
    await expect(verify({ body, headers }, at), JSON.stringify(headers)).rejects.toBeInstanceOf(SignatureError);
  const twice = new Headers(right);
  twice.append("webhook-signature", right["webhook-signature"]);
  await expect(verify({ body, headers: twice }, at)).rejects.toBeInstanceOf(SignatureError);
});

test("the id of a delivery is part of what Standard Webhooks sign, and a secret that is no base64 has none", async () => {
  const { headers, body } = family(await signed(), "webhook-");
  const renamed = { ...headers, "webhook-id": "evt_another" };
  await expect(verify({ headers: renamed, body }, at)).rejects.toBeInstanceOf(SignatureError);
  expect((await signed(OLD)).headers["webhook-signature"]).toBe("");
  await expect(verify({ headers, body }, { ...at, secret: OLD })).rejects.toBeInstanceOf(SignatureError);
});

test("where both families are there, the contract's decides", async () => {
  const delivery = await signed();
  const headers = { ...delivery.headers, "X-Escrow-Signature": (await signed(OTHER)).headers["X-Escrow-Signature"]! };
  await expect(verify({ ...delivery, headers }, at)).rejects.toBeInstanceOf(SignatureError);
});

test("headers as Node and as Fetch have them; the body as Buffer, array, buffer or text", async () => {
  const { headers, body } = await signed();
  const nodes = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  for (const given of [headers, nodes, new Headers(headers)])
    for (const bytes of [body, Buffer.from(body), body.buffer, new TextDecoder().decode(body)])
      expect(await verify({ headers: given, body: bytes }, at)).toEqual(EVENT);
});

test("what was parsed or read before is no body, and no secret is no secret", async () => {
  const { headers, body } = await signed();
  for (const parsed of [EVENT, [], null, undefined, 1, new Response("").body])
    await expect(verify({ headers, body: parsed as unknown as Uint8Array }, at)).rejects.toThrow(
      "the body was parsed or read before: pass its raw bytes or text",
    );
  for (const empty of ["", new Uint8Array()])
    await expect(verify({ headers, body: empty }, at)).rejects.toThrow("the body is empty: was it read before?");
  for (const secret of ["", " \n", [], [SECRET, ""], undefined as unknown as string])
    await expect(verify({ headers, body }, { ...at, secret })).rejects.toThrow("secret is missing");
});

test.each(FAMILIES)("%s headers: blanks and line breaks around a secret are none of it", async (start) => {
  const delivery = family(await signed(), start);
  for (const secret of [`${SECRET}\n`, `${SECRET}\r\n`, ` ${SECRET} `, [OTHER, `${SECRET}\t`]])
    expect(await verify(delivery, { ...at, secret })).toEqual(EVENT);
  expect(await sign(EVENT, { secret: `${SECRET}\n`, nowSeconds: NOW })).toEqual(await signed());
});
