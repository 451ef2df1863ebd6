/** What statements brought and is nobody's yet, each with what it may be. */
import type { JSX } from "preact";
import { railIdOf } from "../../../domain/rails.js";
import { dayText } from "../../../platform/clock.js";
import { SHOWN_MAX, type UnmatchedLine } from "../../../store/read/desk/rails.js";
import { money } from "../../../words/format.js";
import { Given } from "../../kit/given.js";
import { Facts } from "../../kit/ui.js";
import { receiptPath } from "../links.js";
import { FullId } from "../parts.js";

export function Unmatched({ lines }: { lines: readonly UnmatchedLine[] }): JSX.Element | null {
  if (lines.length === 0) return null;
  return (
    <div id="unmatched" class="mb-8 scroll-mt-4">
      <h2 class="mb-1 font-semibold">Money that names no payment</h2>
      <p class="muted mb-3 max-w-2xl text-sm leading-relaxed">
        It stands in suspense under Books until it is booked. Open what it is for, or find the payment by its reference
        above.
      </p>
      <ul class="space-y-4">
        {lines.map((line) => (
          <li class="panel p-4 sm:p-5">
            <Facts
              rows={[
                ["Amount", money(line.amount, line.currency, "en")],
                ["Day", dayText(line.day)],
                ["Rail", railIdOf(line.provider)],
                ["What the bank wrote", <Given text={line.text === "" ? "nothing" : line.text} lines={5} />],
                ["Bank’s reference", <FullId>{line.bankReference}</FullId>],
              ]}
            />
            {line.proposals.length === 0 ? null : (
              <ul class="mt-3 flex flex-wrap gap-2">
                {line.proposals.map(({ sellerCode, escrow, payment, reference, why }) => (
                  <li>
                    <a
                      class="btn btn-sm"
                      href={`${receiptPath(sellerCode, escrow, payment)}?line=${encodeURIComponent(line.lineId)}#book`}
                    >
                      {why === "reference" ? "Near its reference" : "The same amount"}: {reference}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {lines.length === SHOWN_MAX ? <p class="muted mt-2 text-sm">Only the first {SHOWN_MAX} are shown.</p> : null}
    </div>
  );
}
