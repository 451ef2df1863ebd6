/** Reads the form of the terms. */
import type { Terms } from "../../../../domain/model.js";
import { TERM_DAYS } from "../../../../domain/settings.js";
import type { FormFields } from "../../../kit/page-context.js";
import type { Problems } from "../form.js";

export type TermName = keyof typeof TERM_DAYS;

/** As the page shows it: "off", a number of days that is common, or "own" with the number beside it. */
export type TermChoice = { readonly choice: string; readonly days: string };

export type TermsForm = {
  readonly typed: Readonly<Record<TermName, TermChoice>>;
  readonly problems: Problems<TermName>;
  /** What is to be saved; null while there are problems. */
  readonly terms: Terms | null;
};

const DAY_SECONDS = 86_400;

export const termsForm = ({ reviewWindowSeconds, deliveryDeadlineSeconds }: Terms): TermsForm => ({
  typed: {
    review: choiceOf("review", reviewWindowSeconds),
    delivery: choiceOf("delivery", deliveryDeadlineSeconds),
  },
  problems: {},
  terms: null,
});

function choiceOf(name: TermName, seconds: number | null): TermChoice {
  if (seconds === null) return { choice: "off", days: "" };
  const days = Math.max(1, Math.round(seconds / DAY_SECONDS));
  const isCommon = (TERM_DAYS[name].common as readonly number[]).includes(days);
  return { choice: isCommon ? String(days) : "own", days: isCommon ? "" : String(days) };
}

export function readTerms(form: FormFields): TermsForm {
  const [review, delivery] = [readTerm(form, "review"), readTerm(form, "delivery")];
  const problems = {
    ...(review.days === undefined ? { review: problemOf("review") } : {}),
    ...(delivery.days === undefined ? { delivery: problemOf("delivery") } : {}),
  };
  const terms =
    review.days === undefined || delivery.days === undefined
      ? null
      : { reviewWindowSeconds: secondsOf(review.days), deliveryDeadlineSeconds: secondsOf(delivery.days) };
  return { typed: { review: review.typed, delivery: delivery.typed }, problems, terms };
}

/** `days` null for off, undefined for what can't be meant. */
function readTerm(form: FormFields, name: TermName): { typed: TermChoice; days: number | null | undefined } {
  const choice = form[name] ?? "";
  const own = (form[`${name}_days`] ?? "").trim().slice(0, 10);
  const typed = { choice, days: choice === "own" ? own : "" };
  if (choice === "off") return { typed, days: null };
  const text = choice === "own" ? own : choice;
  const { min, max } = TERM_DAYS[name];
  const days = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return { typed, days: days >= min && days <= max ? days : undefined };
}

const secondsOf = (days: number | null): number | null => (days === null ? null : days * DAY_SECONDS);

const problemOf = (name: TermName): string => {
  const { min, max } = TERM_DAYS[name];
  return `Choose one, or enter a whole number of days from ${min} to ${max}.`;
};
