/** Whom MTN MoMo takes payments from, and whom it pays: in the currency of its country, and in dollars where wallets hold them. */

import { decimalsOf } from "../../domain/currencies.js";
import { AMOUNT_MAX, cents } from "../../domain/money.js";
import type { Capability } from "../port.js";
import type { MomoSettings } from "./settings.js";

/** By MTN's names of its countries; the sandbox has numbers of any. */
export const COUNTRIES: Readonly<Record<string, string | null>> = {
  sandbox: null,
  mtnbenin: "BJ",
  mtncameroon: "CM",
  mtncongo: "CG",
  mtnghana: "GH",
  mtnguineaconakry: "GN",
  mtnivorycoast: "CI",
  mtnliberia: "LR",
  mtnrwanda: "RW",
  mtnsouthafrica: "ZA",
  mtnswaziland: "SZ",
  mtnuganda: "UG",
  mtnzambia: "ZM",
};

/** A prompt ends within minutes; how it ended may be told later. */
export const LATE_DAYS = 3;

/** MTN does not tell its bounds: what is beyond them fails. */
export const capabilitiesOf = ({
  target,
  currencies,
}: Pick<MomoSettings, "target" | "currencies">): readonly Capability[] =>
  currencies.flatMap((currency): readonly Capability[] => {
    const country = COUNTRIES[target] ?? null;
    const range = {
      currency,
      method: "mobile_money" as const,
      countries: country === null ? null : [country],
      least: cents(100n),
      most: AMOUNT_MAX,
      decimals: decimalsOf(currency),
      pendingDays: 3,
      returnDays: 0,
    };
    return [
      {
        ...range,
        direction: "in",
        refundDays: null,
        holdDays: null,
        isPartial: true,
        refundsInTurn: true,
        isCancellable: false,
        lateDays: LATE_DAYS,
      },
      { ...range, direction: "out" },
    ];
  });
