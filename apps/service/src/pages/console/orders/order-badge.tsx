/** How an order stands, as every list and page of the console says it. */
import type { JSX } from "preact";
import { isEndedByMistake, isMistaken } from "../../../domain/ended-by-bank.js";
import { isBanks } from "../../../domain/escrow.js";
import type { EscrowLine } from "../../../store/read/console/orders.js";
import type { Order } from "../../../store/read/orders/orders.js";
import { Badge } from "../../kit/badge.js";
import { BankDisputeBadge, EscrowBadge, MistakenBadge } from "../../kit/badges.js";
import { useWords } from "../../kit/language.js";
import { maySubmit } from "./escrow/standing.js";
import { escrowsWords } from "./words.js";

type Standing = Pick<EscrowLine, "status" | "toDeliver" | "toReview" | "isBanks" | "isMistaken">;

/** Of an order in progress, what it waits for. */
export function OrderBadge({ order: { status, toDeliver, toReview, ...order } }: { order: Standing }): JSX.Element {
  const words = useWords(escrowsWords);
  if (order.isMistaken && (order.isBanks || status === "CLOSED")) return <MistakenBadge />;
  if (order.isBanks) return <BankDisputeBadge />;
  if (status !== "WORK_IN_PROGRESS" || toDeliver + toReview === 0) return <EscrowBadge status={status} />;
  const waits = [
    ...(toDeliver > 0 ? [words.toDeliver({ count: toDeliver })] : []),
    ...(toReview > 0 ? [words.inReview({ count: toReview })] : []),
  ].join(", ");
  return toDeliver > 0 ? (
    <Badge tone="waiting" icon="package-check" text={waits} />
  ) : (
    <Badge tone="calm" icon="clock" text={waits} />
  );
}

/** The same of an order that is there with its milestones. */
export const standingOf = ({ escrow, ...story }: Pick<Order, "escrow" | "entries" | "transfers">): Standing => ({
  status: escrow.status,
  toDeliver: escrow.milestones.filter((one) => maySubmit(escrow, one)).length,
  toReview:
    escrow.status === "WORK_IN_PROGRESS"
      ? escrow.milestones.filter(({ status }) => status === "AWAITING_REVIEW").length
      : 0,
  isBanks: isBanks(escrow),
  isMistaken: isEndedByMistake({ escrow, ...story }) || isMistaken({ escrow, ...story }),
});
