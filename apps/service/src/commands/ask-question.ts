import type { AccountId, EscrowId, MessageId } from "../domain/ids.js";
import { type MessageProblem, QUESTIONS_TO } from "../domain/messages.js";
import type { Party } from "../domain/model.js";
import { type Operator, type OperatorRefusal, refusalOfOrder } from "../domain/operators.js";
import { type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { withinRules } from "./on-account.js";
import { writeMessage } from "./send-message.js";

/** An operator asks one side of an order, which the other never sees. It is sent by mail, and stands in the audit log. */
export async function askQuestion(
  db: Queryable,
  operator: Operator,
  question: {
    readonly account: AccountId;
    readonly escrow: EscrowId;
    /** Of the order. */
    readonly buyerEmail: string;
    readonly id: MessageId;
    readonly to: Party;
    readonly text: string;
    /** Unix seconds; null for whenever. */
    readonly answerBy: number | null;
  },
): Promise<Result<null, MessageProblem | OperatorRefusal>> {
  const { account, escrow, id, to, text, answerBy } = question;
  const own = refusalOfOrder(operator, question);
  if (own !== null) return refused(own);
  const channel = QUESTIONS_TO[to];
  const message = { account, escrow, id, channel, author: "operator", authorId: operator.id, text, files: [] } as const;
  const asked = await withinRules(() => writeMessage(db, message, { operator: operator.name, answerBy }));
  return asked.ok || typeof asked.reason === "string"
    ? (asked as Result<null, MessageProblem>)
    : refused(asked.reason.code);
}
