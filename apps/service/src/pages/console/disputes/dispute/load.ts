import { parseUuid } from "../../../../domain/ids.js";
import { loadDispute } from "../../../../store/read/orders/disputes.js";
import { findEvidence, type Order, type OrderOffer } from "../../../../store/read/orders/orders.js";
import { parseOfferNumber } from "../../../disputes/offer-form.js";
import type { Asked } from "../../../kit/answer.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type DisputeServices = Pick<ConsoleServices, "db" | "executor">;

/** @throws PageRefusal not_found for what is no dispute of the account. */
export async function loadOwnDispute(
  { member: { account } }: ConsoleContext,
  { params }: Asked,
  { db }: DisputeServices,
): Promise<Order> {
  const escrow = parseUuid("escrow", params["escrow_id"] ?? "");
  const dispute = escrow === null ? null : await loadDispute(db, { account, escrow }, "merchant");
  if (dispute === null) throw new PageRefusal("not_found");
  return dispute;
}

/** @throws PageRefusal not_found for what is no offer of a dispute of the account. */
export async function loadOffer(
  context: ConsoleContext,
  asked: Asked,
  services: DisputeServices,
): Promise<{ readonly dispute: Order; readonly offer: OrderOffer }> {
  const dispute = await loadOwnDispute(context, asked, services);
  const number = parseOfferNumber(asked.params["number"]);
  const offer = dispute.offers.find((one) => one.number === number);
  if (offer === undefined) throw new PageRefusal("not_found");
  return { dispute, offer };
}

/** A file of either side. @throws PageRefusal not_found for a file of no dispute of this account. */
export async function loadEvidence(
  { member: { sellerCode, account } }: ConsoleContext,
  { params }: Asked,
  { db }: DisputeServices,
) {
  const escrow = parseUuid("escrow", params["escrow_id"] ?? "");
  const id = parseUuid("evidence", params["evidence_id"] ?? "");
  const file =
    escrow === null || id === null ? null : await findEvidence(db, { sellerCode, escrow, id }, { merchant: account });
  if (file === null) throw new PageRefusal("not_found");
  return file;
}
