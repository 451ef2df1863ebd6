/** The form of a payment link, and how its fields become the body of the API's own creation. */

import { type BodyOf, LIMITS } from "@holdfast/contract";
import { formatMoney } from "../../../../domain/money.js";
import { tidy } from "../../../../domain/typed.js";
import { readAmount } from "../../../../words/amount.js";
import type { FormFields } from "../../../kit/page-context.js";

type Row = { readonly title: string; readonly amount: string };

/** The form as it was typed. */
export type TypedSession = {
  /** Names this form: sent twice, as by a double click, it makes one session. */
  readonly form: string;
  readonly title: string;
  readonly amount: string;
  readonly description: string;
  readonly reference: string;
  readonly email: string;
  readonly expiresIn: string;
  readonly milestones: readonly Row[];
};

/** Letters of the name that a form is given when it is shown. */
export const FORM_NAME_LENGTH = 22;
export const ROWS_AT_FIRST = 2;
const ROWS_MORE = 3;

export const emptySession = (form: string): TypedSession => ({
  form,
  title: "",
  amount: "",
  description: "",
  reference: "",
  email: "",
  expiresIn: String(LIMITS.expiresInSecondsDefault),
  milestones: Array.from({ length: ROWS_AT_FIRST }, () => ({ title: "", amount: "" })),
});

const line = (text = ""): string => tidy(text);
/** Browsers send the ends of lines as two characters. */
const paragraphs = (text = ""): string => tidy(text.replaceAll("\r\n", "\n"));

export function readTypedSession(fields: FormFields): TypedSession {
  const rows = Array.from({ length: LIMITS.milestones }, (_, at) => ({
    title: line(fields[`milestone_${at}_title`]),
    amount: line(fields[`milestone_${at}_amount`]),
  }));
  const shown = Math.min(LIMITS.milestones, Math.max(ROWS_AT_FIRST, Number.parseInt(fields["rows"] ?? "", 10) || 0));
  const filled = rows.findLastIndex(({ title, amount }) => title !== "" || amount !== "") + 1;
  return {
    form: (fields["form"] ?? "").slice(0, 64),
    title: line(fields["title"]),
    amount: line(fields["amount"]),
    description: paragraphs(fields["description"]),
    reference: line(fields["reference"]),
    email: line(fields["email"]),
    expiresIn: fields["expires_in"] ?? "",
    milestones: rows.slice(0, Math.max(shown, filled)),
  };
}

export const withMoreRows = (typed: TypedSession): TypedSession => ({
  ...typed,
  milestones: [...typed.milestones, ...Array.from({ length: ROWS_MORE }, () => ({ title: "", amount: "" }))].slice(
    0,
    LIMITS.milestones,
  ),
});

export const isFilled = ({ title, amount }: Row): boolean => title !== "" || amount !== "";

/** The body of the API's creation; not checked. Amounts as people type them become the contract's. */
export function bodyOf(typed: TypedSession): Partial<BodyOf<"createSession">> {
  const money = (text: string): string => {
    const amount = readAmount(text);
    return amount === null ? text : formatMoney(amount);
  };
  const rows = typed.milestones.filter(isFilled);
  return {
    title: typed.title,
    amount: money(typed.amount),
    ...(typed.description === "" ? {} : { description: typed.description }),
    ...(typed.reference === "" ? {} : { external_reference: typed.reference }),
    ...(typed.email === "" ? {} : { customer_email: typed.email }),
    ...(rows.length === 0 ? {} : { milestones: rows.map(({ title, amount }) => ({ title, amount: money(amount) })) }),
    expires_in: Number(typed.expiresIn),
  };
}

/** Where the body's fields are in the form; of rows that were left empty the body knows nothing. */
export function fieldOf(path: string, typed: TypedSession): string {
  const [first = "", index, part] = path.split(".");
  if (first === "milestones" && index !== undefined) {
    const places = typed.milestones.flatMap((row, at) => (isFilled(row) ? [at] : []));
    return `milestone_${places[Number(index)] ?? 0}_${part === "amount" ? "amount" : "title"}`;
  }
  return { external_reference: "reference", customer_email: "email" }[first] ?? first;
}
