/** Who issues the papers of an account: what stands on receipts, invoices and statements of the seller. */
import type { AccountId } from "../../domain/ids.js";
import type { LogoType } from "../../domain/logo.js";
import type { Profile } from "../../domain/settings.js";
import type { Queryable } from "../../platform/database.js";
import { PROFILE_COLUMNS, type ProfileRow, profileFromRow } from "./profile.js";

export type Issuer = Profile & {
  readonly tradingName: string;
  readonly sellerCode: string;
  /** "" for a seller that goes by its trading name. */
  readonly brandName: string;
  readonly logo: { readonly content: Buffer; readonly type: LogoType } | null;
};

type Row = ProfileRow & {
  readonly trading_name: string;
  readonly seller_code: string;
  readonly brand_name: string;
  readonly logo: Buffer | null;
  readonly logo_type: LogoType | null;
};

/** @throws Error for an account that is not there: callers have found something that belongs to it. */
export async function readIssuer(db: Queryable, account: AccountId): Promise<Issuer> {
  const [row] = await db.query<Row>({
    name: "read issuer",
    text: `
      select a.trading_name, a.seller_code, a.brand_name, a.logo, a.logo_type, ${PROFILE_COLUMNS}
      from accounts a where a.id = $1`,
    values: [account],
  });
  if (row === undefined) throw new Error(`there is no account ${account}`);
  return {
    ...profileFromRow(row),
    tradingName: row.trading_name,
    sellerCode: row.seller_code,
    brandName: row.brand_name,
    logo: row.logo === null || row.logo_type === null ? null : { content: row.logo, type: row.logo_type },
  };
}
