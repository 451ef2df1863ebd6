/** All that has happened to an order, in one line of time. */
import { isEndedByMistake, isMistaken } from "../../../domain/ended-by-bank.js";
import { isMove } from "../../../domain/escrow.js";
import type { Cents } from "../../../domain/money.js";
import { add, subtract, ZERO } from "../../../domain/money.js";
import { usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { withUsd } from "../../../words/presented.js";
import { ENTRY_ICONS } from "../../disputes/icons.js";
import type { IconName } from "../../kit/icons.js";
import type { OrderView } from "../load.js";
import { STANDINGS } from "../standing.js";
import { sharedWords } from "../words.js";
import { timelineWords } from "./words.js";

export type Happening = {
  readonly at: number;
  readonly icon: IconName;
  readonly text: string;
  /** The place of the milestone that it is about, from 1; null when it is about the whole order, or there is only one. */
  readonly part: number | null;
};

/** Oldest first. What happened in one second stands in the order in which it follows from each other. */
export function timelineOf(order: OrderView, locale: Locale): readonly Happening[] {
  const { escrow, endedAt } = order;
  const words = timelineWords(locale);
  const whole = (at: number | null, icon: IconName, text: string): readonly Happening[] =>
    at === null ? [] : [{ at, icon, text, part: null }];
  const happenings = [
    ...whole(escrow.created, "package-check", words.created),
    ...arrivals(order, locale),
    ...whole(escrow.fundedAt, "shield-check", words.funded),
    // What was taken closes the order, and not the other way round.
    ...takings(order, locale),
    ...steps(order, locale),
    ...order.refunds.map(
      ({ created, ...refund }): Happening => ({
        at: created,
        icon: "undo",
        text: words[refund.held > ZERO ? "refundHeld" : refund.taken === refund.amount ? "refundTaken" : "refund"]({
          amount: withUsd(refund.back, refund.amount, locale),
        }),
        part: null,
      }),
    ),
    // What ended it has been said.
    ...(isEndedByMistake(order)
      ? []
      : whole(endedAt, STANDINGS[escrow.status].icon, sharedWords(locale)[`status_${escrow.status}`])),
  ];
  // Sorting is stable, so the order above holds within a second.
  return happenings.sort((a, b) => a.at - b.at);
}

function arrivals({ transfers }: OrderView, locale: Locale): readonly Happening[] {
  const words = timelineWords(locale);
  return transfers.flatMap(({ kind, created, ...moved }): readonly Happening[] => {
    const sum = movedText(moved, locale);
    if (kind === "payment") return [{ at: created, icon: "lock", text: words.payment({ amount: sum }), part: null }];
    if (kind === "excess") return [{ at: created, icon: "lock", text: words.excess({ amount: sum }), part: null }];
    return [];
  });
}

/** What the buyer's bank took and gave back, and what was booked by mistake. What it took of a refund stands with the refund. */
function takings({ transfers }: OrderView, locale: Locale): readonly Happening[] {
  const words = timelineWords(locale);
  const ofRefunds = (at: number): Cents =>
    add(
      ...transfers
        .filter(({ kind, created }) => kind === "chargeback_refund" && created === at)
        .map((one) => one.amount),
    );
  return transfers.flatMap(({ kind, created, isMistake, ...moved }): readonly Happening[] => {
    const amount = movedText(moved, locale);
    if (kind === "chargeback_taken" && isMistake)
      return [{ at: created, icon: "circle-x", text: words.mistaken({ amount }), part: null }];
    const taken = kind === "chargeback_taken" ? subtract(moved.amount, ofRefunds(created)) : ZERO;
    if (taken > ZERO) {
      const said = taken === moved.amount ? amount : usd(taken, locale);
      return [{ at: created, icon: "landmark", text: words.refundTaken({ amount: said }), part: null }];
    }
    if (kind !== "chargeback_returned") return [];
    return [{ at: created, icon: "landmark", text: words.bankReturned({ amount }), part: null }];
  });
}

/** As the payer's bank has it, too. */
const movedText = (
  { amount, presented }: Pick<OrderView["transfers"][number], "amount" | "presented">,
  locale: Locale,
): string => withUsd(presented, amount, locale);

function steps(order: OrderView, locale: Locale): readonly Happening[] {
  const words = timelineWords(locale);
  const { milestones } = order.escrow;
  const amounts = new Map(milestones.map(({ id, amount }) => [id, amount]));
  const places = new Map(milestones.map(({ id }, index) => [id, index + 1]));
  let isSettled = false;
  // What was said in a dispute stands with the dispute.
  return order.entries.filter(isMove).flatMap(({ verb, actor, milestone, created }): readonly Happening[] => {
    // A settlement ends all milestones at once, and pays one amount.
    if (verb === "settle" && isSettled) return [];
    isSettled ||= verb === "settle";
    const amount = verb === "settle" ? settledAmount(order) : (amounts.get(milestone) ?? ZERO);
    const sum = usd(amount, locale);
    const text =
      verb === "approve"
        ? actor === "timer"
          ? words.approve_timer({ amount: sum })
          : words.approve({ amount: sum })
        : verb === "settle" && actor === "bank"
          ? words[isMistaken(order) ? "settleByMistake" : "settleByBank"]
          : verb === "refund"
            ? words.refundedAll
            : verb === "release" || verb === "settle"
              ? words[verb]({ amount: sum })
              : words[verb];
    const part = verb === "settle" || milestones.length === 1 ? null : (places.get(milestone) ?? null);
    const icon = verb === "settle" && isEndedByMistake(order) ? "circle-x" : ENTRY_ICONS[verb];
    return [{ at: created, icon, text, part }];
  });
}

const settledAmount = ({ transfers }: OrderView): Cents =>
  add(...transfers.filter(({ kind }) => kind === "settlement").map(({ amount }) => amount));
