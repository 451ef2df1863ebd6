/** That another operator will have to confirm what somebody is about to do, and why: told before it is asked for. */
import type { JSX } from "preact";
import { add, type Cents } from "../../domain/money.js";
import { type MovedAlone, type Operator, type SecondFrom, whySecond } from "../../domain/operators.js";
import { usd } from "../../words/format.js";

/** Null when nobody has to. */
export function secondSentence(
  operator: Operator,
  { amount, alone, from }: { readonly amount: Cents; readonly alone: MovedAlone; readonly from: SecondFrom },
): string | null {
  const why = whySecond(operator, { amount, ...alone }, from);
  if (why === null || from === null) return null;
  const limit = `One operator alone may move up to ${usd(from, "en")}.`;
  const before = why === "order" ? alone.inOrder : alone.inAccount;
  const together = usd(add(before, amount), "en");
  switch (why) {
    case "amount":
      return `Another operator has to confirm this: it moves ${usd(amount, "en")}. ${limit}`;
    case "order":
      return `Another operator has to confirm this: you have already moved ${usd(before, "en")} of this order, and this makes it ${together}. ${limit}`;
    case "account":
      return `Another operator has to confirm this: you have moved ${usd(before, "en")} for this seller in the last 24 hours, and this makes it ${together}. ${limit}`;
    default:
      return why satisfies never;
  }
}

export const SecondNote = ({ sentence }: { sentence: string | null }): JSX.Element | null =>
  sentence === null ? null : <p class="muted mt-1 max-w-xs text-xs leading-relaxed">{sentence}</p>;
