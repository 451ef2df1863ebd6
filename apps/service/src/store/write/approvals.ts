/** What operators ask each other to confirm. Each verb is one statement that writes its line of the audit log too. */
import { type ApprovalRequest, orderOf, requestJson } from "../../domain/approvals.js";
import type { AccountId } from "../../domain/ids.js";
import type { Noted, Operator } from "../../domain/operators.js";
import type { Queryable } from "../../platform/database.js";

export type NewApproval = {
  readonly id: string;
  readonly account: AccountId;
  readonly operator: Operator;
  readonly request: ApprovalRequest;
  readonly subject: string;
  /** What will be done, for people. */
  readonly shown: Noted;
  readonly reason: string;
};

/** False when somebody is asked about the same already. */
export async function insertApproval(db: Queryable, given: NewApproval): Promise<boolean> {
  const { id, account, operator, request, subject, shown, reason } = given;
  const rows = await db.query({
    name: "desk: ask second operator",
    text: `
      with asked as (
        insert into operator_approvals
          (id, account_id, action, subject, request, shown, reason, asked_by, asked_name, created)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, service_now())
        on conflict do nothing returning account_id, subject, shown, reason
      )
      insert into operator_actions (operator_id, operator, action, account_id, escrow_id, subject, after, reason, created)
      select $8, $9, 'ask_second', account_id, $10::uuid, subject, shown || jsonb_build_object('asked for', $3::text), reason,
        service_now() from asked
      returning 1`,
    values: [
      id,
      account,
      request.action,
      subject,
      requestJson(request),
      JSON.stringify(shown),
      reason,
      operator.id,
      operator.name,
      orderOf(request),
    ],
  });
  return rows.length === 1;
}

/** False when it was decided before. */
export async function declineApproval(db: Queryable, id: string, operator: Operator): Promise<boolean> {
  const rows = await db.query({
    name: "desk: decline approval",
    text: `
      with declined as (
        update operator_approvals set status = 'DECLINED', decided_by = $2, decided_at = service_now()
        where id = $1 and status = 'PENDING' returning account_id, action, subject, shown, asked_name, request
      )
      insert into operator_actions (operator_id, operator, action, account_id, escrow_id, subject, before, reason, created)
      select $2, $3, 'decline_second', account_id, (request ->> 'escrow')::uuid, subject,
        shown || jsonb_build_object('asked for', action, 'asked by', asked_name), '', service_now() from declined
      returning 1`,
    values: [id, operator.id, operator.name],
  });
  return rows.length === 1;
}
