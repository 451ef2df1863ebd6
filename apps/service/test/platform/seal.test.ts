/** Secrets at rest: what is sealed opens with the same key, at the same place, unchanged, and not otherwise. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openSeal } from "../../src/platform/seal.js";

const SECRET = "whsec_2Hq8vKx0TdE5nLrYb7sWcZ9uAiPfGj3MoXyQ1t";
const HERE = "0192f0c1-0000-7000-8000-000000000001";
const ELSEWHERE = "0192f0c1-0000-7000-8000-000000000002";
const key = randomBytes(32);

test("a secret opens with the key and at the place that it was sealed with", () => {
  expect(openSeal(key).open(openSeal(key).seal(SECRET, HERE), HERE)).toBe(SECRET);
});

test("it opens nowhere else: sealed bytes that are moved to another row are of no use there", () => {
  const seal = openSeal(key);
  const sealed = seal.seal(SECRET, HERE);
  for (const place of [ELSEWHERE, "", `${HERE} `]) expect(() => seal.open(sealed, place)).toThrow();
});

test("it opens with no other key, one bit apart included", () => {
  const sealed = openSeal(key).seal(SECRET, HERE);
  const near = Buffer.from(key);
  near.writeUInt8(near.readUInt8(31) ^ 1, 31);
  for (const other of [near, randomBytes(32)]) expect(() => openSeal(other).open(sealed, HERE)).toThrow();
});

test("whatever byte of it is changed, left out or added, it does not open", () => {
  const seal = openSeal(key);
  const sealed = seal.seal(SECRET, HERE);
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => seal.open(changed, HERE), `byte ${at}`).toThrow();
    expect(() => seal.open(sealed.subarray(0, at), HERE), `the first ${at} bytes`).toThrow();
  }
  expect(() => seal.open(Buffer.concat([sealed, Buffer.of(0)]), HERE)).toThrow();
});

test("sealed bytes tell nothing: neither the text, nor that two of them hold the same one", () => {
  const seal = openSeal(key);
  const [one, other] = [seal.seal(SECRET, HERE), seal.seal(SECRET, HERE)];
  expect(one.includes(SECRET)).toBe(false);
  expect(one.includes("whsec_")).toBe(false);
  expect(one.equals(other)).toBe(false);
  for (const sealed of [one, other]) expect(seal.open(sealed, HERE)).toBe(SECRET);
});

test("the fingerprint is one for a key, another for every other, and does not hold the key", () => {
  const { fingerprint } = openSeal(key);
  expect(openSeal(Buffer.from(key)).fingerprint.equals(fingerprint)).toBe(true);
  expect(openSeal(randomBytes(32)).fingerprint.equals(fingerprint)).toBe(false);
  expect(fingerprint).toHaveLength(32);
  expect(fingerprint.equals(key)).toBe(false);
});
