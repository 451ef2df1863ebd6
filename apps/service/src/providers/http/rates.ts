/** What an adapter says that currencies cost: all of it is a rate, or none of it counts. */

import { CURRENCY } from "../../domain/money.js";
import { isRate, type Rate, SOURCE_MAX } from "../../domain/rates.js";
import type { RatesOf, Unreachable } from "../port-books.js";
import { Unreadable } from "../unreadable.js";
import { currencyIn, type Json, listIn, textIn, timeIn } from "./answers.js";
import type { HttpAsking } from "./client.js";

const RATES_MAX = 200;

/** @throws {Unreadable} */
export async function readRates({ ask }: HttpAsking): Promise<RatesOf | Unreachable> {
  const answer = await ask({ path: "/rates", body: null }, ["rates"]);
  if (answer.kind === "unreachable") return answer;
  const rates = listIn(answer.said, "rates", RATES_MAX).map(rateIn);
  if (rates.length === 0) throw new Unreadable("its rates are none");
  if (new Set(rates.map(({ currency }) => currency)).size < rates.length)
    throw new Unreadable("two of its rates are of one currency");
  return { kind: "rates", rates };
}

function rateIn(said: Json): Rate {
  const currency = currencyIn(said);
  if (currency === CURRENCY) throw new Unreadable("every rate is of one US dollar, so USD has none");
  const rate = textIn(said, "rate");
  if (!isRate(rate))
    throw new Unreadable(`its rate of ${currency} is no decimal greater than 0 of at most 12 digits, such as "129.35"`);
  return { currency, rate, source: textIn(said, "source", SOURCE_MAX), at: timeIn(said, "at") };
}
