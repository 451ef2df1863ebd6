import type { AccountId, PaymentLinkId } from "../domain/ids.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { updatePaymentLink } from "../store/write/payment-links.js";

/** Sessions that were opened before go on as they are. */
export async function switchPaymentLink(
  db: Queryable,
  account: AccountId,
  link: { readonly id: PaymentLinkId; readonly isOn: boolean },
): Promise<Result<null, "not_found">> {
  return (await updatePaymentLink(db, account, link)) ? ok(null) : refused("not_found");
}
