import { hostedOrigin } from "../../../../domain/hosted-domain.js";
import { parseUuid, type SessionId } from "../../../../domain/ids.js";
import { findPaymentLink, listLinkSessions, type PaymentLink } from "../../../../store/read/orders/payment-links.js";
import type { Asked } from "../../../kit/answer.js";
import { linkUrl } from "../../../kit/links.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type LinkServices = Pick<ConsoleServices, "db" | "publicUrl">;

/** @throws PageRefusal not_found, for another account's link as for one that does not exist. */
export async function loadPaymentLink(
  { member: { account } }: ConsoleContext,
  { params }: Pick<Asked, "params">,
  { db }: Pick<LinkServices, "db">,
): Promise<PaymentLink> {
  const id = parseUuid("payment_link", params["link"] ?? "");
  const found = id === null ? null : await findPaymentLink(db, account, id);
  if (found === null) throw new PageRefusal("not_found");
  return found;
}

/** A link as its seller sees it. */
export type SellerLink = {
  readonly link: PaymentLink;
  readonly url: string;
  readonly sessions: readonly SessionId[];
};

/** @throws PageRefusal not_found */
export async function loadSellerLink(
  context: ConsoleContext,
  asked: Pick<Asked, "params">,
  services: LinkServices,
): Promise<SellerLink> {
  const link = await loadPaymentLink(context, asked, services);
  const { account, sellerCode, hostedDomain } = context.member;
  const sessions = await listLinkSessions(services.db, account, link.id);
  return { link, sessions, url: hostedOrigin(services.publicUrl(), hostedDomain) + linkUrl(sellerCode, link.code) };
}
