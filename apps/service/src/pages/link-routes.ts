/** The routes of payment links, of one order and of many: public pages of the latter, and what a seller does with either. */
import { openLink } from "./checkout/link/actions.js";
import { showLink } from "./checkout/link/route.js";
import { member } from "./console/access.js";
import { makePaymentLink } from "./console/orders/new-session/actions.js";
import { showNewSession } from "./console/orders/new-session/route.js";
import { expireOpenSession, mailSession } from "./console/orders/session/actions.js";
import { sessionStatus, showSession } from "./console/orders/session/route.js";
import { mailPaymentLink, switchLinkOff, switchLinkOn } from "./console/payment-links/link/actions.js";
import { showPaymentLink } from "./console/payment-links/link/route.js";
import { showPaymentLinks } from "./console/payment-links/list/route.js";
import { makeReusableLink } from "./console/payment-links/new/actions.js";
import { showNewPaymentLink } from "./console/payment-links/new/route.js";
import { rateLimited } from "./console/rate-limited.js";
import { visitor } from "./kit/access.js";
import { get, type PageRoute, post } from "./kit/route.js";
import type { PageServices } from "./services.js";

export const LINK_ROUTES: readonly PageRoute<PageServices>[] = [
  get("/buy/:seller_code/:link_code", visitor, showLink),
  post("/buy/:seller_code/:link_code", visitor, openLink),

  get("/console/:seller_code/sessions/new", member("handleOrders"), showNewSession),
  post("/console/:seller_code/sessions/new", member("handleOrders"), makePaymentLink),
  get("/console/:seller_code/sessions/:session", member("read"), showSession),
  get("/console/:seller_code/sessions/:session/status", member("read"), sessionStatus),
  post("/console/:seller_code/sessions/:session/expire", member("handleOrders"), expireOpenSession),
  post("/console/:seller_code/sessions/:session/send", member("handleOrders"), rateLimited("sending", mailSession)),
  get("/console/:seller_code/payment-links", member("read"), showPaymentLinks),
  get("/console/:seller_code/payment-links/new", member("handleOrders"), showNewPaymentLink),
  post("/console/:seller_code/payment-links/new", member("handleOrders"), makeReusableLink),
  get("/console/:seller_code/payment-links/:link", member("read"), showPaymentLink),
  post("/console/:seller_code/payment-links/:link/off", member("handleOrders"), switchLinkOff),
  post("/console/:seller_code/payment-links/:link/on", member("handleOrders"), switchLinkOn),
  post(
    "/console/:seller_code/payment-links/:link/send",
    member("handleOrders"),
    rateLimited("sending", mailPaymentLink),
  ),
];
