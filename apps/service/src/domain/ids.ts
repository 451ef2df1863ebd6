/**
 * Every id has its own type and one way in. Objects are UUIDs inside and in the database; on the wire a session and an
 * event bear a prefix and 26 characters of Crockford's base 32, an escrow and a milestone the plain UUID.
 */

type Brand<Kind extends string> = string & { readonly __id: Kind };
export type AccountId = Brand<"account">;
export type KeyId = Brand<"key">;
export type SessionId = Brand<"session">;
export type EscrowId = Brand<"escrow">;
export type MilestoneId = Brand<"milestone">;
export type PaymentId = Brand<"payment">;
export type RefundId = Brand<"refund">;
export type ChargebackId = Brand<"chargeback">;
export type EventId = Brand<"event">;
export type EndpointId = Brand<"endpoint">;
export type EvidenceId = Brand<"evidence">;
export type PayoutId = Brand<"payout">;
export type DestinationId = Brand<"destination">;
export type DocumentId = Brand<"document">;
export type PaymentLinkId = Brand<"payment_link">;
export type NoteId = Brand<"note">;
export type MessageId = Brand<"message">;

const PREFIX = { session: "cs_", event: "evt_", key: "key_", endpoint: "we_" } as const;
type Prefixed = keyof typeof PREFIX;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const DIGIT = new Map([...ALPHABET].map((letter, value) => [letter, BigInt(value)]));
/** A UUID as we write it: in lower case. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Below every UUID that is made. */
export const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/** Two digits for each value of ten bits. A list of 25 sessions writes 50 ids: 15 µs of it, where single digits took 54. */
const PAIRS = Array.from({ length: 1024 }, (_, value) => ALPHABET.charAt(value >> 5) + ALPHABET.charAt(value & 31));
/** What a hexadecimal digit stands for, by its character code. */
const NIBBLES = Array.from({ length: 128 }, (_, code) =>
  Math.max(0, "0123456789abcdef".indexOf(String.fromCharCode(code))),
);
const HYPHEN = 0x2d;

/** The wire form of a prefixed id: the 128 bits of the UUID, most significant first, five bits a digit. */
export function formatId<K extends Prefixed>(kind: K, id: Brand<K>): string {
  let text: string = PREFIX[kind];
  // 26 digits hold 130 bits: two zeros go before.
  let bits = 0;
  let held = 2;
  for (let at = 0; at < id.length; at += 1) {
    const code = id.charCodeAt(at);
    if (code === HYPHEN) continue;
    bits = (bits << 4) | (NIBBLES[code] ?? 0);
    held += 4;
    if (held >= 10) {
      held -= 10;
      text += PAIRS[bits >> held];
      bits &= (1 << held) - 1;
    }
  }
  return text;
}

/** The one way in for a prefixed id: null unless the text is exactly what {@link formatId} writes. */
export function parseId<K extends Prefixed>(kind: K, text: string): Brand<K> | null {
  const prefix = PREFIX[kind];
  if (!text.startsWith(prefix) || text.length !== prefix.length + 26) return null;
  let value = 0n;
  for (const letter of text.slice(prefix.length)) {
    const digit = DIGIT.get(letter);
    if (digit === undefined) return null;
    value = (value << 5n) | digit;
  }
  if (value >> 128n !== 0n) return null;
  const hex = value.toString(16).padStart(32, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as Brand<K>;
}

/** The first and the last id that begin like this; null for what no id begins with. Ids are in the order of time. */
export function idsBeginning<K extends Prefixed>(kind: K, text: string): readonly [Brand<K>, Brand<K>] | null {
  const length = PREFIX[kind].length + 26;
  const first = parseId(kind, text.padEnd(length, ALPHABET.at(0)));
  const last = parseId(kind, text.padEnd(length, ALPHABET.at(-1)));
  return first === null || last === null ? null : [first, last];
}

/** The one way in for an id that is a plain UUID. Upper case is the same UUID (RFC 9562, section 4). */
export function parseUuid<
  K extends
    | "escrow"
    | "milestone"
    | "payment"
    | "refund"
    | "evidence"
    | "payout"
    | "destination"
    | "document"
    | "chargeback"
    | "payment_link"
    | "note"
    | "message",
>(_kind: K, text: string): Brand<K> | null {
  const lower = text.toLowerCase();
  return UUID.test(lower) ? (lower as Brand<K>) : null;
}

/** The one way in for an account id: 19 digits that fit a signed 64-bit integer. */
export function parseAccountId(text: string): AccountId | null {
  return /^[1-9][0-9]{18}$/.test(text) && BigInt(text) < 2n ** 63n ? (text as AccountId) : null;
}

export const isReferenceCode = (text: string): boolean => /^TR-\d{8}\.\d{6}\.\d{1,14}$/.test(text);
