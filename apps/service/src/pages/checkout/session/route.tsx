import { JUST_NOW, RETURNED } from "../../../domain/return-url.js";
import type { HostedSession } from "../../../store/read/orders/hosted-sessions.js";
import { buyerServicesOf, type PageContext } from "../../kit/page-context.js";
import type { Handler } from "../../kit/route.js";
import { loadStanding, loadView, pathOf, queryOf, type SessionServices } from "./load.js";
import { NOTHING_FILLED } from "./pay-form.js";
import { lastPhone, sameOf, versionOf } from "./state.js";
import { SessionPage } from "./view.js";

/** What the status line says of the session. */
const STATUS_CODES = { OPEN: 200, COMPLETED: 200, EXPIRED: 410 } as const satisfies Record<
  HostedSession["status"],
  number
>;

/** The page behind a session's `url`. What was used last is used again, unless the buyer chooses anew. */
export const showCheckout: Handler<PageContext, SessionServices> = async (context, asked, services) => {
  const view = await loadView(context, asked, services);
  // Back from a provider's page: from now on, however often this is loaded.
  if (asked.query[RETURNED] === JUST_NOW) return sameOf({ ...view, returnedAt: view.session.now });
  if (context.frame === null) asked.reply.headers(context.site.leadingHeaders(services.providers.payPages()));
  const phone = lastPhone(view.standing) || view.known.phone;
  const filled = { ...NOTHING_FILLED, phone, country: view.phones.likely };
  return {
    status: STATUS_CODES[view.session.status],
    page: <SessionPage view={view} context={context} filled={filled} />,
  };
};

/** Whether the page would look different by now: asked for by one that waits. */
export const showCheckoutStatus: Handler<unknown, SessionServices> = async (
  _reader,
  { params, query, request, reply },
  services,
) => {
  const buyer = await buyerServicesOf(request).buyers.current(request.headers);
  const found = await loadStanding({ params, query }, buyer?.email ?? null, services);
  return reply.header("Cache-Control", "no-store").send({ version: versionOf(found) });
};

/** Where a form with a mistake in it was shown again, and is loaded anew. */
export const toCheckout: Handler<unknown, unknown> = (_reader, asked) => pathOf(asked) + queryOf(asked);
