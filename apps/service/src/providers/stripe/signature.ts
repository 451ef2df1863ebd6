/**
 * `Stripe-Signature: t=<Unix seconds>,v1=<hex>[,v1=…][,v0=…]`: HMAC-SHA-256 of `<t>.<body>`, once for each secret while one
 * takes the place of another. Reads the header as Stripe's own library does, and gives the same verdicts
 * (test/providers/stripe/signature.test.ts), but for a moment to come, which that lets pass.
 */
import { timingSafeEqual } from "node:crypto";
import { timedMac } from "../../platform/mac.js";

/** What was signed so many seconds before or after now was kept by somebody, or made up. */
const TOLERANCE_SECONDS = 300;

type Signed = { readonly header: string | readonly string[] | undefined; readonly body: Buffer };

/**
 * Null when the header fits the bytes and the moment; else why it does not, in a sentence. Compares in constant time.
 * @param secrets as Stripe shows them, `whsec_…`
 * @param now real time, in Unix seconds
 */
export function checkSignature(secrets: readonly string[], now: number, { header, body }: Signed): string | null {
  if (typeof header !== "string" || header === "") return "It bears no signature.";
  const { seconds, signatures } = readHeader(header);
  if (seconds === null || signatures.length === 0 || signatures.some(isNone)) return "It bears no signature.";
  const isSigned = secrets.some((secret) => {
    const expected = timedMac(secret, String(seconds), body).digest("hex");
    return signatures.filter((given) => isSame(given, expected)).length > 0;
  });
  if (!isSigned) return "Its signature is not Stripe's.";
  return Math.abs(now - seconds) > TOLERANCE_SECONDS ? "It was not signed lately." : null;
}

const HEX_LENGTH = 64;

/** What can't be compared spoils the whole header, as in Stripe's library: nothing, or letters that are no digits of anything. */
const isNone = (given: string): boolean =>
  given === "" || (given.length === HEX_LENGTH && Buffer.byteLength(given) !== HEX_LENGTH);

type Header = { readonly seconds: number | null; readonly signatures: readonly string[] };

function readHeader(header: string): Header {
  const parts = header.split(",").map((part) => part.split("="));
  const valuesOf = (name: string): readonly string[] =>
    parts.flatMap(([key, value]) => (key === name ? [value ?? ""] : []));
  const seconds = Number.parseInt(valuesOf("t").at(-1) ?? "", 10);
  return { seconds: Number.isNaN(seconds) ? null : seconds, signatures: valuesOf("v1") };
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
