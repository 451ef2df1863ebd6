/** How a seller looks to its buyers. */
import { type Colour, parseColour } from "../../domain/brand.js";
import type { LogoType } from "../../domain/logo.js";
import type { Queryable } from "../../platform/database.js";

export type Brand = {
  /** "" for a seller that goes by its trading name. */
  readonly name: string;
  /** As it was chosen; null for ours. */
  readonly colour: Colour | null;
  readonly logo: { readonly hash: string; readonly width: number; readonly height: number } | null;
  /** Where its buyers reach it; "" for nowhere. */
  readonly supportEmail: string;
};

/** Of a row of accounts, under the alias `a`. */
export const BRAND_COLUMNS = "a.brand_name, a.brand_colour, a.logo_hash, a.logo_width, a.logo_height, a.support_email";

export type BrandRow = {
  readonly brand_name: string;
  readonly brand_colour: string | null;
  readonly logo_hash: string | null;
  readonly logo_width: number | null;
  readonly logo_height: number | null;
  readonly support_email: string;
};

export const brandFromRow = (row: BrandRow): Brand => ({
  name: row.brand_name,
  colour: row.brand_colour === null ? null : parseColour(row.brand_colour),
  logo:
    row.logo_hash === null || row.logo_width === null || row.logo_height === null
      ? null
      : { hash: row.logo_hash, width: row.logo_width, height: row.logo_height },
  supportEmail: row.support_email,
});

/** The bytes behind the address of a logo; null once the seller has another, or none. */
export async function findLogo(
  db: Queryable,
  sellerCode: string,
  hash: string,
): Promise<{ readonly content: Buffer; readonly type: LogoType } | null> {
  const [row] = await db.query<{ content: Buffer; type: LogoType }>({
    name: "find logo",
    text: "select logo as content, logo_type as type from accounts where seller_code = $1 and logo_hash = $2",
    values: [sellerCode, hash],
  });
  return row ?? null;
}
