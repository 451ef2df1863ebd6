/** Keys for single purposes, made of the secrets of the deployment: what leaks or is misused in one place is of no use in another. */
import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";

/** Of one purpose. The first makes what is new; what any of them made is believed, until an old one is taken away. */
export type Keys = readonly [Buffer, ...Buffer[]];

/**
 * The key for a purpose: HKDF with SHA-256 (RFC 5869). The same for the same secret and purpose, in every process.
 * @param secret 32 random bytes.
 * @returns 32 bytes.
 */
export const deriveKey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", `holdfast ${purpose}`, 32));

/** The same of every secret, in their order. */
export const deriveKeys = ([first, ...others]: Keys, purpose: string): Keys => [
  deriveKey(first, purpose),
  ...others.map((one) => deriveKey(one, purpose)),
];

const macOf = (key: Buffer, parts: readonly (string | Buffer)[]): Buffer => {
  const mac = createHmac("sha256", key);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/** HMAC-SHA-256 with the first of the keys over the parts, one behind the other. */
export const mac = ([first]: Keys, ...parts: readonly (string | Buffer)[]): Buffer => macOf(first, parts);

/** The same with each of the keys. */
export const macs = (keys: Keys, ...parts: readonly (string | Buffer)[]): readonly Buffer[] =>
  keys.map((key) => macOf(key, parts));

/** Whether one of the keys made it of these parts. Compares in constant time. */
export const isMac = (keys: Keys, given: Buffer, ...parts: readonly (string | Buffer)[]): boolean =>
  macs(keys, ...parts).some((expected) => given.length === expected.length && timingSafeEqual(given, expected));

/** A key of ECDSA on P-256, of either half. */
export const isP256 = (key: KeyObject): boolean =>
  key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1";
