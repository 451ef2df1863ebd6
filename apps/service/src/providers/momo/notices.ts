/**
 * What MTN MoMo calls back with, by POST or PUT, once, and without a signature: anybody may send it. Nothing in it is believed; it names
 * what is to be looked up by our reference, which nobody guesses.
 */
import { objectOf, textOr } from "../answers.js";
import { jsonIn } from "../http-client.js";
import type { CallbackRequest, Hint, Verified } from "../port.js";

/** As ours are written; what bears no signature may bear anything. */
const ORDER = /^HF[0-9A-Z]{12}$/;
const OUTGOING = /^[0-9a-f-]{36}$/;

export function verifyNotice({ body }: Pick<CallbackRequest, "body">): Verified {
  const told = jsonIn({ text: body.toString("utf8") });
  if (told === null) return { kind: "forged", reason: "It is no JSON object." };
  return { kind: "hint", id: null, about: hintsOf(textOr(objectOf(told)["externalId"], "")) };
}

/** It does not say whether it is a refund or a payout; only one of the two has the reference. */
function hintsOf(reference: string): readonly Hint[] {
  if (ORDER.test(reference)) return [{ about: "payment", reference }];
  if (!OUTGOING.test(reference)) return [];
  return [
    { about: "refund", reference },
    { about: "payout", reference },
  ];
}
