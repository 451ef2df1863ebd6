import { type MessageProblem, messageProblem } from "../domain/messages.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { brokenCheck } from "../platform/database-errors.js";
import { insertMessage, type NewMessage, type Question } from "../store/write/messages.js";

/** A message of an order, to the other side of its channel. No event tells of it. The same message twice is one. */
export const sendMessage = (
  db: Queryable,
  message: NewMessage & { readonly author: "buyer" | "merchant" },
): Promise<Result<null, MessageProblem>> => writeMessage(db, message, null);

/** The same for whoever writes. */
export async function writeMessage(
  db: Queryable,
  message: NewMessage,
  question: Question | null,
): Promise<Result<null, MessageProblem>> {
  const problem = messageProblem(message.text);
  if (problem !== null) return refused(problem);
  try {
    await insertMessage(db, message, question);
    return ok(null);
  } catch (error) {
    const broken = PROBLEMS.get(brokenCheck(error) ?? "");
    if (broken === undefined) throw error;
    return refused(broken);
  }
}

const PROBLEMS: ReadonlyMap<string, MessageProblem> = new Map([
  ["order_messages_closed", "closed"],
  ["order_messages_fifty", "full"],
]);
