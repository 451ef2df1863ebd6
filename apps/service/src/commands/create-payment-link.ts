/** A link that many buyers can use: what it offers is checked as the body of the API's creation, and kept. */
import type { BodyOf } from "@holdfast/contract";
import type { AccountId, PaymentLinkId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { token, uuidv7 } from "../platform/random.js";
import { insertPaymentLink } from "../store/write/payment-links.js";

/** 71 bits: hard to guess, and short enough to type. */
const CODE_LENGTH = 12;

export async function createPaymentLink(
  db: Queryable,
  account: AccountId,
  given: {
    /** Valid, and of no customer. */
    readonly offer: BodyOf<"createSession">;
    readonly ordersMax: number | null;
    readonly days: number | null;
  },
): Promise<PaymentLinkId> {
  const id = uuidv7() as PaymentLinkId;
  const { offer, ordersMax, days } = given;
  const content = JSON.stringify(offer);
  await insertPaymentLink(db, account, { id, code: token(CODE_LENGTH), content, ordersMax, days });
  return id;
}
