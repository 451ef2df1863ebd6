import { question } from "../../../platform/other-cells.js";
import { addCounts, type DeskCounts, readDeskCounts } from "../../../store/read/desk/pending.js";
import { type LedgerAudit, listAudits } from "../../../store/read/money/ledger-audits.js";
import type { DeskContext } from "../access.js";
import { askOthers } from "../cells.js";
import type { AllReads, DeskServices } from "../load.js";

export type PendingWork = {
  readonly counts: DeskCounts;
  /** The last one. */
  readonly audit: LedgerAudit | undefined;
};

export type PendingReads = Pick<DeskServices, "db" | "config">;

/** The same of another cell. */
export const PENDING = question<null, PendingWork>("desk-waiting");

/** All cells together. Since when the one has waited that waits longest; the audit is this cell's. */
export type AllPending = PendingWork & {
  /** By the names of the other cells: what their last audit found. */
  readonly audits: readonly { readonly cell: string; readonly audit: LedgerAudit | null }[];
};

export async function loadAllPending(
  context: DeskContext,
  services: AllReads & PendingReads,
): Promise<{ readonly context: DeskContext; readonly waiting: AllPending }> {
  const [own, all] = await Promise.all([
    loadPending(services),
    askOthers(context, services.otherCells, { question: PENDING, asked: null }),
  ]);
  const counts = all.found.reduce((sum, { answer }) => addCounts(sum, answer.counts), own.counts);
  const audits = all.found.map(({ cell, answer }) => ({ cell, audit: answer.audit ?? null }));
  return { context: all.context, waiting: { ...own, counts, audits } };
}

export async function loadPending({ db, config }: PendingReads): Promise<PendingWork> {
  const [counts, audits] = await Promise.all([readDeskCounts(db, config.rates.ageMaxSeconds), listAudits(db, 1)]);
  return { counts, audit: audits[0] };
}
