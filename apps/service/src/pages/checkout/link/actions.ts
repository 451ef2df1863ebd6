import { createHash } from "node:crypto";
import { openPaymentLink } from "../../../commands/open-payment-link.js";
import { formatId } from "../../../domain/ids.js";
import type { Place } from "../../../identity/places.js";
import { token } from "../../../platform/random.js";
import { payUrl } from "../../kit/links.js";
import type { PageContext } from "../../kit/page-context.js";
import { takeOrRefuse, visitorOf } from "../../kit/places.js";
import type { Handler, Posted } from "../../kit/route.js";
import { queryOf } from "../session/load.js";
import { type LinkServices, type LinkView, loadLink, pathOfLink } from "./load.js";

/** Somebody wants it: a session of their own, and its page. What can't be had is said by the page of the link. */
export const openLink: Handler<PageContext, LinkServices, Posted> = async ({ frame }, asked, services) => {
  const { params, form, request } = asked;
  const view = await loadLink(params, services);
  const { link, merchant, draft } = view;
  const query = queryOf(asked);
  const here = pathOfLink(view, frame) + query;
  if (link.standing !== "OPEN" || !merchant.takesPayments) return here;
  await takeOrRefuse(services.db, placesOf(view, visitorOf(request)));
  const opened = await openPaymentLink(services, link, {
    draft,
    requestHash: createHash("sha256")
      .update(`${link.id} ${named(form["form"])}`)
      .digest(),
    url: (session) => services.publicUrl() + payUrl(merchant.sellerCode, session),
  });
  if (!opened.ok) return here;
  const path =
    frame === null
      ? payUrl(merchant.sellerCode, opened.value)
      : `${frame.root}/pay/${formatId("session", opened.value)}`;
  return path + query;
};

/** A form without a name of its own is nobody's other form. */
const named = (form = ""): string => (form === "" ? token(FORM_NAME_LENGTH) : form.slice(0, 64));
export const FORM_NAME_LENGTH = 22;

/** Strangers can neither fill the database through a link, nor hold all of its places, nor use up what the account's keys may do. */
function placesOf({ link }: LinkView, { network, browser, addresses }: ReturnType<typeof visitorOf>): readonly Place[] {
  const ofNetwork = { subject: `${link.id} ${network}`, addresses };
  const ofBrowser = { subject: `${link.id} ${browser ?? network}` };
  return [
    { window: "openings", ...ofNetwork },
    { window: "opening", ...ofBrowser },
    ...(link.ordersMax === null
      ? []
      : [{ window: "holdings", ...ofNetwork } as const, { window: "holding", ...ofBrowser } as const]),
    { window: "opened", subject: link.account },
  ];
}
