/** Finds the keys that requests present, and counts those requests. Nothing here is cached: a revocation holds at once everywhere. */
import type { Scope, VerificationStatus } from "@holdfast/contract";
import type { FeeSchedule } from "../../domain/fees.js";
import type { AccountId } from "../../domain/ids.js";
import type { Queryable, Statement } from "../../platform/database.js";
import { NOW } from "../read/clock.js";
import { HOSTED_DOMAIN } from "../read/domains.js";
import { dueAccounts } from "../read/orders/due.js";
import { FEE_COLUMNS, type FeesRow, feesFromRow } from "../rows.js";
import { setMark } from "../statement-marks.js";
import { counting, DAY, leftOf, MINUTE } from "./rate-windows.js";

/** A key that requests present, how many do so at this moment, and how many of them ask for a new session. */
export type Presented = {
  readonly lookup: string;
  readonly hash: Buffer;
  readonly requests: number;
  readonly creations: number;
};

/** What else the check goes by. */
export type CheckOptions = {
  /** Of a key in a minute: what is beyond it does not use up its account's allowance. */
  readonly requestsMax: number;
  /** What waits for the check on its connection, if anything does. */
  readonly expected: Expected | null;
};

/** Something that is done if a key is found to be what was expected, with a place in each of its windows. */
export type Expected = {
  /** By which it is told. */
  readonly mark: string;
  /** Of the key and its account, as `KeyRow` has it. */
  readonly standing: string;
  /** The second in which it is checked. */
  readonly now: number;
  /** Of the account in a minute, and the sessions of its day. */
  readonly accountRequestsMax: number;
  readonly creationsMax: number;
};

export type KeyRow = Omit<FoundRow, keyof FeesRow> & { readonly fees: FeeSchedule | null };

type FoundRow = FeesRow & {
  readonly lookup: string;
  /** The hash that was presented: a wrong secret finds the row too, and must be told apart by the caller. */
  readonly presented: Buffer;
  readonly secret_hash: Buffer;
  readonly scopes: readonly Scope[];
  /** Empty for all. */
  readonly networks: readonly string[];
  readonly last_four: string;
  readonly account_id: AccountId;
  readonly seller_code: string;
  readonly trading_name: string;
  readonly verification_status: VerificationStatus;
  readonly suspended: boolean;
  readonly api_version: string;
  readonly hosted_domain: string | null;
  readonly review_window_seconds: number | null;
  readonly delivery_deadline_seconds: number | null;
  /** Requests of this key in its window, these included; null for a wrong secret, which is not counted. */
  readonly requests: string | null;
  /** Whole seconds until the window ends. */
  readonly window_left: number | null;
  /** The same of the account, whatever its keys: only requests that their key had place for are counted. */
  readonly account_requests: string | null;
  readonly account_left: number | null;
  /** Sessions that the account has asked for in its day. */
  readonly creations: string | null;
  readonly creations_left: number | null;
  readonly now: string;
  /** Whether time has done something to the account's sessions or escrows that nobody has written yet. */
  readonly has_due: boolean;
  /** Differs as soon as anything differs that is read of key and account, but what is counted; null where nothing is created. */
  readonly standing: string | null;
};

/** What is read of key and account. */
const READ = [
  "found.lookup",
  "found.presented",
  "found.secret_hash",
  "found.scopes",
  "found.networks::text[]",
  "found.last_four",
  "a.id",
  "a.seller_code",
  "a.trading_name",
  "a.verification_status",
  "a.suspended",
  "a.api_version",
  ...FEE_COLUMNS.split(", "),
  "a.review_window_seconds",
  "a.delivery_deadline_seconds",
  HOSTED_DOMAIN,
];
const NAMES: Readonly<Record<string, string>> = {
  "found.networks::text[]": "networks",
  "a.id": "account_id",
  [HOSTED_DOMAIN]: "hosted_domain",
};
const COLUMNS = READ.map((column) => (NAMES[column] === undefined ? column : `${column} as ${NAMES[column]}`)).join(
  ", ",
);
const STANDING = `encode(sha256(convert_to(row(${READ.join(", ")})::text, 'UTF8')), 'hex')`;

/** How the keys come to the statement, and what follows from that for its other parts. */
type Form = {
  readonly found: string;
  readonly sum: (column: string) => string;
  readonly perAccount: string;
  readonly inOrderOf: (column: string) => string;
  /** Of rows that belong to each other. */
  readonly on: (left: string, right: string) => string;
};

const OF_KEY = "k.id, k.account_id, k.lookup, k.secret_hash, k.scopes, k.networks, k.last_four";
const IS_IN_USE = `k.revoked_at is null and (k.expires_at is null or k.expires_at > (select ${NOW}))`;

/** Each key once. */
const MANY: Form = {
  found: `
    select ${OF_KEY}, given.hash as presented, given.requests, given.creations
    from unnest($1::text[], $2::bytea[], $3::int[], $4::int[]) as given (lookup, hash, requests, creations)
    join api_keys k using (lookup) where ${IS_IN_USE}`,
  sum: (column) => `sum(${column})`,
  perAccount: "group by found.account_id",
  inOrderOf: (column) => `order by ${column}`,
  on: (left, right) => `on ${left} = ${right}`,
};

