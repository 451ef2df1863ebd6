/** What currencies cost by the adapter. */
import { isFresh } from "../../../domain/rates.js";
import { unixSeconds } from "../../../platform/clock.js";
import { type Check, mustBe, Wrong } from "./bench.js";

/** As a deployment has it by default. */
const AGE_MAX_SECONDS = 86_400;

export const RATES: readonly Check[] = [
  {
    group: "rates",
    id: "rates",
    title: "each rate is a plain decimal of one currency, and of today",
    skip: ({ adapter }) => (adapter.rates == null ? "it says nothing of rates" : null),
    run: async ({ adapter }) => {
      const answer = (await adapter.rates?.()) ?? { kind: "unreachable" as const, reason: "it says nothing of rates" };
      const { rates } = mustBe("the question for rates", answer, ["rates"]);
      const now = unixSeconds();
      const off = rates.find((rate) => !isFresh(rate, now, AGE_MAX_SECONDS));
      if (off !== undefined)
        throw new Wrong(
          off.at > now
            ? `its rate of ${off.currency} is of a time to come`
            : `its rate of ${off.currency} is older than a day`,
        );
      return `1 USD = ${rates
        .slice(0, 3)
        .map(({ rate, currency }) => `${rate} ${currency}`)
        .join(", ")}`;
    },
  },
];
