/** `holdfast-provider/1`: what a US dollar is in other currencies, as an adapter gives it. */
import { Type } from "typebox";
import { strict, timestamp } from "../schemas/parts.js";
import { answer, currency, kind, rate, text } from "./parts.js";

export const Rates = answer("Rates", "What one US dollar is in other currencies.", [
  kind("rates", "All that you have. A currency that you leave out keeps its last rate until that is too old.", {
    rates: Type.Array(
      strict("Rate", "What one currency costs.", {
        currency: Type.String({
          ...currency,
          description: "ISO 4217: every currency once, and never USD.",
          examples: ["KES"],
        }),
        rate,
        at: timestamp("When the rate was set, not when you were asked."),
        source: text("Who sets it, such as the bank: buyers read it.", 80),
      }),
      { minItems: 1, maxItems: 200 },
    ),
  }),
]);
