/** Who a seller is, as its profile says. */
import type { Profile } from "../../domain/settings.js";

export type ProfileRow = {
  readonly legal_name: string;
  readonly country: string;
  readonly address: string;
  readonly tax_id: string;
  readonly phone: string;
  readonly website: string;
  readonly support_email: string;
};

/** `a` is the account. */
export const PROFILE_COLUMNS = "a.legal_name, a.country, a.address, a.tax_id, a.phone, a.website, a.support_email";

export const profileFromRow = (row: ProfileRow): Profile => ({
  legalName: row.legal_name,
  country: row.country,
  address: row.address,
  taxId: row.tax_id,
  phone: row.phone,
  website: row.website,
  supportEmail: row.support_email,
});
