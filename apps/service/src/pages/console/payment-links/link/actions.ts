import { draftOfLink } from "../../../../commands/open-payment-link.js";
import { switchPaymentLink } from "../../../../commands/switch-payment-link.js";
import { totalOf } from "../../../../domain/escrow.js";
import { readOffering } from "../../../../store/read/console/orders.js";
import { linkUrl } from "../../../kit/links.js";
import type { Handler, Posted } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { paymentLinkUrl } from "../../links.js";
import type { ConsoleServices } from "../../services.js";
import { sendLink } from "../../sharing.js";
import { type LinkServices, loadPaymentLink } from "./load.js";
import type { LinkSaid } from "./said.js";

const switchTo =
  (isOn: boolean): Handler<ConsoleContext, Pick<LinkServices, "db">, Posted> =>
  async (context, asked, { db }) => {
    const { id } = await loadPaymentLink(context, asked, { db });
    await switchPaymentLink(db, context.member.account, { id, isOn });
    return `${paymentLinkUrl(context, id)}?said=${(isOn ? "on" : "off") satisfies LinkSaid}`;
  };

/** Nothing more is opened through it. */
export const switchLinkOff = switchTo(false);
export const switchLinkOn = switchTo(true);

/** The link goes to a customer by mail. */
export const mailPaymentLink: Handler<ConsoleContext, Pick<ConsoleServices, "db" | "config">, Posted> = async (
  context,
  asked,
  { db, config },
) => {
  const link = await loadPaymentLink(context, asked, { db });
  const { account, sellerCode } = context.member;
  const { fees, terms, now } = await readOffering(db, account);
  const draft = draftOfLink(link, { fees: fees ?? config.fees, terms, now });
  const path = linkUrl(sellerCode, link.code);
  const isSent = await sendLink(context, asked.form, { db, title: draft.title, total: totalOf(draft), path });
  return `${paymentLinkUrl(context, link.id)}?said=${(isSent ? "sent" : "not_sent") satisfies LinkSaid}`;
};
