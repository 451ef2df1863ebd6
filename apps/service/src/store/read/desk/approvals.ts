/** What operators wait for each other with. */
import { type ApprovalRequest, requestFrom } from "../../../domain/approvals.js";
import type { AccountId } from "../../../domain/ids.js";
import type { Noted } from "../../../domain/operators.js";
import type { Queryable } from "../../../platform/database.js";

export type Approval = {
  readonly id: string;
  readonly account: AccountId;
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly request: ApprovalRequest;
  readonly subject: string;
  /** Who bought the order that it is about; null where it is about none. */
  readonly buyer: string | null;
  readonly shown: Noted;
  readonly reason: string;
  readonly askedBy: {
    readonly id: string;
    readonly name: string;
    /** Accounts that they belong to. */
    readonly accounts: readonly AccountId[];
  };
  /** Unix seconds of the service's clock. */
  readonly created: number;
};

type Row = Omit<Approval, "request" | "askedBy" | "created"> & {
  readonly action: ApprovalRequest["action"];
  readonly kept: unknown;
  readonly asked_by: string;
  readonly asked_name: string;
  readonly accounts: readonly AccountId[];
  readonly created: string;
};

const SELECT = `
      select o.id, o.account_id as account, a.seller_code as "sellerCode", a.trading_name as "tradingName", o.action,
        o.request as kept, o.subject, e.buyer_email as buyer, o.shown, o.reason, o.asked_by, o.asked_name, o.created,
        array(select m.account_id::text from team_members m where m.seller_id = o.asked_by) as accounts
      from operator_approvals o join accounts a on a.id = o.account_id
      left join escrows e on e.account_id = o.account_id and e.id = (o.request ->> 'escrow')::uuid
      where o.status = 'PENDING'`;

const fromRow = ({ action, kept, asked_by, asked_name, accounts, created, ...row }: Row): Approval => ({
  ...row,
  request: requestFrom(action, kept),
  askedBy: { id: asked_by, name: asked_name, accounts },
  created: Number(created),
});

const APPROVALS_SHOWN_MAX = 200;

/** The one that waits longest first. */
export async function listApprovals(db: Queryable): Promise<readonly Approval[]> {
  const rows = await db.query<Row>({
    name: "list approvals",
    text: `${SELECT} order by o.created, o.id limit ${APPROVALS_SHOWN_MAX}`,
  });
  return rows.map(fromRow);
}

/** Null when it does not wait any more. */
export async function findApproval(db: Queryable, id: string): Promise<Approval | null> {
  const rows = await db.query<Row>({ name: "find approval", text: `${SELECT} and o.id = $1`, values: [id] });
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** Where people sign in: whether somebody may use the desk, and so ask for anything. */
export async function isOperator(people: Queryable, sellerId: string): Promise<boolean> {
  const rows = await people.query({
    name: "is operator",
    text: "select 1 from sellers where id = $1 and is_operator",
    values: [sellerId],
  });
  return rows.length === 1;
}
