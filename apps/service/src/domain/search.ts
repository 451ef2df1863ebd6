/**
 * What a search compares: texts without case, accents and widths, so that "jose" finds "José". A word is found wherever it stands
 * in an order's text, and is taken as it was typed: no character in it means another.
 */
import { readEmail } from "./email.js";
import { type EscrowId, formatId, type SessionId } from "./ids.js";
import { add, type Cents, formatMoney } from "./money.js";
import { latinDigits, plainCode, plainNumber, plainText } from "./typed.js";

/** Longer than any id, code or address of ours. */
export const SEARCH_LENGTH_MAX = 300;
const WORDS_MAX = 8;

/** NFKD parts letters from their marks, and full-width digits become digits. */
const normalised = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();

/** Whether a name that we wrote, with its synonyms, has all the words; no words are in nothing. @param words as of {@link wordsOf} */
export const isNamedBy = (text: string, words: readonly string[]): boolean => {
  const named = normalised(text);
  return words.length > 0 && words.every((word) => named.includes(word));
};

/** The words that an order has to have, all of them; none for a search without any. */
export function wordsOf(typed: string): readonly string[] {
  const words = normalised(typed.slice(0, SEARCH_LENGTH_MAX)).split(/\s+/u).filter(Boolean);
  return [...new Set(words)].slice(0, WORDS_MAX);
}

const AMOUNT = /^(?:\d{1,3}(?:,\d{3})+|\d{1,12})[.]\d{2}$/;
const AMOUNT_BY_COMMA = /^(?:\d{1,3}(?:[. ]\d{3})+|\d{1,12}),\d{2}$/;

/** An amount with its cents, in the form that orders use: "1256.45" for "$1,256.45" or "1.256,45 $". Empty if the text is not an amount. */
function amountIn(text: string): string {
  const bare = plainNumber(text)
    .replaceAll(/\$|us\b|usd/gi, "")
    .trim();
  if (AMOUNT.test(bare)) return bare.replaceAll(",", "");
  return AMOUNT_BY_COMMA.test(bare) ? bare.replaceAll(/[. ]/g, "").replace(",", ".") : "";
}

/**
 * All that was meant, maybe: the words as they were typed; the same with digits and dashes
 * of ours and without what nobody sees, for ids and codes; an address, and an amount,
 * as orders have them. None for a search without a word.
 */
export function readingsOf(typed: string): readonly (readonly string[])[] {
  const text = typed.slice(0, SEARCH_LENGTH_MAX);
  const readings = [text, latinDigits(plainText(text)), readEmail(text) ?? "", amountIn(text)].map(wordsOf);
  const distinct = new Map(readings.map((words) => [words.join(" "), words]));
  return [...distinct.values()].filter((words) => words.length > 0);
}

/** A session, and the order that it became, if it did. */
export type Searchable = {
  readonly session: SessionId;
  readonly title: string;
  readonly externalReference: string;
  readonly customerEmail: string;
  /** The price, and what the buyer pays beside it. */
  readonly amount: Cents;
  readonly fees: Cents;
  readonly order: {
    readonly id: EscrowId;
    readonly referenceCode: string;
    readonly disputeReference: string | null;
    readonly buyerEmail: string;
    readonly milestoneCodes: readonly string[];
    readonly trackingNumbers: readonly string[];
  } | null;
};

/** As the database bounds it. */
const TEXT_LENGTH_MAX = 4_000;

/** Before it stand words of people, a line each; behind it codes and ids, in which a short word is found by chance. */
const CODES_BEHIND = "\x1f";
/** Shorter words are not looked for in codes and ids: "lamp 1" means no digit of an id. */
const CODE_PART_LENGTH = 4;

/** All that people look for. */
export function searchText({
  session,
  title,
  externalReference,
  customerEmail,
  amount,
  fees,
  order,
}: Searchable): string {
  const words = [title, externalReference, customerEmail, order?.buyerEmail ?? ""];
  const amounts = [amount, add(amount, fees)].map(formatMoney);
  const codes =
    order === null
      ? []
      : [
          order.id,
          order.referenceCode,
          order.disputeReference ?? "",
          ...order.milestoneCodes,
          // Written in groups, and typed in one.
          ...order.trackingNumbers.flatMap((number) => [number, plainCode(number)]),
        ];
  const lines = (texts: readonly string[]): string =>
    [...new Set(texts.filter((text) => text !== "").map(normalised))].join("\n");
  const whole = `${lines(words)}${CODES_BEHIND}${lines([formatId("session", session), ...amounts, ...codes])}`;
  return whole.slice(0, TEXT_LENGTH_MAX);
}

/** As `search_sessions` of the database. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const named = text.slice(0, text.indexOf(CODES_BEHIND));
  return words.every((word) => (word.length < CODE_PART_LENGTH ? named : text).includes(word));
}