/** A lone key is most of what is asked, and costs the database a tenth less where nothing is unnested, joined and summed up. */
const ONE: Form = {
  found: `
    select ${OF_KEY}, $2::bytea as presented, $3::int as requests, $4::int as creations
    from api_keys k where k.lookup = $1::text and ${IS_IN_USE}`,
  sum: (column) => column,
  perAccount: "",
  inOrderOf: () => "",
  on: () => "on true",
};

// A window is only touched by requests that count in it: of those that create nothing, none reads that of the account's day.
const authenticate = ({ found, sum, perAccount, inOrderOf, on }: Form, isCreating: boolean): string => `
  with found as materialized (${found}),
  counted as (
    insert into rate_windows as w (kind, subject, opened_at, requests)
    select 'key', id::text, clock_timestamp(), requests from found where presented = secret_hash ${inOrderOf("id")}
    ${counting(MINUTE)}
    returning subject, requests, ${leftOf(MINUTE)} as window_left
  ),
  passed as materialized (
    select found.account_id, ${sum("fit")} as requests, ${sum("least(fit, found.creations)")} as creations
    from found join counted ${on("counted.subject", "found.id::text")}
    cross join lateral (select greatest(0, least(found.requests, $5::bigint - (counted.requests - found.requests))) as fit) as fitting
    where found.presented = found.secret_hash ${perAccount}
  ),
  accounts_counted as (
    insert into rate_windows as w (kind, subject, opened_at, requests)
    select 'account', account_id::text, clock_timestamp(), requests from passed where requests > 0 ${inOrderOf("account_id")}
    ${counting(MINUTE)}
    returning subject, requests, ${leftOf(MINUTE)} as window_left
  ),${
    isCreating
      ? `
  creations_counted as (
    insert into rate_windows as w (kind, subject, opened_at, requests)
    select 'sessions', account_id::text, clock_timestamp(), creations from passed where creations > 0 ${inOrderOf("account_id")}
    ${counting(DAY)}
    returning subject, requests, ${leftOf(DAY)} as window_left
  ),`
      : ""
  }
  clock as materialized (select ${NOW} as now),
  due as materialized (${dueAccounts("(select now from clock)")})${
    isCreating
      ? `,
  checked as materialized (${CHECKED({ on, isCreating })})
  select checked.*, ${setMark({ mark: "$6::text", where: HAS_PASSED })} as told from checked`
      : CHECKED({ on, isCreating })
  }`;

const CHECKED = ({ on, isCreating }: Pick<Form, "on"> & { readonly isCreating: boolean }): string => `
  select ${COLUMNS},
    case when found.presented = found.secret_hash then counted.requests end as requests, counted.window_left, clock.now,
    accounts_counted.requests as account_requests, accounts_counted.window_left as account_left,
    ${isCreating ? "creations_counted.requests as creations, creations_counted.window_left" : "null as creations, null"} as creations_left,
    due.may_be_any or coalesce(a.id = any(due.accounts), false) as has_due,
    ${isCreating ? STANDING : "null"} as standing
  from found cross join clock cross join due join accounts a on a.id = found.account_id and not a.moving
  left join counted ${on("counted.subject", "found.id::text")}
  left join accounts_counted ${on("accounts_counted.subject", "found.account_id::text")}
  ${isCreating ? `left join creations_counted ${on("creations_counted.subject", "found.account_id::text")}` : ""}`;

/** Whether a key is what was expected, and all of its requests have a place in each of their windows. */
const HAS_PASSED = `exists (
    select from checked
    where standing = $7::text and now = $8::bigint
      and requests <= $5::bigint and account_requests <= $9::bigint and creations <= $10::bigint)`;

const textsOf = (form: Form) => ({ reading: authenticate(form, false), creating: authenticate(form, true) });
const STATEMENTS = { one: textsOf(ONE), many: textsOf(MANY) } as const;

const EXPECTED = ["mark", "standing", "now", "accountRequestsMax", "creationsMax"] as const;

function statementOf(keys: readonly Presented[], { requestsMax, expected }: CheckOptions): Statement {
  const form = keys.length === 1 ? "one" : "many";
  /** Some of them or all. */
  const wanted = keys.some(({ creations }) => creations > 0) ? "creating" : "reading";
  const columns = [
    keys.map((key) => key.lookup),
    keys.map((key) => key.hash),
    keys.map((key) => key.requests),
    keys.map((key) => key.creations),
  ];
  return {
    name: `authenticate ${form}, ${wanted}`,
    text: STATEMENTS[form][wanted],
    values: [
      ...(form === "one" ? columns.map(([only]) => only) : columns),
      requestsMax,
      ...(wanted === "reading" ? [] : EXPECTED.map((part) => expected?.[part] ?? null)),
    ],
  };
}

/**
 * Finds the keys, counts the requests of those whose secret is right, all in one statement. It tells the next
 * statement on its connection (store/statement-marks.ts).
 * @param keys each once, by its look-up and the secret that is presented with it.
 */
export async function authenticateKeys(
  db: Queryable,
  keys: readonly Presented[],
  options: CheckOptions,
): Promise<readonly KeyRow[]> {
  const rows = await db.query<FoundRow>(statementOf(keys, options));
  return rows.map((row) => ({ ...row, fees: feesFromRow(row) }));
}
