import { type DeskCounts, readDeskCounts } from "../../../store/read/desk/waiting.js";
import { type LedgerAudit, listAudits } from "../../../store/read/money/ledger-audits.js";
import type { DeskReads } from "../load.js";

export type WhatWaits = {
  readonly counts: DeskCounts;
  /** The last one. */
  readonly audit: LedgerAudit | undefined;
};

export async function loadWaiting({ db }: DeskReads): Promise<WhatWaits> {
  const [counts, audits] = await Promise.all([readDeskCounts(db), listAudits(db, 1)]);
  return { counts, audit: audits[0] };
}
