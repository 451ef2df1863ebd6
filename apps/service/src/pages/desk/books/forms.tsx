/** The two forms of the house's books, and what was typed into them. */

import type { JSX } from "preact";
import { type Currency, decimalsOf, parseAmount, placesOf, stepOf } from "../../../domain/currencies.js";
import { type Cents, CURRENCY } from "../../../domain/money.js";
import { BOOKED_TO, type BookedTo, FLOAT_MOVES, type FloatMove } from "../../../domain/reconciliation.js";
import type { DifferenceView } from "../../../store/read/desk/books.js";
import { readAmount } from "../../../words/amount.js";
import type { FormFields } from "../../kit/page-context.js";
import { Time } from "../../kit/times.js";
import { described, Facts, Field, Section } from "../../kit/ui.js";
import { BOOKS_PATH } from "../links.js";
import { digitsOf, NO_REASON, ReasonField, readReason, type TypedReason } from "../parts.js";
import { providerName } from "../words.js";
import type { Books } from "./load.js";
import { BOOKED_TO_LABELS, CLASS_LABELS, MOVE_LABELS, TYPE_LABELS } from "./words.js";

export type TypedBooks = {
  readonly close: TypedReason;
  readonly bookedTo: BookedTo;
  readonly float: TypedFloat;
};
type TypedFloat = {
  readonly move: FloatMove;
  readonly provider: string;
  readonly currency: Currency;
  readonly amount: string;
  readonly amountProblem: string | null;
  readonly reason: TypedReason;
};

export const NOTHING_TYPED: TypedBooks = {
  close: NO_REASON,
  bookedTo: "suspense",
  float: { move: "to_bank", provider: "", currency: CURRENCY, amount: "", amountProblem: null, reason: NO_REASON },
};

type ReadFloat =
  | {
      readonly ok: true;
      readonly value: {
        readonly move: FloatMove;
        readonly provider: string;
        readonly currency: Currency;
        readonly amount: Cents;
        readonly reason: string;
      };
    }
  | { readonly ok: false; readonly typed: TypedFloat };

const isMove = (text: string): text is FloatMove => Object.hasOwn(FLOAT_MOVES, text);

type Floating = Pick<Books, "floats" | "offers">;

/** @param books whose providers and currencies may be named. */
export function readFloat(form: FormFields, books: Floating): ReadFloat {
  const { move: named = "", provider: given = "", currency: wanted = CURRENCY, amount: text = "" } = form;
  const move = isMove(named) ? named : "to_bank";
  const provider = providersOf(books).find((one) => one === given) ?? providersOf(books)[0] ?? "";
  const currency = currenciesOf(books).find((one) => one === wanted) ?? CURRENCY;
  const amount = amountIn(text, currency);
  const reason = readReason(form["float_reason"]);
  if (amount !== null && amount > 0n && reason.problem === null)
    return { ok: true, value: { move, provider, currency, amount, reason: reason.reason } };
  const amountProblem =
    amount !== null && amount > 0n ? null : `An amount in ${currency}, such as ${EXAMPLES[decimalsOf(currency)]}.`;
  return { ok: false, typed: { move, provider, currency, amount: text, amountProblem, reason } };
}

const EXAMPLES = { 0: "250", 2: "250.00", 3: "250.000" } as const;

/** With as many decimals as the currency has coins for. */
function amountIn(text: string, currency: Currency): Cents | null {
  const amount = placesOf(currency) === 3 ? parseAmount(text.trim(), currency) : readAmount(text);
  return amount === null || amount % stepOf(currency) !== 0n ? null : amount;
}

/** In which something lies, or may. */
const currenciesOf = ({ floats, offers }: Floating): readonly Currency[] => [
  ...new Set([
    CURRENCY,
    ...[...floats, ...offers.flatMap(({ capabilities }) => capabilities)].map(({ currency }) => currency).sort(),
  ]),
];

/** Those whose statements are read. */
const providersOf = ({ floats }: Floating): readonly string[] => [
  ...new Set(floats.filter(({ provider }) => provider !== "house").map(({ provider }) => provider)),
];

type Props = { readonly csrf: string };

export const CloseForm = ({
  csrf,
  difference,
  typed: { close, bookedTo },
}: Props & { readonly difference: DifferenceView; readonly typed: TypedBooks }): JSX.Element => (
  <Section
    id="close"
    title={`Close difference ${difference.id}`}
    lead="First put it right at the provider. A line is never changed: closing says why it stays as it is."
  >
    <Facts
      rows={[
        ["What", `${CLASS_LABELS[difference.class]}: ${TYPE_LABELS[difference.type ?? ""] ?? "what was there before"}`],
        ["Provider", difference.provider],
        ["Provider shows more by", `${digitsOf(difference.amount, difference.currency)} ${difference.currency}`],
        ["In suspense", `${digitsOf(difference.suspense, difference.currency)} ${difference.currency}`],
        ["Our reference", difference.reference ?? "–"],
        ["Their line", difference.lineId ?? "–"],
        ["Their object", difference.object ?? "–"],
        ["Moved", <Time at={difference.at} />],
      ]}
    />
    <form method="post" action={`${BOOKS_PATH}/close`} class="mt-4">
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="difference" value={difference.id} />
      <Field label="What stands in suspense goes to" name="booked_to">
        <select class="field min-h-11 w-full" {...described("booked_to", {})}>
          {BOOKED_TO.map((account) => (
            <option value={account} selected={account === bookedTo}>
              {BOOKED_TO_LABELS[account]}
            </option>
          ))}
        </select>
      </Field>
      <ReasonField typed={close} hint="What you found out. It stays in the audit log." />
      <button type="submit" class="btn btn-sm btn-primary">
        Close the difference
      </button>
    </form>
  </Section>
);

export const FloatForm = ({
  csrf,
  books,
  typed: { float },
}: Props & { readonly books: Floating; readonly typed: TypedBooks }): JSX.Element => (
  <Section
    id="float"
    title="Record a bank transfer"
    lead="The bank doesn’t report to us. Record what moved between it and a provider; the provider’s statement has the other half."
  >
    <form method="post" action={`${BOOKS_PATH}/float`}>
      <input type="hidden" name="csrf" value={csrf} />
      <div class="grid gap-x-4 sm:grid-cols-2">
        <Field label="What happened" name="move">
          <select class="field min-h-11 w-full" {...described("move", {})}>
            {(Object.keys(FLOAT_MOVES) as FloatMove[]).map((move) => (
              <option value={move} selected={move === float.move}>
                {MOVE_LABELS[move]}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Provider" name="provider" hint="Ignored for the house’s own money.">
          <select class="field min-h-11 w-full" {...described("provider", { hasHint: true })}>
            {providersOf(books).map((provider) => (
              <option value={provider} selected={provider === float.provider}>
                {providerName(provider)}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Currency" name="currency">
          <select class="field min-h-11 w-full" {...described("currency", {})}>
            {currenciesOf(books).map((currency) => (
              <option value={currency} selected={currency === float.currency}>
                {currency}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Amount" name="amount" problem={float.amountProblem}>
          <input
            type="text"
            inputMode="decimal"
            class="input w-full"
            value={float.amount}
            required
            {...described("amount", { problem: float.amountProblem })}
          />
        </Field>
      </div>
      <ReasonField
        name="float_reason"
        label="Source"
        typed={float.reason}
        hint="The line of the bank’s statement, or who decided it. It’s kept in the audit log."
      />
      <button type="submit" class="btn btn-sm btn-primary">
        Record transfer
      </button>
    </form>
  </Section>
);
