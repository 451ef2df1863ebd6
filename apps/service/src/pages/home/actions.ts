/** What a visitor of a sandbox can do at the root of the site. */
import type { Executor } from "../../commands/execute.js";
import { openSampleOrder } from "../../commands/open-sample-order.js";
import { findSampleSeller } from "../../store/read/orders/sample-seller.js";
import { payUrl } from "../kit/links.js";
import type { PageContext } from "../kit/page-context.js";
import { takeOrRefuse, visitorOf } from "../kit/places.js";
import { PageRefusal } from "../kit/refusal.js";
import type { Handler, Posted } from "../kit/route.js";
import type { HomeServices } from "./route.js";
import { homeWords } from "./words.js";

/** How often is counted as for a payment link: by browser, by network, and for all strangers together in a day. */
export const tryCheckout: Handler<PageContext, HomeServices & { readonly executor: Executor }, Posted> = async (
  { locale },
  { request },
  { db, executor, config, publicUrl },
) => {
  const seller = await findSampleSeller(db);
  if (seller === null) throw new PageRefusal("not_found");
  const { account, sellerCode, fees, terms, now } = seller;
  const { network, browser, addresses } = visitorOf(request);
  await takeOrRefuse(db, [
    { window: "openings", subject: `sample ${network}`, addresses },
    { window: "opening", subject: `sample ${browser ?? network}` },
    { window: "opened", subject: account },
  ]);
  const session = await openSampleOrder(
    { db, executor },
    {
      account,
      fees: fees ?? config.fees,
      terms,
      now,
      title: homeWords(locale).sampleTitle,
      url: (id) => publicUrl() + payUrl(sellerCode, id),
    },
  );
  return payUrl(sellerCode, session);
};
