/** What a refund does: what the buyer gets, out of what and when, what it costs the seller, and what becomes of the order. */
import type { JSX } from "preact";
import { type Cents, subtract, ZERO } from "../../domain/money.js";
import { usd } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import { moneys } from "../../words/presented.js";
import { SumLine } from "../kit/sum-line.js";
import type { PossibleRefund } from "./preview.js";
import type { RefundWords } from "./words.js";

export function Costs({
  preview: { gets, back, asked, ends },
  locale,
  words,
}: {
  preview: PossibleRefund;
  locale: Locale;
  words: RefundWords;
}): JSX.Element {
  const say = (amount: Cents): string => usd(amount, locale);
  const rows = [
    [words.ofHeld, asked.held],
    [words.ofWallet, subtract(asked.released, asked.owed)],
    [words.ofCredit, asked.owed],
    [words.ofFees, asked.fees],
    [words.ofFeesEarned, asked.feesEarned],
  ] as const;
  return (
    <>
      <h2 class="mb-3 font-semibold">{words.happens}</h2>
      <dl class="space-y-2 text-sm">
        {rows.map(([label, amount]) => (amount === ZERO ? null : <SumLine label={label}>{say(amount)}</SumLine>))}
        <SumLine label={words.gets} isTotal>
          {say(gets)}
        </SumLine>
      </dl>
      {back === null ? null : (
        <p class="mt-3 text-sm leading-relaxed">{words.getsAbroad({ amount: moneys(back, locale) })}</p>
      )}
      <p class="muted mt-4 text-sm leading-relaxed">{words.when}</p>
      {ends === null ? null : (
        <p class="mt-3 text-sm leading-relaxed">{ends === "CANCELLED" ? words.endsCancelled : words.endsCompleted}</p>
      )}
    </>
  );
}
