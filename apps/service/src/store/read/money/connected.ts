/** How a seller stands with the provider that holds their money, and what went from there to their bank. */
import type { BankPayout, Connected } from "../../../domain/connected.js";
import type { AccountId } from "../../../domain/ids.js";
import type { CurrentReads } from "../../../platform/database.js";
import { CONNECTED, type ConnectedRow } from "../../connected.js";
import { toCents } from "../../rows.js";

/** Null for a seller who was never led to the provider. */
export async function readConnected(db: CurrentReads, account: AccountId, provider: string): Promise<Connected | null> {
  const [row] = await db.read<ConnectedRow>({
    name: "read connected account",
    text: `select ${CONNECTED.columns} from connected_accounts c where c.account_id = $1 and c.provider = $2`,
    values: [account, provider],
  });
  return row === undefined ? null : CONNECTED.fromRow(row);
}

/** The newest few; leans on the index bank_payouts_latest. */
export async function listBankPayouts(
  db: CurrentReads,
  account: AccountId,
  { provider, limit }: { readonly provider: string; readonly limit: number },
): Promise<readonly BankPayout[]> {
  type Row = Omit<BankPayout, "amount" | "arrivesAt" | "created"> & Record<"amount" | "arrivesAt" | "created", string>;
  const rows = await db.read<Row>({
    name: "list bank payouts",
    text: `
      select their_id as "theirId", amount, status, failure, arrives_at as "arrivesAt", created
      from bank_payouts where account_id = $1 and provider = $2 order by created desc, their_id limit $3`,
    values: [account, provider, limit],
  });
  return rows.map(({ amount, arrivesAt, created, ...row }) => ({
    ...row,
    amount: toCents(amount),
    arrivesAt: Number(arrivesAt),
    created: Number(created),
  }));
}
