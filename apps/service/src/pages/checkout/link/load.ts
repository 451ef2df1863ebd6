/** Finds the link that an address names, and what it offers now. */
import { draftOfLink } from "../../../commands/open-payment-link.js";
import type { Config } from "../../../config/index.js";
import type { Session } from "../../../domain/model.js";
import { findHostedLink, type HostedLink } from "../../../store/read/orders/payment-links.js";
import type { Asked } from "../../kit/answer.js";
import { isSellerCode, linkUrl } from "../../kit/links.js";
import type { Frame } from "../../kit/page-context.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { SessionServices } from "../session/load.js";

export type LinkServices = Pick<SessionServices, "db" | "executor" | "publicUrl"> & {
  readonly config: Pick<Config, "fees">;
};

export type LinkView = HostedLink & { readonly draft: Session };

/** Its address: on our own page, or inside of a seller's. */
export const pathOfLink = ({ merchant, link }: LinkView, frame: Frame | null): string =>
  frame === null ? linkUrl(merchant.sellerCode, link.code) : `${frame.root}/buy/${link.code}`;

/** @throws PageRefusal not_found */
export async function loadLink(
  { seller_code = "", link_code = "" }: Asked["params"],
  { db, config }: LinkServices,
): Promise<LinkView> {
  const isCode = /^[0-9A-Za-z]{12}$/.test(link_code) && isSellerCode(seller_code);
  const found = isCode ? await findHostedLink(db, seller_code, link_code) : null;
  if (found === null) throw new PageRefusal("not_found");
  const { link, fees, terms, now } = found;
  return { ...found, draft: draftOfLink(link, { fees: fees ?? config.fees, terms, now }) };
}
