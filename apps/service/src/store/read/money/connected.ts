/** How a seller stands with the provider that holds their money. */
import type { Connected } from "../../../domain/connected.js";
import type { AccountId } from "../../../domain/ids.js";
import type { CurrentReads } from "../../../platform/database.js";
import { CONNECTED, type ConnectedRow } from "../../connected.js";

/** Null for a seller who was never led to the provider. */
export async function readConnected(db: CurrentReads, account: AccountId, provider: string): Promise<Connected | null> {
  const [row] = await db.read<ConnectedRow>({
    name: "read connected account",
    text: `select ${CONNECTED.columns} from connected_accounts c where c.account_id = $1 and c.provider = $2`,
    values: [account, provider],
  });
  return row === undefined ? null : CONNECTED.fromRow(row);
}
