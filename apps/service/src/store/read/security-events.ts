/** The log of security events, as owners of an account and operators see it. */
import type { AccountId } from "../../domain/ids.js";
import type { SecurityEventKind } from "../../domain/security.js";
import type { Database } from "../../platform/database.js";
import type { Reads } from "../../platform/late-reads.js";
import { type Page, type PageRequest, pageOf } from "./page.js";

export type SecurityEvent = {
  /** Its place in the list. */
  readonly position: string;
  readonly kind: SecurityEventKind;
  /** The address of whose sign-in it is, or who did it; null for the command line and for nobody known. */
  readonly email: string | null;
  /** Of events of an account. */
  readonly sellerCode: string | null;
  readonly subject: string;
  readonly network: string;
  readonly userAgent: string;
  /** Unix seconds of the service's clock. */
  readonly created: number;
};

type Row = Omit<SecurityEvent, "position" | "created"> & { readonly id: string; readonly created: string };

const COLUMNS = `e.id, e.kind, p.email, a.seller_code as "sellerCode", e.subject, e.network, e.user_agent as "userAgent", e.created`;
const JOINED = "left join sellers p on p.id = e.seller_id left join accounts a on a.id = e.account_id";

// Events of an account, and those of the sign-ins of its members since they joined; each by its own index.
const OF_ACCOUNT = `(
    select e.* from security_events e where e.account_id = $1
    union all
    select e.* from security_events e join team_members m on m.seller_id = e.seller_id and m.account_id = $1
    where e.account_id is null and e.created >= m.created) e ${JOINED}`;

const fromRow = ({ id, created, ...row }: Row): SecurityEvent => ({ ...row, position: id, created: Number(created) });

/** Newest first. @param account null for all accounts and everybody. */
export async function listSecurityEvents(
  db: Reads,
  account: AccountId | null,
  page: PageRequest,
): Promise<Page<SecurityEvent>> {
  const found = await pageOf<Row>(db, {
    name: account === null ? "list security events" : "list security events of account",
    select: COLUMNS,
    from: account === null ? `security_events e ${JOINED}` : OF_ACCOUNT,
    key: "e.id",
    keyType: "bigint",
    // The first parameter is the account's, which the list of one names itself.
    filters: account === null ? [{ sql: "e.id > $", value: 0 }] : [{ sql: "0 < $", value: account }],
    page,
  });
  return { ...found, rows: found.rows.map(fromRow) };
}

/** Tries of the last hour that failed, from one network. */
export type Burst = {
  readonly network: string;
  readonly passwords: number;
  readonly codes: number;
  readonly buyerCodes: number;
  /** When the last was; Unix seconds of the service's clock. */
  readonly last: number;
};

/** So many from one network are no slip of the finger. */
const BURST_MIN = 5;

/** Networks from which much failed in the last hour, the worst twenty, the worst first. */
export async function listBursts(db: Reads): Promise<readonly Burst[]> {
  const rows = await db.read<Record<keyof Burst, string>>({
    name: "list bursts",
    text: `
      select network, count(*) filter (where kind = 'sign_in_failed') as passwords,
        count(*) filter (where kind = 'code_wrong') as codes,
        count(*) filter (where kind = 'buyer_code_wrong') as "buyerCodes", max(created) as last
      from (select kind, network, created from security_events order by id desc limit 10000) newest
      where created > service_now() - 3600 and network <> '' and kind in ('sign_in_failed', 'code_wrong', 'buyer_code_wrong')
      group by network having count(*) >= ${BURST_MIN} order by count(*) desc, network limit 20`,
  });
  return rows.map(({ network, ...counts }) => ({
    network,
    passwords: Number(counts.passwords),
    codes: Number(counts.codes),
    buyerCodes: Number(counts.buyerCodes),
    last: Number(counts.last),
  }));
}

/** How many events of each kind there were in the last hour, in the whole deployment. */
export async function countSecurityEvents(
  db: Pick<Database, "query">,
): Promise<readonly { readonly kind: string; readonly count: number }[]> {
  const rows = await db.query<{ kind: string; count: string }>({
    name: "count security events",
    text: `
      select kind, count(*) as count from (
        select kind, created from security_events order by id desc limit 10000) newest
      where created > service_now() - 3600 group by kind`,
  });
  return rows.map(({ kind, count }) => ({ kind, count: Number(count) }));
}
