import type { AccountId } from "../domain/ids.js";
import type { Logo } from "../domain/logo.js";
import type { Queryable } from "../platform/database.js";
import { updateBrand, updateLogo } from "../store/write/settings.js";

export type NewBrand = {
  readonly name: string;
  readonly colour: string | null;
  /** Left as it is without one. `hash` names the bytes. */
  readonly logo: (Logo & { readonly hash: string }) | null;
};

export async function saveBrand(db: Queryable, account: AccountId, { name, colour, logo }: NewBrand): Promise<void> {
  await updateBrand(db, account, { name, colour });
  if (logo !== null) await updateLogo(db, account, logo);
}

export const removeLogo = (db: Queryable, account: AccountId): Promise<void> => updateLogo(db, account, null);
