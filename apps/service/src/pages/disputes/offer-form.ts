/** The form of an offer: two amounts that add up to what is left, or one of them. */

import type { Split } from "../../domain/decisions/resolve-dispute.js";
import { add, type Cents, subtract } from "../../domain/money.js";
import { tidy } from "../../domain/typed.js";
import { readAmount } from "../../words/amount.js";
import type { FormFields } from "../kit/page-context.js";

/** As it was typed. */
export type OfferForm = { readonly release: string; readonly refund: string; readonly text: string };

export const EMPTY_OFFER: OfferForm = { release: "", refund: "", text: "" };

/** Browsers send line breaks as CR LF (HTML, "Constructing the entry list"). */
export const typedText = (text: string | undefined): string => tidy((text ?? "").replaceAll("\r\n", "\n"));

export const readOffer = (fields: FormFields): OfferForm => ({
  release: (fields["release"] ?? "").trim(),
  refund: (fields["refund"] ?? "").trim(),
  text: typedText(fields["text"]),
});

export type SplitField = "release" | "refund";

/** What is wrong with the amounts, and of which field it is told. */
export type SplitProblem = { readonly field: SplitField } & (
  | { readonly kind: "missing" | "form" }
  /** More than what is left. */
  | { readonly kind: "much" }
  /** They add up to another sum. */
  | { readonly kind: "sum"; readonly sum: Cents }
);

/** The split of `left` that was typed; an amount that was left empty is what the other leaves over. */
export function splitOf({ release, refund }: OfferForm, left: Cents): Split | SplitProblem {
  if (release === "" && refund === "") return { field: "release", kind: "missing" };
  const given = { release: readAmount(release), refund: readAmount(refund) };
  for (const field of ["release", "refund"] as const) {
    const typed = field === "release" ? release : refund;
    const amount = given[field];
    if (typed !== "" && amount === null) return { field, kind: "form" };
    if (amount !== null && amount > left) return { field, kind: "much" };
  }
  const split = {
    release: given.release ?? subtract(left, given.refund as Cents),
    refund: given.refund ?? subtract(left, given.release as Cents),
  };
  const sum = add(split.release, split.refund);
  return sum === left ? split : { field: "refund", kind: "sum", sum };
}

/** The number of an offer in an address; null for what none is called. */
export const parseOfferNumber = (text: string | undefined): number | null =>
  /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : null;
