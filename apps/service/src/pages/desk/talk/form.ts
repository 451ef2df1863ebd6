/** A question to one side of an order, as it was typed, and what is wrong with it. */
import { type MessageId, parseUuid } from "../../../domain/ids.js";
import { ANSWER_DAYS, ANSWER_DAYS_MAX, messageProblem, tidyMessage } from "../../../domain/messages.js";
import type { Party } from "../../../domain/model.js";
import { uuidv7 } from "../../../platform/random.js";
import { messageSentence } from "../../disputes/message-form.js";
import type { FormFields } from "../../kit/page-context.js";

export type TypedQuestion = {
  readonly id: MessageId;
  /** Null for one that was not chosen. */
  readonly to: Party | null;
  readonly text: string;
  /** A day, as browsers write it; "" for whenever. */
  readonly day: string;
  readonly problems: { readonly to?: string; readonly text?: string; readonly day?: string };
};

const DAY_SECONDS = 86_400;
const dayOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 10);

/** @param now Unix seconds, as below. */
export const newQuestion = (now: number): TypedQuestion => ({
  id: uuidv7() as MessageId,
  to: null,
  text: "",
  day: dayOf(now + ANSWER_DAYS * DAY_SECONDS),
  problems: {},
});

/** The question, and when the day ends on which an answer is wanted. */
export function readQuestion(
  { id = "", to = "", text: typed = "", day = "" }: FormFields,
  now: number,
): { readonly form: TypedQuestion; readonly answerBy: number | null } {
  const text = tidyMessage(typed);
  const unfit = messageProblem(text);
  const answerBy = day === "" ? null : endOf(day);
  const last = now + (ANSWER_DAYS_MAX + 1) * DAY_SECONDS;
  const isDay = day === "" || (answerBy !== null && answerBy > now && answerBy < last);
  const party = to === "buyer" || to === "merchant" ? to : null;
  return {
    form: {
      id: parseUuid("message", id) ?? newQuestion(now).id,
      to: party,
      text,
      day,
      problems: {
        ...(party === null ? { to: "Choose whom you ask." } : {}),
        ...(unfit === null ? {} : { text: messageSentence(unfit, "en") }),
        ...(isDay ? {} : { day: `Choose a day within the next ${ANSWER_DAYS_MAX} days, or none.` }),
      },
    },
    answerBy,
  };
}

/** The last second of a day of UTC; null for what is none. */
function endOf(day: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T23:59:59Z`) : Number.NaN;
  return Number.isNaN(at) || dayOf(at / 1000) !== day ? null : at / 1000;
}
