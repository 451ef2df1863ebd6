/** Reads the form of the terms. */
import type { Terms } from "../../../../domain/model.js";
import { TERM_DAYS, type TermName, termsOutOfBounds } from "../../../../domain/settings.js";
import { plainNumber } from "../../../../domain/typed.js";
import type { FormFields } from "../../../kit/page-context.js";

/** As the page shows it: "off", a number of days that is common, or "own" with the number beside it. */
export type TermChoice = { readonly choice: string; readonly days: string };

export type TermsForm = {
  readonly typed: Readonly<Record<TermName, TermChoice>>;
  readonly wrong: readonly TermName[];
  /** What is to be saved; null while there are problems. */
  readonly terms: Terms | null;
};

const DAY_SECONDS = 86_400;

export const termsForm = ({ reviewWindowSeconds, deliveryDeadlineSeconds }: Terms): TermsForm => ({
  typed: {
    review: choiceOf("review", reviewWindowSeconds),
    delivery: choiceOf("delivery", deliveryDeadlineSeconds),
  },
  wrong: [],
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
  const terms = { reviewWindowSeconds: secondsOf(review.days), deliveryDeadlineSeconds: secondsOf(delivery.days) };
  const wrong = termsOutOfBounds(terms);
  const typed = { review: review.typed, delivery: delivery.typed };
  return { typed, wrong, terms: wrong.length === 0 ? terms : null };
}

/** `days` null for off, and 0, which is no term, for what is no whole number. */
function readTerm(form: FormFields, name: TermName): { typed: TermChoice; days: number | null } {
  const choice = form[name] ?? "";
  const own = (form[`${name}_days`] ?? "").trim().slice(0, 30);
  const typed = { choice, days: choice === "own" ? own : "" };
  if (choice === "off") return { typed, days: null };
  const text = choice === "own" ? plainNumber(own) : choice;
  return { typed, days: /^\d{1,4}$/.test(text) ? Number(text) : 0 };
}

const secondsOf = (days: number | null): number | null => (days === null ? null : days * DAY_SECONDS);
