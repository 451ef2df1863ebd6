import { question } from "../../../platform/other-cells.js";
import { addCounts, type DeskCounts, readDeskCounts } from "../../../store/read/desk/waiting.js";
import { type LedgerAudit, listAudits } from "../../../store/read/money/ledger-audits.js";
import type { DeskContext } from "../access.js";
import { askOthers } from "../cells.js";
import type { AllReads, DeskReads } from "../load.js";

export type WhatWaits = {
  readonly counts: DeskCounts;
  /** The last one. */
  readonly audit: LedgerAudit | undefined;
};

/** The same of another cell. */
export const WAITING = question<null, WhatWaits>("desk-waiting");

/** All cells together. Since when the one has waited that waits longest; the audit is this cell's. */
export type AllWaiting = WhatWaits & {
  /** By the names of the other cells: what their last audit found. */
  readonly audits: readonly { readonly cell: string; readonly audit: LedgerAudit | null }[];
};

export async function loadAllWaiting(
  context: DeskContext,
  services: AllReads,
): Promise<{ readonly context: DeskContext; readonly waiting: AllWaiting }> {
  const [own, all] = await Promise.all([
    loadWaiting(services),
    askOthers(context, services.otherCells, { question: WAITING, asked: null }),
  ]);
  const counts = all.found.reduce((sum, { answer }) => addCounts(sum, answer.counts), own.counts);
  const audits = all.found.map(({ cell, answer }) => ({ cell, audit: answer.audit ?? null }));
  return { context: all.context, waiting: { ...own, counts, audits } };
}

export async function loadWaiting({ db }: DeskReads): Promise<WhatWaits> {
  const [counts, audits] = await Promise.all([readDeskCounts(db), listAudits(db, 1)]);
  return { counts, audit: audits[0] };
}
