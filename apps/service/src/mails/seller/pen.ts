/** What all mails to the members of an account share: their form, the reader's language, the facts of an order, and links. */
import type { Money } from "../../domain/currencies.js";
import type { Cents } from "../../domain/money.js";
import type { Locale } from "../../words/locale.js";
import { given } from "../given.js";
import type { Fact } from "../letter.js";
import type { OrderParams, SellerParams, SellerTemplate } from "./fields.js";
import { sellerMailWords } from "./words.js";

/** Of a title in a subject, and of what somebody wrote. */
export const SUBJECT_LENGTH = 60;
export const TEXT_LENGTH = 300;
export const QUOTE_LENGTH = 500;

export type Body = {
  readonly subject: string;
  readonly says: readonly (string | null)[];
  /** What somebody wrote. */
  readonly quote?: string;
  readonly facts: readonly (Fact | null)[];
  /** Where to go on, below the account's console. */
  readonly link: readonly [label: string, path: string];
};

/** The reader's language, and amounts and moments in it. */
export type Tongue = {
  readonly locale: Locale;
  readonly money: (amount: Cents) => string;
  /** With what it is to somebody who paid, or is paid, in another currency; null for USD alone. */
  readonly both: (amount: Cents, abroad: readonly Money[] | null) => string;
  readonly moment: (unixSeconds: number) => string;
};
export type Write<Name extends SellerTemplate> = (params: SellerParams[Name], tongue: Tongue) => Body;

export const wordsOf = {
  shared: sellerMailWords("shared"),
  orders: sellerMailWords("orders"),
  messages: sellerMailWords("messages"),
  disputes: sellerMailWords("disputes"),
  chargebacks: sellerMailWords("chargebacks"),
  account: sellerMailWords("account"),
} as const;

export const titleOf = ({ title }: OrderParams): string => given(title, SUBJECT_LENGTH);
export const partOf = (params: OrderParams & { readonly part: string | null }): string =>
  given(params.part ?? params.title, SUBJECT_LENGTH);

export function orderFacts({ title, reference, locale }: OrderParams): readonly Fact[] {
  const words = wordsOf.shared(locale);
  return [
    [words.order, given(title, TEXT_LENGTH)],
    [words.reference, reference],
  ];
}
/** With the one amount that the mail is about. */
export const amountFacts = (params: OrderParams, amount: string): readonly Fact[] => [
  ...orderFacts(params),
  [wordsOf.shared(params.locale).amount, amount],
];

export const toOrder = ({ escrow, locale }: OrderParams): Body["link"] => [
  wordsOf.shared(locale).openOrder,
  `/escrows/${escrow}`,
];
/** @param place behind the address of the order. */
export const toPlace = (params: OrderParams, place: "#messages" | "/questions"): Body["link"] => {
  const [label, path] = toOrder(params);
  return [label, path + place];
};
export const toDispute = ({ escrow, locale }: OrderParams): Body["link"] => [
  wordsOf.disputes(locale).openDispute,
  `/escrows/${escrow}/dispute`,
];
