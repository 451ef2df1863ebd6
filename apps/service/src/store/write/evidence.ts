/** Writes what was handed in with a dispute, a statement or a request for changes, in the transaction that writes that. */
import type { NewEvidence } from "../../domain/evidence.js";
import type { AccountId, EscrowId } from "../../domain/ids.js";
import type { Statement } from "../../platform/database.js";

export type EvidenceLine = {
  readonly account: AccountId;
  readonly escrow: EscrowId;
  readonly now: number;
  /** Its place among the files that were handed in together, from 1. */
  readonly position: number;
  readonly evidence: NewEvidence;
};

/**
 * One file, for the entry with files that the same transaction wrote: the escrow's lock makes the last line of its history the new
 * one. Sent behind the history; without that line the transaction fails. One statement a file, since the driver would
 * write an array of them as text, twice as long.
 */
export const insertEvidence = ({ account, escrow, now, position, evidence }: EvidenceLine): Statement => ({
  name: "insert evidence",
  text: `
    insert into evidence (account_id, escrow_id, id, entry_number, position, name, type, content, created)
    values ($1, $2, $3,
      (select max(number) from milestone_entries
       where account_id = $1 and escrow_id = $2 and verb in ('dispute', 'statement', 'requestRevision') and created = $8::bigint),
      $4, $5, $6, $7, $8)`,
  values: [
    account,
    escrow,
    evidence.id,
    position,
    evidence.name,
    evidence.type,
    // The same bytes: the driver sends a Buffer as it is, and any other array of bytes as text.
    Buffer.from(evidence.content.buffer, evidence.content.byteOffset, evidence.content.byteLength),
    now,
  ],
});
