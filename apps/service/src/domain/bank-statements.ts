import { formatSigned } from "./money.js";
import { referenceKey } from "./reference-key.js";

/** One movement of the account. */
export type BankLine = {
  /** Counted from 1970: when the bank booked it. */
  readonly day: number;
  /** Hundredths; what came in is positive. */
  readonly amount: bigint;
  /** The bank's own, where it gives one that is never used again; null takes a digest of the line. */
  readonly bankId: string | null;
  /** All that payer and bank wrote, in the order of the file. */
  readonly texts: readonly string[];
};

/** What a file says of a statement, or of a page of one, besides its lines. */
export type StatementHead = {
  /** As the file names it; null where the format has no place for it. */
  readonly account: string | null;
  readonly currency: string;
  /** Hundredths, as all balances. */
  readonly opening: bigint;
  readonly closing: bigint;
};

/** A file as one statement. */
export type BankStatement = StatementHead & {
  readonly count: number;
  /** Days of the earliest and the latest line, counted from 1970; null where there is none. */
  readonly period: { readonly from: number; readonly to: number } | null;
};

/** Why a file is not booked: one sentence that says what is wrong. */
export class StatementProblem extends Error {}

/** Adds up a file as it is read: each line as it comes, and each statement once its lines are through. */
export type StatementSum = {
  line(line: BankLine): void;
  /** @throws StatementProblem where it doesn't go on where the one before ended, or its lines don't make its closing balance. */
  statement(head: StatementHead): void;
  /** @throws StatementProblem where there was none. */
  end(): BankStatement;
};

/** Pages and statements of one file, of which each begins where the one before ended, as one. */
export function openSum(): StatementSum {
  let first: StatementHead | null = null;
  let before: StatementHead | null = null;
  let statements = 0;
  let moved = 0n;
  let count = 0;
  let period: BankStatement["period"] = null;
  return {
    line: ({ day, amount }) => {
      moved += amount;
      count += 1;
      period = { from: Math.min(period?.from ?? day, day), to: Math.max(period?.to ?? day, day) };
    },
    statement: (head) => {
      first ??= head;
      statements += 1;
      if (head.currency !== first.currency || head.account !== first.account)
        throw new StatementProblem("The file has statements of several accounts: import one account at a time.");
      if (before !== null && before.closing !== head.opening)
        throw new StatementProblem(
          `Statement ${statements} of the file opens with ${formatSigned(head.opening)}, and the one before closed with ${formatSigned(before.closing)}: a part between them is missing.`,
        );
      if (head.opening + moved !== head.closing)
        throw new StatementProblem(
          `The file opens with ${formatSigned(head.opening)}, its lines add up to ${formatSigned(moved)}, and it closes with ${formatSigned(head.closing)}: it was cut, or a line is missing.`,
        );
      before = head;
      moved = 0n;
    },
    end: () => {
      if (first === null || before === null) throw new StatementProblem("There is no statement in the file.");
      return { ...first, closing: before.closing, count, period };
    },
  };
}

/** Digits before the cents, whose thousands may stand apart by the other mark; Indian lakhs too. */
const GROUPED = { ".": /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})$/, ",": /^(?:\d+|\d{1,3}(?:\.\d{2,3})*\.\d{3})$/ } as const;

/**
 * "1,234.50", "-1234.5", "1 234,50" by the mark before the cents; null for anything else, and so for "12,50" where cents stand behind a
 * point: it is no 1,250. @returns hundredths.
 */
export function signedAmount(text: string, decimal: "." | ","): bigint | null {
  const bare = text.trim().replaceAll(/[\s'’]/g, "");
  const [, sign, amount = ""] = /^([-+]?)(.+)$/.exec(bare) ?? [];
  const [whole = "", part = "", ...more] = amount.split(decimal);
  const digits = whole.replaceAll(/[.,]/g, "");
  if (more.length > 0 || !GROUPED[decimal].test(whole) || digits.length > 15 || !/^\d{0,2}$/.test(part)) return null;
  const found = BigInt(digits + part.padEnd(2, "0"));
  return sign === "-" ? -found : found;
}

/** Candidates of one line: more than these, and somebody plays with us. */
const KEYS_MAX = 20;

/**
 * What a line may name of ours: keys of payments (HF…), of orders that leave (HP…) and of their batches (HB…), and references of refunds in
 * what went out. They are looked for within each text and across them, for banks break lines anywhere.
 */
export function keysIn({ amount, texts }: BankLine): readonly string[] {
  const keys = new Set<string>();
  for (const text of [...texts, texts.join("")]) {
    const key = referenceKey(text);
    for (const [, found = ""] of key.matchAll(/(?=(H[FPB][0-9A-Z]{12}))/g)) keys.add(found);
    if (amount < 0n) for (const [, found = ""] of key.matchAll(/(?=([0-9A-F]{32}))/g)) keys.add(uuidOf(found));
    if (keys.size >= KEYS_MAX) break;
  }
  return [...keys].slice(0, KEYS_MAX);
}

const uuidOf = (digits: string): string =>
  digits.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** How a rail's statements come. */
export type StatementFormat =
  | { readonly format: "camt.053"; readonly account: string }
  | { readonly format: "mt940"; readonly account: string; readonly encoding: Encoding }
  | ({ readonly format: "csv"; readonly encoding: Encoding } & CsvFormat);

export const ENCODINGS = ["utf-8", "utf-16le", "windows-1252", "iso-8859-15"] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const DATE_FORMS = ["YYYY-MM-DD", "DD/MM/YYYY", "MM/DD/YYYY", "DD.MM.YYYY", "DD-MM-YYYY", "YYYYMMDD"] as const;
export type DateForm = (typeof DATE_FORMS)[number];

export type CsvFormat = {
  readonly separator: "," | ";" | "\t" | "|";
  readonly decimal: "." | ",";
  readonly date: DateForm;
  /** Lines above the names of the columns. */
  readonly skip: number;
  readonly columns: {
    readonly date: string;
    /** One signed column, or one for each way. */
    readonly amount?: string;
    readonly in?: string;
    readonly out?: string;
    /** The balance after each line. */
    readonly balance: string;
    readonly id?: string;
    /** What the payer and the bank wrote. */
    readonly text: readonly string[];
  };
};

/** Of an account: no spaces or marks, capitals. */
const plainAccount = (text: string): string => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");

/** @throws StatementProblem for a statement of another account, or in another currency. */
export function requireSame(
  { account, currency }: Pick<StatementHead, "account" | "currency">,
  wanted: { readonly account: string | null; readonly currency: string },
): void {
  if (currency !== wanted.currency)
    throw new StatementProblem(`The statement is in ${currency}, and the rail is in ${wanted.currency}.`);
  if (wanted.account === null || account === null) return;
  if (plainAccount(account) !== plainAccount(wanted.account))
    throw new StatementProblem(`The statement is of account ${account}, and the rail’s is ${wanted.account}.`);
}
