import type { EscrowStatus } from "@holdfast/contract";
import type { AccountId, EscrowId } from "../../domain/ids.js";
import type { Escrow } from "../../domain/model.js";
import type { Queryable } from "../../platform/database.js";
import { ESCROW_COLUMNS, type EscrowRow, escrowFromRow } from "../rows.js";
import { type Page, type PageRequest, pageOf } from "./page.js";

/** By id or by reference code; null when the account has no such escrow. */
export async function findEscrow(
  db: Queryable,
  account: AccountId,
  by: { readonly id: EscrowId } | { readonly code: string },
): Promise<Escrow | null> {
  const [column, value] = "id" in by ? ["id", by.id] : ["reference_code", by.code];
  const rows = await db.query<EscrowRow>({
    name: `find escrow by ${column}`,
    text: `select ${ESCROW_COLUMNS} from escrows e where e.account_id = $1 and e.${column} = $2`,
    values: [account, value],
  });
  return rows[0] === undefined ? null : escrowFromRow(rows[0]);
}

/** The id behind a reference code; codes never change, so no lock is needed. */
export async function findEscrowId(db: Queryable, account: AccountId, code: string): Promise<EscrowId | null> {
  const rows = await db.query<{ id: EscrowId }>({
    name: "find escrow id",
    text: "select id from escrows where account_id = $1 and reference_code = $2",
    values: [account, code],
  });
  return rows[0]?.id ?? null;
}

export async function listEscrows(
  db: Queryable,
  account: AccountId,
  filter: { status: EscrowStatus | null; externalReference: string | null },
  page: PageRequest,
): Promise<Page<Escrow>> {
  const found = await pageOf<EscrowRow>(db, {
    name: "list escrows",
    select: ESCROW_COLUMNS,
    from: "escrows e",
    key: "e.id",
    keyType: "uuid",
    filters: [
      { sql: "e.account_id = $", value: account },
      ...(filter.status === null ? [] : [{ sql: "e.status = $", value: filter.status }]),
      ...(filter.externalReference === null
        ? []
        : [{ sql: "e.external_reference <> '' and e.external_reference = $", value: filter.externalReference }]),
    ],
    page,
  });
  return { ...found, rows: found.rows.map(escrowFromRow) };
}
