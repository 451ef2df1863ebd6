/** Every page and every form of a checkout inside of a seller's own page. What answers is what answers outside. */
import {
  chooseLanguage,
  enterCode,
  forgetCode,
  requestAgain,
  requestCode,
  signOutBuyer,
} from "./buyer/sign-in/actions.js";
import { openLink } from "./checkout/link/actions.js";
import { showLink } from "./checkout/link/route.js";
import { confirmOrder, giveUpPayment, payOrder } from "./checkout/session/actions.js";
import { showCheckout, showCheckoutStatus, toCheckout } from "./checkout/session/route.js";
import { tellPaid } from "./checkout/session/tell-paid.js";
import { anybody } from "./kit/access.js";
import { framed } from "./kit/frames.js";
import { get, type PageRoute, post, postFiles } from "./kit/route.js";
import type { PageServices } from "./services.js";

export const FRAME_ROUTES: readonly PageRoute<PageServices>[] = [
  get("/embed/:seller_code/pay/:session_id", framed, showCheckout),
  get("/embed/:seller_code/pay/:session_id/status", anybody, showCheckoutStatus),
  get("/embed/:seller_code/pay/:session_id/confirm", anybody, toCheckout),
  post("/embed/:seller_code/pay/:session_id/confirm", framed, confirmOrder),
  get("/embed/:seller_code/pay/:session_id/payments", anybody, toCheckout),
  post("/embed/:seller_code/pay/:session_id/payments", framed, payOrder),
  post("/embed/:seller_code/pay/:session_id/payments/:payment/cancel", framed, giveUpPayment),
  postFiles("/embed/:seller_code/pay/:session_id/payments/:payment/paid", framed, tellPaid),
  get("/embed/:seller_code/buy/:link_code", framed, showLink),
  post("/embed/:seller_code/buy/:link_code", framed, openLink),
  post("/embed/:seller_code/sign-in", framed, requestCode),
  post("/embed/:seller_code/sign-in/again", framed, requestAgain),
  post("/embed/:seller_code/sign-in/code", framed, enterCode),
  post("/embed/:seller_code/sign-in/other", anybody, forgetCode),
  post("/embed/:seller_code/sign-out", anybody, signOutBuyer),
  post("/embed/:seller_code/language", anybody, chooseLanguage),
];
