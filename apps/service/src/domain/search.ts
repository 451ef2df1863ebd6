/**
 * What a search compares: texts without case, accents and widths, so that "jose" finds "José". A word is found wherever it stands
 * in an order's text, and is taken as it was typed: no character in it means another.
 */
import { type EscrowId, formatId, type SessionId } from "./ids.js";

/** Longer than any id, code or address of ours. */
export const SEARCH_LENGTH_MAX = 300;
const WORDS_MAX = 8;

/** NFKD parts letters from their marks, and full-width digits become digits. */
const normalised = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();

/** The words that an order has to have, all of them; none for a search without any. */
export function wordsOf(typed: string): readonly string[] {
  const words = normalised(typed.slice(0, SEARCH_LENGTH_MAX)).split(/\s+/u).filter(Boolean);
  return [...new Set(words)].slice(0, WORDS_MAX);
}

/** A session, and the order that it became, if it did. */
export type Searchable = {
  readonly session: SessionId;
  readonly title: string;
  readonly externalReference: string;
  readonly customerEmail: string;
  readonly order: {
    readonly id: EscrowId;
    readonly referenceCode: string;
    readonly disputeReference: string | null;
    readonly buyerEmail: string;
    readonly milestoneCodes: readonly string[];
  } | null;
};

/** As the database bounds it. */
const TEXT_LENGTH_MAX = 4_000;

/** All that people look for, a line each. */
export function searchText({ session, title, externalReference, customerEmail, order }: Searchable): string {
  const lines = [title, externalReference, customerEmail, formatId("session", session)];
  const ofOrder =
    order === null
      ? []
      : [order.id, order.referenceCode, order.disputeReference ?? "", order.buyerEmail, ...order.milestoneCodes];
  const distinct = new Set([...lines, ...ofOrder].filter((line) => line !== "").map(normalised));
  return [...distinct].join("\n").slice(0, TEXT_LENGTH_MAX);
}

export const hasWords = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));
