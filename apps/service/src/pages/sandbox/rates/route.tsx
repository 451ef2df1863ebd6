/**
 * Where a person sets exchange rates by hand, as a bank would. Everyone can, without signing in, as everyone reads the mailbox:
 * live mode has no such page.
 */
import { setRate } from "../../../commands/set-rate.js";
import type { Queryable } from "../../../platform/database.js";
import { readClock } from "../../../store/read/clock.js";
import { listCurrentRates } from "../../../store/read/rates.js";
import type { Asked } from "../../kit/answer.js";
import { openPage } from "../../kit/page-context.js";
import type { Handler, Posted } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import { NO_RATE_TYPED, readRate, type TypedRate } from "./form.js";
import { SANDBOX_RATES_PATH } from "./links.js";
import { SandboxRatesPage } from "./view.js";

type Services = {
  readonly db: Queryable;
  readonly config: { readonly rates: { readonly ageMaxSeconds: number } };
};

/** Near what they were when this was written, and made up. */
const USUAL = [
  ["EUR", "0.9215"],
  ["JPY", "151.2"],
  ["KES", "129.35"],
  ["NGN", "1580"],
  ["UGX", "3650"],
  ["XOF", "604.5"],
] as const;

export const showSandboxRates: Handler<unknown, Services> = async (_reader, asked, services) =>
  pageOf(asked, { typed: NO_RATE_TYPED, said: asked.query["said"] }, services);

/** Sets one, or the usual ones. */
export const setSandboxRates: Handler<unknown, Services, Posted> = async (_reader, asked, services) => {
  if (asked.form["usual"] !== undefined) {
    for (const [currency, rate] of USUAL) {
      const set = await setRate(services.db, { currency, rate });
      if (!set.ok) return `${SANDBOX_RATES_PATH}?said=${set.reason}`;
    }
    return `${SANDBOX_RATES_PATH}?said=usual`;
  }
  const read = readRate(asked.form);
  if (!read.ok)
    return { status: UNPROCESSABLE, page: await pageOf(asked, { typed: read.typed, said: undefined }, services) };
  const set = await setRate(services.db, read.value);
  return `${SANDBOX_RATES_PATH}?said=${set.ok ? "set" : set.reason}`;
};

async function pageOf(
  { request, reply }: Pick<Asked, "request" | "reply">,
  shown: { readonly typed: TypedRate; readonly said: string | undefined },
  { db, config }: Services,
) {
  const [rates, { now }] = await Promise.all([listCurrentRates(db), readClock(db)]);
  const context = await openPage(request, reply);
  return (
    <SandboxRatesPage context={context} rates={rates} now={now} ageMaxSeconds={config.rates.ageMaxSeconds} {...shown} />
  );
}
