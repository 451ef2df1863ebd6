/** What was paid into an escrow and what went back, each with where it stands. */
import type { JSX } from "preact";
import { CHARGEBACK_SOURCES, type Chargeback } from "../../../../domain/chargebacks.js";
import { ZERO } from "../../../../domain/money.js";
import { usd } from "../../../../words/format.js";
import { ChargebackBadge, PaymentBadge, RefundBadge } from "../../../kit/badges.js";
import { useWords } from "../../../kit/language.js";
import { Day } from "../../../kit/times.js";
import { Cell, Facts, MoneyCell, Section, Time } from "../../../kit/ui.js";
import { statusWords } from "../../../kit/words.js";
import type { EscrowStory } from "./load.js";

/** What the payer's bank disputes, and what that took. Nothing where it disputes nothing. */
export function Chargebacks({ story: { chargebacks } }: { story: EscrowStory }): JSX.Element | null {
  if (chargebacks.length === 0) return null;
  return (
    <Section
      title={chargebacks.length === 1 ? "Chargeback" : "Chargebacks"}
      lead="The payer’s bank disputes the payment. We answer it with what the order shows; write to us if you have more."
    >
      <ul class="space-y-5">
        {chargebacks.map((one) => (
          <li>
            <p class="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
              <ChargebackBadge status={one.status} />
              <span class="text-sm font-medium tabular-nums">{usd(one.amount, "en")}</span>
              <span class="muted text-xs">
                <Day at={one.created} locale="en" />
              </span>
            </p>
            <Facts rows={tookFrom(one)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const TOOK = {
  held: "From what the order held",
  refund: "From the buyer’s refund",
  wallet: "From your wallet",
  owed: "Owed by you",
} as const satisfies Record<keyof Chargeback["from"], string>;

function tookFrom({ status, taken, from, fee, feeOwed }: Chargeback): readonly (readonly [string, string])[] {
  const took = CHARGEBACK_SOURCES.flatMap((source) =>
    from[source] === ZERO ? [] : [[TOOK[source], usd(from[source], "en")] as const],
  );
  const back = taken > ZERO && status === "WON" ? [["Given back", usd(taken, "en")] as const] : [];
  const none = taken === ZERO ? [["Taken", "Nothing"] as const] : [];
  const fees =
    fee === ZERO ? [] : [["Fee", feeOwed === ZERO ? usd(fee, "en") : `${usd(fee, "en")}, owed still`] as const];
  return [...none, ...took, ...back, ...fees];
}

export function Payments({ story: { payments, refunds } }: { story: EscrowStory }): JSX.Element | null {
  if (payments.length + refunds.length === 0) return null;
  return (
    <Section title="Payments and refunds">
      <div class="-mx-4 overflow-x-auto" tabIndex={0} role="group" aria-label="Payments and refunds">
        <table class="w-full text-start text-sm">
          <thead>
            <tr class="border-b border-base-300">
              {["What", "Status", "Amount", "When"].map((name) => (
                <th
                  scope="col"
                  class={`px-4 py-2 font-medium ${name === "Amount" ? "text-end" : "text-start"} ${name === "When" ? "max-sm:hidden" : ""}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody class="divide-y divide-base-300">
            {payments.map(({ method, status, failure, asked, received, created, instructions }) => (
              <tr>
                <Cell>
                  {useWords(statusWords)[`method_${method}`]}
                  <SmallDay at={created} />
                  {method === "card" && status === "SUCCEEDED" && instructions?.playPath !== undefined ? (
                    <p class="mt-1 text-xs">
                      <a class="link link-primary" href={instructions.playPath} target="_blank" rel="noopener">
                        Play the payer’s bank
                      </a>
                    </p>
                  ) : null}
                </Cell>
                <Cell class="min-w-36">
                  <PaymentBadge status={status} />
                  {failure === null ? null : (
                    <p class="muted mt-1 text-xs">{useWords(statusWords)[`failure_${failure}`]}</p>
                  )}
                  {status === "SUCCEEDED" && received !== asked ? (
                    <p class="muted mt-1 text-xs">{usd(asked, "en")} was asked for</p>
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
                  Refund
                  <SmallDay at={created} />
                </Cell>
                <Cell class="min-w-36">
                  <RefundBadge status={status} />
                  <p class="muted mt-1 text-xs">{useWords(statusWords)[`reason_${reason}`]}</p>
                </Cell>
                <td class="px-4 py-3 text-end align-top font-medium whitespace-nowrap tabular-nums">
                  −{usd(amount, "en")}
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
    <Day at={at} locale="en" />
  </span>
);
