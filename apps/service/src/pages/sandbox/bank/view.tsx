import type { JSX } from "preact";
import { formatAmount, stepOf } from "../../../domain/currencies.js";
import { add, type Cents, CURRENCY, cents, ZERO } from "../../../domain/money.js";
import { money } from "../../../words/format.js";
import { askedOf, Lines, PlayForm, PlayFrame, type PlayProps, Said } from "../frame.js";

/** The payer's bank: any amount is sent, as often as one likes, whether anybody still waits for it or not. */
export function BankPage({ context, order, said, back }: PlayProps): JSX.Element {
  const { currency } = order;
  const asked = order.asked ?? ZERO;
  const step = stepOf(currency);
  const quick: readonly (readonly [label: string, amount: Cents])[] = [
    ["all of it", asked],
    ["a part", asked > step ? cents((asked / (2n * step)) * step) : asked],
    ["too much", add(asked, cents(1_000n))],
  ];
  return (
    <PlayFrame
      context={context}
      icon="landmark"
      whom="the bank of the person who pays"
      company="Sandbox Bank"
      title="Transfer money"
      back={back}
    >
      <Lines
        lines={[
          ["Reference", order.reference],
          ["Asked for", askedOf(order)],
          ["Arrived so far", arrivedOf(order)],
        ]}
      />
      <Said said={said} />
      {order.status === "CANCELLED" ? (
        <p class="muted mt-4 text-sm leading-relaxed">
          Nobody waits for it any more. What you send now arrives late, and goes back to you.
        </p>
      ) : null}
      <PlayForm context={context} class="mt-5">
        <label class="text-sm font-medium" for="amount">
          Amount in {currency === CURRENCY ? "US dollars" : currency}
        </label>
        <input
          id="amount"
          class="input mt-1.5 h-12 w-full text-lg tabular-nums"
          name="amount"
          type="text"
          inputMode="decimal"
          autocomplete="off"
          required
          value={formatAmount(asked, currency)}
        />
        <button type="submit" class="btn btn-primary mt-4 w-full">
          Transfer this amount
        </button>
      </PlayForm>
      <h2 class="mt-6 text-sm font-semibold">Or at once</h2>
      <PlayForm context={context} class="mt-2 flex flex-wrap gap-2">
        {quick.map(([label, amount]) => (
          <button
            key={label}
            type="submit"
            name="amount"
            value={formatAmount(amount, currency)}
            class="btn btn-outline btn-sm border-base-300 font-medium"
          >
            {label}: {money(amount, currency, "en")}
          </button>
        ))}
      </PlayForm>
    </PlayFrame>
  );
}

/** What came, each currency on its own. */
function arrivedOf({ receipts }: PlayProps["order"]): string {
  if (receipts.length === 0) return "nothing";
  return [...Map.groupBy(receipts, (one) => one.currency)]
    .map(([currency, some]) => money(add(...some.map(({ amount }) => amount)), currency, "en"))
    .join(" and ");
}
