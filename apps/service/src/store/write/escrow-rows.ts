/** What the statements of a transaction's changes are put together from. */
import type { Escrow } from "../../domain/model.js";
import type { Statement } from "../../platform/database.js";

/** A change of one kind of row, and the escrow that it hangs off. */
export type Of<Row> = { readonly escrow: Escrow; readonly now: number } & Row;

export const ofEscrow = {
  account_id: ["bigint", (row: { escrow: Escrow }) => row.escrow.account],
  escrow_id: ["uuid", (row: { escrow: Escrow }) => row.escrow.id],
} as const;

/** Sends a statement for the rows, or none for no rows. */
export type Send = <Row>(make: (rows: readonly Row[]) => Statement, rows: readonly Row[]) => Promise<unknown>[];
