/** Accounts as operators see them: found by what people know of one, and each with its figures. */
import type { VerificationStatus } from "@holdfast/contract";
import type { Limits } from "../../../domain/decisions/account-terms.js";
import { readEmail } from "../../../domain/email.js";
import type { FeeSchedule } from "../../../domain/fees.js";
import type { DomainState } from "../../../domain/hosted-domain.js";
import { type AccountId, parseAccountId } from "../../../domain/ids.js";
import { type Cents, ZERO } from "../../../domain/money.js";
import { plainCode } from "../../../domain/typed.js";
import type { Queryable } from "../../../platform/database.js";
import type { Reads } from "../../../platform/late-reads.js";
import { FEE_COLUMNS, type FeesRow, feesFromRow, type ShownAccountRow, toCents, toNumber } from "../../rows.js";
import { type DayRange, daysFilter, type List, listOf } from "../page.js";

export type ListedAccount = {
  /** Its place in the list. */
  readonly position: string;
  readonly id: AccountId;
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly email: string;
  readonly verificationStatus: VerificationStatus;
  readonly suspended: boolean;
  readonly created: number;
};

type ListedRow = ShownAccountRow & {
  readonly number: string;
  readonly created: string;
};

const COLUMNS = "number, id, seller_code, trading_name, email, verification_status, suspended, created";

const listedFromRow = (row: ListedRow): ListedAccount => ({
  position: row.number,
  id: row.id,
  sellerCode: row.seller_code,
  tradingName: row.trading_name,
  email: row.email,
  verificationStatus: row.verification_status,
  suspended: row.suspended,
  created: Number(row.created),
});

export const ACCOUNT_STANDINGS = ["UNVERIFIED", "PENDING", "VERIFIED", "REJECTED", "SUSPENDED"] as const;
export type AccountStanding = (typeof ACCOUNT_STANDINGS)[number];

/**
 * Newest first.
 * @param wanted.search a seller code, an account id, a mail address of the account or of a member, or part of a name; "" takes all.
 */
export async function listDeskAccounts(
  db: Reads,
  wanted: DayRange & { readonly search: string; readonly standing: AccountStanding | null },
): Promise<List<ListedAccount>> {
  const { standing } = wanted;
  const { kind, sql, value } = await searchOf(db, wanted.search.trim());
  const listing = {
    name: `list desk accounts ${kind}`,
    select: COLUMNS,
    from: "accounts",
    key: "number",
    keyType: "bigint",
    filters: [
      ...(standing === null
        ? []
        : standing === "SUSPENDED"
          ? [{ sql: "suspended = $", value: true }]
          : [{ sql: "verification_status = $", value: standing }]),
      { sql, value, mark: kind },
      ...daysFilter("created", wanted),
    ],
  } as const;
  return listOf<ListedRow, ListedAccount>(db, listing, listedFromRow);
}

type Search = { readonly kind: string; readonly sql: string; readonly value: unknown };

async function searchOf(db: Reads, search: string): Promise<Search> {
  if (search === "") return { kind: "all", sql: "number > $", value: 0 };
  const id = parseAccountId(plainCode(search));
  if (id !== null) return { kind: "id", sql: "id = $", value: id };
  const mail = readEmail(search);
  if (mail !== null || search.includes("@")) {
    return { kind: "mail", sql: "array[id] <@ $", value: await accountsOfMail(db, mail ?? search.toLowerCase()) };
  }
  // Read from front to back: 10,000 accounts take 10 ms, and operators look for names now and then.
  const code = plainCode(search);
  const text = /^[0-9a-z]{8}$/i.test(code) && !search.includes(" ") ? code : search;
  const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return { kind: "text", sql: "seller_code || ' ' || trading_name ilike $", value: pattern };
}

async function accountsOfMail(db: Reads, mail: string): Promise<readonly AccountId[]> {
  const rows = await db.read<{ id: AccountId }>({
    name: "find accounts of mail",
    text: `
      select id from accounts where lower(email) = $1
      union
      select m.account_id from team_members m join sellers p on p.id = m.seller_id where p.email = $1`,
    values: [mail],
  });
  return rows.map(({ id }) => id);
}

