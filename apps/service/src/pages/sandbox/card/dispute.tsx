/** The payer's bank, once a card payment is made: it asks about the payment, takes the money back, and decides. */
import type { JSX } from "preact";
import type { BankDeed, PlayedOrder } from "../../../providers/sandbox/play.js";
import { instant, money } from "../../../words/format.js";
import { UTC } from "../../../words/zone.js";
import { type Line, Lines, PlayForm, type PlayProps } from "../frame.js";

type Dispute = NonNullable<PlayedOrder["dispute"]>;

/** What the bank can do next. Of its stages, null is a payment that it has not disputed. */
const DEEDS: Readonly<Record<Dispute["stage"] | "none", readonly (readonly [BankDeed, string])[]>> = {
  none: [
    ["inquire", "Ask about the payment"],
    ["take", "Take the money back"],
  ],
  inquiry: [
    ["take", "Take the money back"],
    ["won", "Drop it"],
  ],
  opened: [
    ["won", "The seller wins"],
    ["lost", "The seller loses"],
  ],
  answered: [
    ["won", "The seller wins"],
    ["lost", "The seller loses"],
  ],
  won: [],
  lost: [],
};

const STAGES: Readonly<Record<Dispute["stage"], string>> = {
  inquiry: "Asked about; no money was taken",
  opened: "Money taken back; waits for evidence",
  answered: "Money taken back; evidence is here",
  won: "Won by the seller",
  lost: "Lost by the seller",
};

export function Bank({ context, order: { dispute } }: Pick<PlayProps, "context" | "order">): JSX.Element {
  const deeds = DEEDS[dispute?.stage ?? "none"];
  return (
    <section class="mt-6 border-t border-base-300 pt-5">
      <h2 class="font-semibold">Dispute as the payer’s bank</h2>
      {dispute === null ? (
        <p class="muted mt-1.5 text-sm leading-relaxed">
          The payer says that the order never came. Their bank can ask the seller first, or take the money back at once,
          for a fee. Then an operator sends evidence, and the bank decides.
        </p>
      ) : (
        <Lines lines={linesOf(dispute)} />
      )}
      {dispute?.story == null ? null : (
        <details class="mt-4 text-sm">
          <summary class="cursor-pointer font-medium">Evidence</summary>
          <p class="muted given mt-2 whitespace-pre-wrap">
            <bdi>{dispute.story}</bdi>
          </p>
        </details>
      )}
      {deeds.length === 0 ? null : (
        <PlayForm context={context} class="mt-4 grid gap-3 sm:grid-cols-2">
          {deeds.map(([deed, label]) => (
            <button key={deed} type="submit" name="bank" value={deed} class="btn btn-outline border-base-300">
              {label}
            </button>
          ))}
        </PlayForm>
      )}
    </section>
  );
}

function linesOf({ stage, amount, currency, fee, answerBy, files }: Dispute): readonly Line[] {
  return [
    ["Dispute", STAGES[stage]],
    ["Amount", money(amount, currency, "en")],
    ...(fee === 0n ? [] : [["Fee", money(fee, currency, "en")] as const]),
    ...(answerBy === null ? [] : [["Evidence until", instant(answerBy, "en", UTC)] as const]),
    ...(files.length === 0 ? [] : [["Files", files.join(", ")] as const]),
  ];
}
