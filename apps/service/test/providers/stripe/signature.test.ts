/** Stripe's own library judges our reading of its signatures, and signs what we take. */
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { checkSignature } from "../../../src/providers/stripe/signature.js";
import { bound } from "../../bounds.js";

const NOW = 1_790_000_000;
const SECRET = "whsec_stripe_says_so";
const { webhooks } = new Stripe("sk_test_none");

const sign = (payload: string, timestamp = NOW, secret = SECRET): string =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp });

const theirs = (header: string, body: Buffer): boolean => {
  try {
    webhooks.constructEvent(body, header, SECRET, undefined, undefined, NOW * 1000);
    return true;
  } catch {
    return false;
  }
};
const ours = (header: string, body: Buffer, secrets: readonly string[] = [SECRET]): boolean =>
  checkSignature(secrets, NOW, { header, body }) === null;

const BODY = JSON.stringify({ id: "evt_1", object: "event", data: { object: { id: "cs_1", name: "Café" } } });

const SAME = Buffer.from(BODY);
const ANOTHER = Buffer.from(BODY.replace("cs_1", "cs_2"));

/** The same chances on every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const PIECES = [
  "t=",
  "v1=",
  "v0=",
  ",",
  "=",
  " ",
  "t",
  "v1",
  "0",
  "f",
  "F",
  "é",
  "-",
  "1e9",
  "",
  ",v1=",
  `,v1=${"a".repeat(64)}`,
];

/** One that is right, or nearly, in every way that a header can be. */
function mutated(roll: (sides: number) => number): { readonly header: string; readonly body: Buffer } {
  const at = [NOW, NOW - 299, NOW - 300, NOW - 301, NOW - 86_400][roll(5)] as number;
  let header = sign(BODY, at);
  for (let changes = roll(4); changes > 0; changes -= 1) {
    const from = roll(header.length + 1);
    const parts = header.split(",");
    header = [
      () => header.slice(0, from) + PIECES[roll(PIECES.length)] + header.slice(from),
      () => header.slice(0, from) + header.slice(from + 1),
      () => header.slice(0, from) + PIECES[roll(PIECES.length)] + header.slice(from + 1),
      () => parts.toReversed().join(","),
      () => [...parts, parts[roll(parts.length)]].join(","),
      () => [`v1=${"0".repeat(64)}`, ...parts].join(","),
      () => [...parts, "v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39"].join(","),
      () => [...parts, sign(BODY, at, "whsec_of_another").split(",")[1]].join(","),
    ][roll(8)]?.() as string;
  }
  return { header, body: roll(8) === 0 ? ANOTHER : SAME };
}

describe("signatures of Stripe's notices", () => {
  test("get the same verdict from Stripe's library, however they were bent", () => {
    const roll = dice(20_260_826);
    const verdicts = { genuine: 0, forged: 0 };
    for (let nth = 0; nth < bound("bentSignatures"); nth += 1) {
      const { header, body } = mutated(roll);
      const expected = theirs(header, body);
      if (ours(header, body) !== expected) expect.fail(`${JSON.stringify(header)} is genuine: ${expected}`);
      verdicts[expected ? "genuine" : "forged"] += 1;
    }
    expect(verdicts.genuine).toBeGreaterThan(bound("bentSignatures") / 20);
    expect(verdicts.forged).toBeGreaterThan(bound("bentSignatures") / 20);
  });

  test("of an old and a new secret are both taken while one is rolled", () => {
    const body = Buffer.from(BODY);
    const [before, after] = ["whsec_before", "whsec_after"];
    const both = `${sign(BODY, NOW, before)},${sign(BODY, NOW, after).split(",")[1]}`;
    expect(ours(both, body, [before])).toBe(true);
    expect(ours(both, body, [after])).toBe(true);
    expect(ours(sign(BODY, NOW, before), body, [after, before])).toBe(true);
    expect(ours(sign(BODY, NOW, "whsec_third"), body, [after, before])).toBe(false);
  });

  test("of a moment to come are refused, which Stripe's library lets pass", () => {
    const body = Buffer.from(BODY);
    expect(theirs(sign(BODY, NOW + 301), body)).toBe(true);
    expect(ours(sign(BODY, NOW + 301), body)).toBe(false);
    expect(ours(sign(BODY, NOW + 300), body)).toBe(true);
  });

  test("that come twice, as a list, or not at all are refused", () => {
    const body = Buffer.from(BODY);
    const header = sign(BODY);
    expect(checkSignature([SECRET], NOW, { header: [header, header], body })).not.toBeNull();
    expect(checkSignature([SECRET], NOW, { header: undefined, body })).not.toBeNull();
    expect(ours(header.toUpperCase(), body)).toBe(false);
  });
});
