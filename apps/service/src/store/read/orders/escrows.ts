import type { EscrowStatus } from "@holdfast/contract";
import type { AccountId, EscrowId } from "../../../domain/ids.js";
import type { CurrentReads, Database, Queryable } from "../../../platform/database.js";
import { lookUp } from "../../bulk.js";
import { ESCROW_LINE, type EscrowLine, type ShownEscrow, shownEscrowFromLine, toNumber } from "../../rows.js";
import { type Page, type PageRequest, pageOf } from "../page.js";

/** What answers show, and when time alone will change it: Unix seconds, null while no clock runs. */
export type StoredEscrow = ShownEscrow & { readonly dueAt: number | null };

const findBy = (column: "id" | "reference_code", type: "uuid" | "text") =>
  lookUp(
    `find escrow by ${column}`,
    { account_id: "bigint", key: type },
    (given) => `
    select given.ordinal, e.due_at, ${ESCROW_LINE}
    from ${given} join escrows e on e.account_id = given.account_id and e.${column} = given.key`,
  );
const FIND_BY_ID = findBy("id", "uuid");
const FIND_BY_CODE = findBy("reference_code", "text");

/** By id or by reference code; null when the account has no such escrow. */
export async function findEscrow(
  db: Pick<Database, "lookUp">,
  account: AccountId,
  by: { readonly id: EscrowId } | { readonly code: string },
): Promise<StoredEscrow | null> {
  const [lookUp, key] = "id" in by ? [FIND_BY_ID, by.id] : [FIND_BY_CODE, by.code];
  const [row] = await db.lookUp<EscrowLine & { due_at: string | null }>(lookUp, [account, key]);
  return row === undefined ? null : { ...shownEscrowFromLine(row), dueAt: toNumber(row.due_at) };
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
  db: CurrentReads,
  account: AccountId,
  { page, ...filter }: { status: EscrowStatus | null; externalReference: string | null; page: PageRequest },
): Promise<Page<ShownEscrow>> {
  const found = await pageOf<EscrowLine>(db, {
    name: "list escrows",
    select: ESCROW_LINE,
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
  return { ...found, rows: found.rows.map(shownEscrowFromLine) };
}
