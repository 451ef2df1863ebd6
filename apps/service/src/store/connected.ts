/** Accounts that sellers have at the provider which holds their money (0119_connected_accounts.sql), as rows. */
import type { Connected } from "../domain/connected.js";
import { toCents, toNumber } from "./rows.js";

export type ConnectedRow = Omit<Connected, "toldAt" | "books"> & {
  readonly toldAt: string | null;
  readonly available: string | null;
  readonly pending: string | null;
  readonly booksAt: string | null;
};

const COLUMNS = `c.account_id as account, c.provider, c.reference, c.their_id as "theirId", c.destination_id as destination,
  c.is_payable as "isPayable", c.wanted, c.stopped, c.told_at as "toldAt",
  c.available, c.pending, c.books_at as "booksAt"`;

const fromRow = (row: ConnectedRow): Connected => ({
  account: row.account,
  provider: row.provider,
  reference: row.reference,
  theirId: row.theirId,
  destination: row.destination,
  isPayable: row.isPayable,
  wanted: row.wanted,
  stopped: row.stopped,
  toldAt: toNumber(row.toldAt),
  books:
    row.available === null || row.pending === null || row.booksAt === null
      ? null
      : { available: toCents(row.available), pending: toCents(row.pending), at: Number(row.booksAt) },
});

/** `c` is the account there. */
export const CONNECTED = { columns: COLUMNS, fromRow };
