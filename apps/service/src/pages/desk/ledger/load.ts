import type { AuditFinding } from "../../../store/read/money/audit.js";
import {
  findNextAudit,
  type LedgerAudit,
  listAudits,
  listFindings,
  type NextAudit,
} from "../../../store/read/money/ledger-audits.js";
import type { DeskReads } from "../load.js";

export type Ledger = {
  readonly next: NextAudit;
  /** The last ones, newest first. */
  readonly audits: readonly LedgerAudit[];
  /** Of the last one. */
  readonly findings: readonly AuditFinding[];
};

const SHOWN = 10;

export async function loadLedger({ db }: DeskReads): Promise<Ledger> {
  const [next, audits] = await Promise.all([findNextAudit(db), listAudits(db, SHOWN)]);
  const [last] = audits;
  const findings = (last?.findings ?? 0) > 0 && last !== undefined ? await listFindings(db, last.id) : [];
  return { next, audits, findings };
}

/** Whether an audit runs or is about to, so that the page will have news before long. */
export const isUnderWay = ({ next }: Ledger): boolean => next.state !== "waiting";

/** Changes whenever the page would have news. */
export const versionOf = ({ id, state }: NextAudit): string => `${id}.${state}`;