/** One account with what operators look at before they decide anything about it. */
export type DeskAccount = Omit<ListedAccount, "position"> & {
  readonly apiVersion: string;
  readonly legalName: string;
  readonly country: string;
  /** Null: those of the deployment. */
  readonly fees: FeeSchedule | null;
  /** What may leave the wallet in a day; null for what holds for everybody. */
  readonly limits: Limits;
  readonly keys: number;
  /** All that buyers have paid, what of it reached the wallet, and the fees that were earned. */
  readonly received: Cents;
  readonly released: Cents;
  readonly feesEarned: Cents;
  /** In the wallet now. */
  readonly available: Cents;
  readonly disputes: number;
  /** On which buyers pay, once it is shown to be the seller's; null for none. */
  readonly domain: { readonly name: string; readonly state: DomainState } | null;
  /** Those that were taken away, which the account can't name. */
  readonly domainsBarred: readonly string[];
  readonly lastSessionAt: number | null;
};

type DeskRow = ListedRow &
  FeesRow &
  LimitsRow & {
    readonly api_version: string;
    readonly legal_name: string;
    readonly country: string;
    readonly keys: number;
    readonly received: string | null;
    readonly released: string | null;
    readonly fees_earned: string | null;
    readonly available: string | null;
    readonly disputes: number;
    readonly domain: string | null;
    readonly domain_state: DomainState | null;
    readonly domains_barred: readonly string[];
    readonly last_session_at: string | null;
  };

/** Null for a code that nobody has. Every figure is one look-up by a key, whatever the account has behind it. */
export async function findDeskAccount(db: Queryable, sellerCode: string): Promise<DeskAccount | null> {
  const [row] = await db.query<DeskRow>({
    name: "find desk account",
    text: `
      select ${COLUMNS}, api_version, legal_name, country, ${FEE_COLUMNS}, payout_daily_max, refund_credit::text,
        domain, domain_state, domains_barred,
        (select count(*)::int from api_keys k where k.account_id = a.id and k.revoked_at is null) as keys,
        books.*,
        (select count(*)::int from escrows e where e.account_id = a.id and e.status = 'DISPUTED') as disputes,
        (select s.created from checkout_sessions s where s.account_id = a.id order by s.id desc limit 1) as last_session_at
      from accounts a
      cross join lateral (
        select sum(debits) filter (where kind = 'external') as received,
          sum(credits) filter (where kind = 'merchant_wallet') as released,
          sum(credits) filter (where kind = 'fees_earned') as fees_earned,
          sum(credits - debits) filter (where kind = 'merchant_wallet') as available
        from ledger_accounts l
        where l.account_id = a.id and l.kind in ('external', 'merchant_wallet', 'fees_earned')
      ) books
      where a.seller_code = $1`,
    values: [sellerCode],
  });
  return row === undefined ? null : deskFromRow(row);
}

type LimitsRow = { readonly payout_daily_max: string | null; readonly refund_credit: string };

const limitsFromRow = (row: LimitsRow): Limits => ({
  dailyMax: row.payout_daily_max === null ? null : toCents(row.payout_daily_max),
  refundCredit: toCents(row.refund_credit),
});

export async function readLimits(db: Queryable, account: AccountId): Promise<Limits> {
  const [row] = await db.query<LimitsRow>({
    name: "read limits",
    text: "select payout_daily_max::text, refund_credit::text from accounts where id = $1",
    values: [account],
  });
  if (row === undefined) throw new Error(`there is no account ${account}`);
  return limitsFromRow(row);
}

const orZero = (text: string | null): Cents => (text === null ? ZERO : toCents(text));

function deskFromRow(row: DeskRow): DeskAccount {
  const { position: _, ...listed } = listedFromRow(row);
  return {
    ...listed,
    apiVersion: row.api_version,
    legalName: row.legal_name,
    country: row.country,
    fees: feesFromRow(row),
    limits: limitsFromRow(row),
    keys: row.keys,
    received: orZero(row.received),
    released: orZero(row.released),
    feesEarned: orZero(row.fees_earned),
    available: orZero(row.available),
    disputes: row.disputes,
    domain: row.domain === null || row.domain_state === null ? null : { name: row.domain, state: row.domain_state },
    domainsBarred: row.domains_barred,
    lastSessionAt: toNumber(row.last_session_at),
  };
}

export type DeskMember = {
  readonly name: string;
  readonly email: string;
  readonly role: "owner" | "developer" | "support";
  readonly created: number;
};

/** Who belongs to the account, oldest first. */
export async function listDeskMembers(db: Queryable, account: AccountId): Promise<readonly DeskMember[]> {
  const rows = await db.query<Omit<DeskMember, "created"> & { readonly created: string }>({
    name: "list desk members",
    text: `
      select p.name, p.email, m.role, m.created from team_members m join sellers p on p.id = m.seller_id
      where m.account_id = $1 order by m.created, p.id`,
    values: [account],
  });
  return rows.map(({ created, ...row }) => ({ ...row, created: Number(created) }));
}
