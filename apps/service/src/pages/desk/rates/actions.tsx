/** What operators do about rates: they accept one that waits, or refuse it. */
import { decideRate } from "../../../commands/decide-rate.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import type { DeskContext } from "../access.js";
import { RATES_PATH } from "../links.js";
import { operatorOf, readReason } from "../parts.js";
import { saidOf } from "../words.js";
import { loadRates, type RatesServices } from "./load.js";
import { RatesPage } from "./view.js";

const SAID = { accept: "rate-accepted", refuse: "rate-refused" } as const;
const isDecision = (text: string): text is keyof typeof SAID => Object.hasOwn(SAID, text);

/** The form names the rate itself: one that took its place is not accepted unseen. */
export const decide: Handler<DeskContext, RatesServices, Posted> = async (context, { form }, services) => {
  const { rate: id = "", decision = "" } = form;
  if (!/^[1-9]\d{0,17}$/.test(id) || !isDecision(decision)) throw new PageRefusal("not_found");
  const reason = readReason(form["reason"]);
  if (reason.problem !== null) {
    const shown = await loadRates(id, services);
    if (shown.chosen === null) return `${RATES_PATH}?said=stale`;
    return {
      status: UNPROCESSABLE,
      page: <RatesPage context={context} shown={shown} reason={reason} said={undefined} />,
    };
  }
  const { ageMaxSeconds } = services.config.rates;
  const acted = await decideRate(services.db, operatorOf(context), {
    id,
    isAccepted: decision === "accept",
    reason: reason.reason,
    ageMaxSeconds,
  });
  return `${RATES_PATH}?said=${saidOf(acted, SAID[decision])}`;
};
