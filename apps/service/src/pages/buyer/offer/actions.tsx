import { LIMITS } from "@holdfast/contract";
import { makeOffer } from "../../../commands/make-offer.js";
import { OFFERS_MAX } from "../../../domain/decisions/negotiate.js";
import { unreleasedOf } from "../../../domain/escrow.js";
import { readOffer, splitOf } from "../../disputes/offer-form.js";
import type { Answer } from "../../kit/answer.js";
import type { Handler, Posted } from "../../kit/route.js";
import { BAD_REQUEST } from "../../kit/status.js";
import { uploadWords } from "../../kit/words.js";
import type { BuyerContext } from "../access.js";
import { loadScene, type OrderServices, type Scene } from "../load.js";
import { done, mayAgree, refused, sideOf } from "../negotiating.js";
import { type OfferFault, OfferPage } from "./view.js";
import { offerWords, splitSentence } from "./words.js";

export const proposeSplit: Handler<BuyerContext, OrderServices, Posted> = async (context, asked, services) => {
  const form = readOffer(asked.form);
  const scene = await loadScene(context, asked.params, services);
  const { order } = scene;
  const { locale } = context;
  const again = (fault: OfferFault, { order: shown }: Scene = scene): Answer => ({
    status: BAD_REQUEST,
    page: <OfferPage context={context} order={shown} form={form} fault={fault} />,
  });
  if (!mayAgree(scene)) return refused(scene, { verb: "offer" });
  if ([...form.text].length > LIMITS.reasonLength) {
    return again({ field: "text", sentence: uploadWords(locale).problem_reason_long({ most: LIMITS.reasonLength }) });
  }
  const split = splitOf(form, unreleasedOf(order.escrow));
  if ("kind" in split) return again({ field: split.field, sentence: splitSentence(split, order, locale) });
  const outcome = await makeOffer(services.executor, sideOf(scene), { split, text: form.text });
  if (outcome.ok || outcome.reason.code !== "validation_failed") return done(scene, outcome, { verb: "offer" });
  // The sum fitted a moment ago; if it does not any more, the page that comes back names the new one.
  const now = await loadScene(context, asked.params, services);
  const changed = splitOf(form, unreleasedOf(now.order.escrow));
  const sentence =
    "kind" in changed
      ? splitSentence(changed, now.order, locale)
      : offerWords(locale).problem_many({ most: OFFERS_MAX });
  return again({ field: "refund", sentence }, now);
};
