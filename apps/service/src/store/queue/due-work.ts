/** For which workers there is something due, in one look at all the tables where work lies. */
import type { Queryable } from "../../platform/database.js";
import { isFree } from "../held.js";
import { CHECK_TRIES_MAX } from "./endpoint-checks.js";

/** What is leased is left out: somebody is at it. */
const FREE = "(w.leased_until is null or w.leased_until < clock_timestamp())";
const HERE = isFree("w.account_id");
/** At any provider of this process; their indexes begin with its name. */
const AT_ONE = "unnest($1::text[]) p(name) where exists";

/** Each leans on an index that holds open work only. */
const LOOKS = [
  [
    "calls",
    `${AT_ONE} (select from provider_calls w
       where w.provider = p.name and w.status = 'OPEN' and w.due_at <= (select ms from now) and ${FREE} and ${HERE})`,
  ],
  [
    "payouts",
    `${AT_ONE} (select from payout_calls w
       where w.provider = p.name and w.status = 'OPEN' and w.due_at <= (select ms from now) and ${FREE} and ${HERE})`,
  ],
  [
    "chargebacks",
    `${AT_ONE} (select from chargebacks w
       where w.provider = p.name and w.closed_at is null and w.look_at <= (select ms from now) and ${HERE})`,
  ],
  [
    "connected",
    `${AT_ONE} (select from connected_accounts w
       where w.provider = p.name and w.their_id is not null and w.look_at <= (select ms from now) and ${HERE})`,
  ],
  ["chargebacks", `ledger_accounts w where w.kind = 'merchant_owes' and w.debits > w.credits and ${HERE}`],
  ["notices", `provider_notices w where w.due_at <= (select ms from now) and ${FREE}`],
  ["statements", `provider_statements w where w.due_at <= (select at from now) and ${FREE}`],
  ["checks", `endpoint_checks w where w.status <> 'DONE' and w.fence < ${CHECK_TRIES_MAX} and ${FREE} and ${HERE}`],
  ["mails", "mails w where w.next_try_at <= clock_timestamp()"],
  [
    "audits",
    `ledger_audits w
       where w.status in ('WAITING', 'RUNNING') and not w.by_command and w.due_at <= clock_timestamp() and ${FREE}`,
  ],
  ["sandbox", `sandbox_bank.notices w where w.due_at <= (select ms from now) and ${FREE}`],
  ["sandbox", "sandbox_bank.payments w where w.status = 'OPEN' and w.expires_at <= (select at from now)"],
  ["sandbox", "sandbox_bank.outgoing w where w.returns_at <= (select at from now) and not w.is_told"],
] as const;

/** Who does it. */
export type Due = (typeof LOOKS)[number][0];

const LOOK = `with now as materialized (select service_now_ms() as ms, service_now() as at)
${LOOKS.map(([worker, from]) => `select '${worker}' as worker where exists (select from ${from})`).join("\nunion ")}`;

/** May name a worker that can claim nothing at the moment, and leaves out none that can. @param providers their names. */
export async function findDueWork(db: Queryable, providers: readonly string[]): Promise<readonly Due[]> {
  const rows = await db.query<{ worker: Due }>({ name: "find due work", text: LOOK, values: [providers] });
  return rows.map(({ worker }) => worker);
}
