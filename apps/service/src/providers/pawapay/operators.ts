/** Which operator a phone belongs to, and whether it serves an amount just now. */
import type { Cents } from "../../domain/money.js";
import { majorText } from "../amounts.js";
import type { Currency, Unreachable } from "../port.js";
import { objectOf, textIn } from "./answers.js";
import type { PawapayClient } from "./client.js";
import type { Offer, Offers, Operation } from "./offers.js";

export type Means = { readonly client: PawapayClient; readonly offers: Offers };

/** `phone`: digits with the country's code, as pawaPay writes it. */
export type Line = {
  readonly kind: "line";
  readonly operator: string;
  readonly phone: string;
};

/** `none`: no operator that pawaPay knows has this number. Looking changes nothing, so a failure of it did nothing. */
export async function lineOf(
  { client }: Pick<Means, "client">,
  phone: string,
): Promise<Line | { kind: "none" } | Unreachable> {
  const answer = await client.post("/v2/predict-provider", { phoneNumber: phone.replace(/^\+/, "") });
  if (answer.kind === "unreachable") return { ...answer, isUndone: true };
  if (answer.kind === "refused") return { kind: "none" };
  const told = objectOf(answer.value);
  if ("failureReason" in told) return { kind: "none" };
  return {
    kind: "line",
    operator: textIn(told, "provider"),
    phone: textIn(told, "phoneNumber").replace(/^\+/, ""),
  };
}

/** What the payer said, whatever the number begins with: operators open new ranges, and numbers move between them. */
export const namedLine = (phone: string, operator: string): Line => ({
  kind: "line",
  operator,
  phone: phone.replace(/^\+/, ""),
});

export type Served = { readonly kind: "served"; readonly offer: Offer; readonly text: string };
/** `down`: for the time being. `refused`: it never takes this. */
export type Unserved =
  | { readonly kind: "down"; readonly reason: string }
  | { readonly kind: "refused"; readonly reason: string };

type Sought = {
  readonly operation: Operation;
  readonly line: Line;
  readonly amount: Cents;
  readonly currency: Currency;
};

/** `text`: the amount as pawaPay wants it. */
export async function serve(
  { offers }: Pick<Means, "offers">,
  { operation, line, amount, currency }: Sought,
): Promise<Served | Unserved | Unreachable> {
  const offer = await offers.find({ operation, operator: line.operator, currency });
  if (offer === undefined) return { kind: "unreachable", reason: "it does not tell what it offers", isUndone: true };
  if (offer === null || (operation === "DEPOSIT" && !offer.isPrompt)) {
    return { kind: "refused", reason: `The operator ${line.operator} does not do this in ${currency}.` };
  }
  if (offer.isClosed) return { kind: "down", reason: `The operator ${line.operator} is down.` };
  const text = amountText(amount, offer.decimals);
  if (text === null || amount < offer.least || amount > offer.most) {
    return { kind: "refused", reason: `The operator ${line.operator} does not take this amount.` };
  }
  return { kind: "served", offer, text };
}

/** "25", "25.5" and "25.75": without noughts at the end. Null for a part of a unit where there are none. */
export const amountText = (amount: Cents, decimals: 0 | 2): string | null =>
  majorText(amount, decimals)?.replace(/\.00$|(?<=\.\d)0$/, "") ?? null;
