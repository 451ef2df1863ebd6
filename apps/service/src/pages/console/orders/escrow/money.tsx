/** What was paid into an escrow and what went back, each with where it stands. */
import type { JSX } from "preact";
import { CHARGEBACK_SOURCES, type Chargeback } from "../../../../domain/chargebacks.js";
import { type Cents, ZERO } from "../../../../domain/money.js";
import { usd } from "../../../../words/format.js";
import type { Locale } from "../../../../words/locale.js";
import { ChargebackBadge, PaymentBadge, RefundBadge } from "../../../kit/badges.js";
import { useLocale } from "../../../kit/language.js";
import { Day } from "../../../kit/times.js";
import { Cell, Facts, MoneyCell, Section, Time } from "../../../kit/ui.js";
import { statusWords } from "../../../kit/words.js";
import { moneyWords, orderWords } from "../words.js";
import type { EscrowStory } from "./load.js";

/** What the payer's bank disputes, and what that took. Nothing where it disputes nothing. */
export function Chargebacks({ story: { chargebacks } }: { story: EscrowStory }): JSX.Element | null {
  const locale = useLocale();
  const words = moneyWords(locale);
  if (chargebacks.length === 0) return null;
  return (
    <Section title={words.chargebacks(chargebacks.length)} lead={words.chargebacksLead}>
      <ul class="space-y-5">
        {chargebacks.map((one) => (
          <li>
            <p class="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
              <ChargebackBadge status={one.status} />
              <span class="text-sm font-medium tabular-nums">{usd(one.amount, locale)}</span>
              <span class="muted text-xs">
                <Day at={one.created} locale={locale} />
              </span>
            </p>
            <Facts rows={tookFrom(one, locale)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function tookFrom(
  { status, taken, from, fee, feeOwed }: Chargeback,
  locale: Locale,
): readonly (readonly [string, string])[] {
  const words = moneyWords(locale);
  const say = (amount: Cents): string => usd(amount, locale);
  const took = CHARGEBACK_SOURCES.flatMap((source) =>
    from[source] === ZERO ? [] : [[words[`took_${source}`], say(from[source])] as const],
  );
  const back = taken > ZERO && status === "WON" ? [[words.givenBack, say(taken)] as const] : [];
  const none = taken === ZERO ? [[words.taken, words.nothing] as const] : [];
  const fees = fee === ZERO ? [] : [[words.fee, feeOwed === ZERO ? say(fee) : words.owedStill(say(fee))] as const];
  return [...none, ...took, ...back, ...fees];
}

export function Payments({ story: { payments, refunds } }: { story: EscrowStory }): JSX.Element | null {
  const locale = useLocale();
  const words = moneyWords(locale);
  const statuses = statusWords(locale);
  if (payments.length + refunds.length === 0) return null;
  return (
    <Section title={words.title}>
      <div class="-mx-4 overflow-x-auto" tabIndex={0} role="group" aria-label={words.title}>
        <table class="w-full text-start text-sm">
          <thead>
            <tr class="border-b border-base-300">
              {(["what", "status", "amount", "when"] as const).map((name) => (
                <th
                  scope="col"
                  class={`px-4 py-2 font-medium ${name === "amount" ? "text-end" : "text-start"} ${name === "when" ? "max-sm:hidden" : ""}`}
                >
                  {name === "status" ? orderWords(locale).status : words[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody class="divide-y divide-base-300">
            {payments.map(({ method, status, failure, asked, received, created, instructions }) => (
              <tr>
                <Cell>
                  {statuses[`method_${method}`]}
                  <SmallDay at={created} />
                  {method === "card" && status === "SUCCEEDED" && instructions?.playPath !== undefined ? (
                    <p class="mt-1 text-xs">
                      <a class="link link-primary" href={instructions.playPath} target="_blank" rel="noopener">
                        {words.playBank}
                      </a>
                    </p>
                  ) : null}
                </Cell>
                <Cell class="min-w-36">
                  <PaymentBadge status={status} />
                  {failure === null ? null : <p class="muted mt-1 text-xs">{statuses[`failure_${failure}`]}</p>}
                  {status === "SUCCEEDED" && received !== asked ? (
                    <p class="muted mt-1 text-xs">{words.askedFor(usd(asked, locale))}</p>
                  ) : null}
                </Cell>
                <MoneyCell amount={status === "SUCCEEDED" ? received : asked} />
                <Cell class="max-sm:hidden">
                  <Time at={created} />
                </Cell>
              </tr>
            ))}
            {refunds.map(({ amount, reason, status, created }) => (
              <tr>
                <Cell>
                  {words.refund}
                  <SmallDay at={created} />
                </Cell>
                <Cell class="min-w-36">
                  <RefundBadge status={status} />
                  <p class="muted mt-1 text-xs">{statuses[`reason_${reason}`]}</p>
                </Cell>
                <td class="px-4 py-3 text-end align-top font-medium whitespace-nowrap tabular-nums">
                  −{usd(amount, locale)}
                </td>
                <Cell class="max-sm:hidden">
                  <Time at={created} />
                </Cell>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** On a small screen, which has no column for the moment. */
const SmallDay = ({ at }: { at: number }): JSX.Element => (
  <span class="muted block text-xs sm:hidden">
    <Day at={at} locale={useLocale()} />
  </span>
);
