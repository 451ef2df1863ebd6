/** What was paid into an escrow and what went back, each with where it stands. */
import type { JSX } from "preact";
import { usd } from "../../../../words/format.js";
import { FAILURE_LABELS, METHOD_LABELS, PaymentBadge, REFUND_REASONS, RefundBadge } from "../../../kit/badges.js";
import { Day } from "../../../kit/times.js";
import { Cell, MoneyCell, Section, Time } from "../../../kit/ui.js";
import type { EscrowStory } from "./load.js";

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
            {payments.map(({ method, status, failure, asked, received, created }) => (
              <tr>
                <Cell>
                  {METHOD_LABELS[method]}
                  <SmallDay at={created} />
                </Cell>
                <Cell class="min-w-36">
                  <PaymentBadge status={status} />
                  {failure === null ? null : <p class="muted mt-1 text-xs">{FAILURE_LABELS[failure]}</p>}
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
                  <p class="muted mt-1 text-xs">{REFUND_REASONS[reason]}</p>
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
