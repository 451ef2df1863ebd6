/** How far an order is, what an escrow's status says of it, and which marks the shop is owed. Pure. */
import type { Escrow, EscrowStatus } from "@holdfast/sdk";

/** In their order: an order only goes forward. The last three are ends. */
export const STAGES = ["OPEN", "CONFIRMED", "FUNDED", "COMPLETED", "CANCELLED", "SETTLED"] as const;
export type Stage = (typeof STAGES)[number];

const RANK: Readonly<Record<Stage, number>> = {
  OPEN: 0,
  CONFIRMED: 1,
  FUNDED: 2,
  COMPLETED: 3,
  CANCELLED: 3,
  SETTLED: 3,
};

export const isEnd = (stage: Stage): boolean => RANK[stage] === 3;
export const isLaterThan = (stage: Stage, of: Stage): boolean => RANK[stage] > RANK[of];

const STAGE_OF: Readonly<Record<EscrowStatus, Stage>> = {
  PENDING_ACCEPTANCE: "CONFIRMED",
  PENDING_FUNDING: "CONFIRMED",
  AWAITING_PAYMENT: "CONFIRMED",
  WAITING_PAYMENT_CONFIRMATION: "CONFIRMED",
  PARTIALLY_FUNDED: "CONFIRMED",
  IN_ESCROW: "FUNDED",
  WORK_IN_PROGRESS: "FUNDED",
  DISPUTED: "FUNDED",
  COMPLETED: "COMPLETED",
  DECLINED: "CANCELLED",
  CANCELLED: "CANCELLED",
  DEADLINE_EXPIRED: "CANCELLED",
  CLOSED: "SETTLED",
};

export type Standing = {
  readonly stage: Stage;
  /** How often a dispute began or ended: odd while there is one. */
  readonly turns: number;
};

export const isDisputed = (turns: number): boolean => turns % 2 === 1;

/** Where an order stands once its escrow is known. A status that came after this version leaves it as it is. */
export function advance(now: Standing, { status }: Pick<Escrow, "status">): Standing {
  if (isEnd(now.stage) || !Object.hasOwn(STAGE_OF, status)) return now;
  const told = STAGE_OF[status];
  return {
    stage: isLaterThan(told, now.stage) ? told : now.stage,
    turns: isDisputed(now.turns) === (status === "DISPUTED") ? now.turns : now.turns + 1,
  };
}

export type Mark = "markFunded" | "markDisputed" | "markResumed" | "markCompleted" | "markCancelled" | "markSettled";

const MARK_OF_END: Readonly<Partial<Record<Stage, Mark>>> = {
  COMPLETED: "markCompleted",
  CANCELLED: "markCancelled",
  SETTLED: "markSettled",
};

/** The next mark that the shop is owed, and where it stands once it is made; null when it knows all. */
export function nextMark(
  now: Standing,
  told: Standing,
): { readonly mark: Mark | null; readonly told: Standing } | null {
  const wasDisputed = isDisputed(told.turns);
  // An order that was paid, or approved, while nobody looked was to be shipped. One that is disputed, or over, is not.
  const isGood = now.stage === "COMPLETED" || (now.stage === "FUNDED" && !isDisputed(now.turns));
  if (isGood && !isLaterThan(told.stage, "CONFIRMED"))
    return { mark: "markFunded", told: { stage: "FUNDED", turns: told.turns } };
  if (now.turns !== told.turns && !isEnd(now.stage)) {
    const mark = isDisputed(now.turns) === wasDisputed ? null : wasDisputed ? "markResumed" : "markDisputed";
    return { mark, told: { stage: told.stage, turns: now.turns } };
  }
  // That the money is there is told when the dispute is over.
  const isHeldBack = now.stage === "FUNDED" && isDisputed(now.turns);
  if (isHeldBack || (now.stage === told.stage && now.turns === told.turns)) return null;
  return { mark: MARK_OF_END[now.stage] ?? null, told: now };
}
