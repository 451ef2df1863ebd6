/** What operators have asked the sides of orders, over all accounts: what was answered and nobody has read, and what was not answered. */
import type { AccountId, EscrowId } from "../../../domain/ids.js";
import type { Party } from "../../../domain/model.js";
import type { Queryable } from "../../../platform/database.js";
import { toNumber } from "../../rows.js";

/** `waiting` goes on by itself; the others wait for an operator. */
export type QuestionStatus = "answered" | "overdue" | "waiting";

export type DeskQuestion = {
  readonly account: AccountId;
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly escrow: EscrowId;
  readonly title: string;
  /** The order's `TR-` code. */
  readonly reference: string;
  readonly asked: Party;
  readonly status: QuestionStatus;
  /** When it was answered, or asked. */
  readonly since: number;
  readonly answerBy: number | null;
};

/** Answers that no operator has read, one line a thread. By order_messages_told. */
export const ANSWERED = `
  select account_id, escrow_id, channel, min(created) as since from order_messages
  where read_at is null and author <> 'operator' and channel <> 'buyer_seller' group by 1, 2, 3`;

/** Questions without an answer, one line a thread. By order_messages_asked. */
const UNANSWERED = `
  select account_id, escrow_id, channel, min(created) as since, min(answer_by) as answer_by from order_messages
  where answered_at is null and author = 'operator' group by 1, 2, 3`;
export const OVERDUE = `select * from (${UNANSWERED}) asked where answer_by <= service_now()`;

const LISTED_MAX = 200;

/** Those that wait for an operator first, each kind the longest first. */
export async function listQuestions(db: Queryable): Promise<readonly DeskQuestion[]> {
  type Row = Omit<DeskQuestion, "since" | "answerBy"> & { readonly since: string; readonly answerBy: string | null };
  const rows = await db.query<Row>({
    name: "desk: list questions",
    text: `
      select q.account_id as account, a.seller_code as "sellerCode", a.trading_name as "tradingName", e.id as escrow, e.title,
        e.reference_code as reference, case q.channel when 'operator_buyer' then 'buyer' else 'merchant' end as asked,
        q.status, q.since, q.answer_by as "answerBy"
      from (
        select account_id, escrow_id, channel, 'answered' as status, since, null::bigint as answer_by from (${ANSWERED}) told
        union all
        select account_id, escrow_id, channel, case when answer_by <= service_now() then 'overdue' else 'waiting' end, since, answer_by
        from (${UNANSWERED}) asked
      ) q
      join accounts a on a.id = q.account_id
      join escrows e on e.account_id = q.account_id and e.id = q.escrow_id
      order by q.status = 'waiting', q.since, e.id limit ${LISTED_MAX}`,
  });
  return rows.map((row) => ({ ...row, since: Number(row.since), answerBy: toNumber(row.answerBy) }));
}
