/**
 * Who a request acts for, and whether it may go on. Requests that arrive together are looked up and counted together,
 * in one statement; the answer is as fresh as that statement.
 */
import { LIMITS, type Scope, type VerificationStatus } from "@holdfast/contract";
import type { FeeSchedule } from "../domain/fees.js";
import type { AccountId } from "../domain/ids.js";
import type { Terms } from "../domain/model.js";
import { unixSeconds } from "../platform/clock.js";
import type { Database, InOrder, Queryable } from "../platform/database.js";
import { gather } from "../platform/gather.js";
import { sha256 } from "../platform/hash.js";
import { uuidv7 } from "../platform/random.js";
import { authenticateKeys, type Expected, type KeyRow } from "../store/identity/presented-keys.js";
import { countAddresses } from "../store/identity/rate-windows.js";
import { isSameKey, maskKey, type PresentedKey } from "./api-key.js";
import { isWithin, networkOf } from "./networks.js";

/** The account behind a request, as it was when the request was counted. */
export type Principal = Terms & {
  readonly account: AccountId;
  readonly sellerCode: string;
  /** Where its buyers pay; null on the service's own. */
  readonly hostedDomain: string | null;
  readonly tradingName: string;
  readonly verificationStatus: VerificationStatus;
  readonly apiVersion: string;
  readonly maskedKey: string;
  /** The part of the key that names it. */
  readonly keyLookup: string;
  readonly scopes: readonly Scope[];
  /** Whether it is presented from where it may be used. */
  readonly isAtHome: boolean;
  /** Why the account may change nothing, whatever its key may; null when it may. */
  readonly stopped: "suspended" | "rejected" | null;
  readonly fees: FeeSchedule | null;
  /** Unix seconds by the service's clock. */
  readonly now: number;
  readonly hasDue: boolean;
};

export type Verdict =
  | {
      readonly kind: "authenticated";
      readonly principal: Principal;
      /** Null where nothing is created. */
      readonly standing: Standing | null;
      /** Whether what waited for the check was created. */
      readonly created: boolean;
    }
  | { readonly kind: "unauthenticated" }
  /** The principal is null when it was the address that sent too much. */
  | ({ readonly kind: "rate_limited"; readonly principal: Principal | null } & Wait);

/** For a place in a window that is full. */
type Wait = {
  readonly retryAfterSeconds: number;
  /** What was passed, with its value: "120 requests a minute for one key". */
  readonly limit: string;
};

/** Requests that present one key, counted together: how many, and the one row that the statement found. */
type Counted = {
  readonly row: KeyRow | undefined;
  /** In the key's window; in the account's and in its day's of sessions, for requests that the key has place for. */
  readonly place: number;
  readonly accountPlace: number;
  readonly creationPlace: number;
};

type Checked = Counted & { readonly created: boolean };

/** Asks for what is to be read right behind the statement that checks the key, and so sees no less than that did. */
export type Behind = (db: InOrder) => void;

/** What a check found of a key that passed: what the next check will find, unless something changes meanwhile. */
export type Standing = {
  readonly principal: Principal;
  readonly networks: readonly string[];
  /** As the check returns it, to be compared with the next. */
  readonly hash: string;
  /** The service's clock beside this machine's, in seconds. */
  readonly offset: number;
};

/** What is created if the check of its key finds what is expected, and else is not. */
export type PendingCreate = {
  readonly expected: Omit<Expected, "mark">;
  /** Asked on the connection of the check, which tells this mark. Whether it was created. */
  readonly create: (db: Queryable, mark: string) => Promise<boolean>;
};

type Asked = PresentedKey & {
  readonly creates: boolean;
  readonly behind: Behind | null;
  readonly waiting: PendingCreate | null;
};

/** What keys and accounts may do; null for no limit. */
export type RequestLimits = {
  readonly requestsPerMinute: number;
  /** Of all keys of an account; null for ten times what one key may. */
  readonly accountRequestsPerMinute: number | null;
  /** New sessions that an account may ask for in a day. */
  readonly sessionsPerDay: number | null;
  /** The same, of an account that is not verified, in live mode. */
  readonly unverifiedSessionsPerDay: number;
  readonly mode: "sandbox" | "live";
};

const LANES = 2;
const BATCH_MAX = 256;

/**
 * Returns the check that every API request passes.
 * @param onAddressRefused is called when an address has sent too many requests without a valid key.
 */
export function openAuthentication(db: Database, limits: RequestLimits, onAddressRefused = (): void => undefined) {
  const lookUp = gather<Asked, Checked>({
    run: (keys) => checkTogether(db.inOrder(), keys, limits),
    lanes: LANES,
    batchMax: BATCH_MAX,
  });
  const countAddress = gather<string, { place: number; windowLeft: number }>({
    run: (addresses) => countTogether(db, addresses),
    lanes: LANES,
    batchMax: BATCH_MAX,
  });

  /**
   * @param presented null for a request without a well-formed key.
   * @param options.creates whether the request asks for a new session.
   * @param options.waiting the session, where it may be created by the check itself.
   */
  return async function authenticate(
    presented: PresentedKey | null,
    address: string,
    {
      creates = false,
      behind = null,
      waiting = null,
    }: { readonly creates?: boolean; readonly behind?: Behind | null; readonly waiting?: PendingCreate | null } = {},
  ): Promise<Verdict> {
    const counted = presented === null ? undefined : await lookUp({ ...presented, creates, behind, waiting });
    // The comparison runs on a miss too, against nothing that could match, so that a miss takes as long as a hit.
    const isSame = isSameKey(presented ?? NOBODY, counted?.row?.secret_hash ?? NOTHING);
    const wait = isSame && counted?.row !== undefined ? waitOf({ ...counted, row: counted.row }, limits) : null;
    if (counted?.created === true && (!isSame || wait !== null))
      throw new Error("a session was created for a request that its key's check refused");
    if (presented === null || counted?.row === undefined || !isSame) {
      const { place, windowLeft } = await countAddress(networkOf(address));
      if (place <= LIMITS.unauthenticatedRequestsPerMinute) return { kind: "unauthenticated" };
      onAddressRefused();
      return { kind: "rate_limited", retryAfterSeconds: windowLeft, limit: STRANGERS, principal: null };
    }
    const { row, created } = counted;
    const principal = principalOf(presented, row, address);
    return wait === null
      ? { kind: "authenticated", principal, standing: standingOf(principal, row), created }
      : { kind: "rate_limited", ...wait, principal };
  };
}

/**
 * Counts the keys; behind that, on the same connection, goes what is read, and last what waits to be created: one at most. Of several,
 * the others are not created here.
 */
async function checkTogether(
  order: InOrder,
  keys: readonly Asked[],
  limits: RequestLimits,
): Promise<readonly (Checked | Promise<Checked>)[]> {
  const at = keys.findIndex(({ waiting }) => waiting !== null);
  const waiting = keys[at]?.waiting ?? null;
  const expected = waiting === null ? null : { ...waiting.expected, mark: uuidv7() };
  const counting = countKeys(order, { keys, limits, expected });
  for (const { behind } of keys) behind?.(order);
  const creating = waiting === null || expected === null ? null : waiting.create({ query: order.last }, expected.mark);
  creating?.catch(() => undefined); // where the check fails as well, that is told
  order.send();
  const counted = await counting;
  return counted.map((one, place) =>
    creating === null || place !== at ? { ...one, created: false } : creating.then((created) => ({ ...one, created })),
  );
}

const standingOf = (principal: Principal, { standing, networks }: KeyRow): Standing | null =>
  standing === null ? null : { principal, networks, hash: standing, offset: principal.now - unixSeconds() };

/** Who a request with this key will act for, and what its check will find, if nothing has changed since the key passed. */
export function expectationOf(
  { principal, networks, hash, offset }: Standing,
  address: string,
  limits: RequestLimits,
): { readonly principal: Principal; readonly expected: PendingCreate["expected"] } {
  const now = unixSeconds() + offset;
  return {
    principal: { ...principal, now, isAtHome: isWithin(networks, address) },
    expected: {
      standing: hash,
      now,
      accountRequestsMax: requestsOfAccount(limits),
      creationsMax: Math.min(Number.MAX_SAFE_INTEGER, sessionsPerDay(limits, principal.verificationStatus)),
    },
  };
}

const NOTHING = Buffer.alloc(32);
const NOBODY: PresentedKey = { lookup: "", hash: sha256("nobody"), lastFour: "" };

const STRANGERS = `${LIMITS.unauthenticatedRequestsPerMinute} requests a minute without a valid key`;

/** How long to wait for a place, in the first of the windows that has none; null when all have one. */
function waitOf(
  { row, place, accountPlace, creationPlace }: Counted & { row: KeyRow },
  limits: RequestLimits,
): Wait | null {
  if (place > limits.requestsPerMinute)
    return {
      retryAfterSeconds: row.window_left ?? 60,
      limit: `${limits.requestsPerMinute} requests a minute for one key`,
    };
  const ofAccount = requestsOfAccount(limits);
  if (accountPlace > ofAccount)
    return { retryAfterSeconds: row.account_left ?? 60, limit: `${ofAccount} requests a minute for an account` };
  const ofDay = sessionsPerDay(limits, row.verification_status);
  if (creationPlace > ofDay)
    return { retryAfterSeconds: row.creations_left ?? 86_400, limit: `${ofDay} new sessions a day for this account` };
  return null;
}

/** How many new sessions an account may ask for in a day. */
export function sessionsPerDay(
  limits: Pick<RequestLimits, "mode" | "sessionsPerDay" | "unverifiedSessionsPerDay">,
  status: VerificationStatus,
): number {
  const isUnverified = limits.mode === "live" && status !== "VERIFIED";
  return Math.min(
    limits.sessionsPerDay ?? Number.POSITIVE_INFINITY,
    isUnverified ? limits.unverifiedSessionsPerDay : Number.POSITIVE_INFINITY,
  );
}

/** As much as all the keys that an account can have, so each has what it is promised. */
const requestsOfAccount = ({ accountRequestsPerMinute, requestsPerMinute }: RequestLimits): number =>
  accountRequestsPerMinute ?? LIMITS.activeApiKeys * requestsPerMinute;

/** Each request's place in its windows: those that arrive together take consecutive places. */
async function countKeys(
  db: Queryable,
  {
    keys,
    limits: { requestsPerMinute },
    expected,
  }: { readonly keys: readonly Asked[]; readonly limits: RequestLimits; readonly expected: Expected | null },
): Promise<readonly Counted[]> {
  const tally = tallyBy(keys, identity);
  const creations = tallyBy(
    keys.filter((key) => key.creates),
    identity,
  );
  const rows = await authenticateKeys(
    db,
    [...tally].map(([id, { item, count }]) => ({
      lookup: item.lookup,
      hash: item.hash,
      requests: count,
      creations: creations.get(id)?.count ?? 0,
    })),
    { requestsMax: requestsPerMinute, expected },
  );
  const byIdentity = new Map(rows.map((row) => [identity({ lookup: row.lookup, hash: row.presented }), row]));
  const behind = countDown(tally);
  const placed = keys.map((key) => {
    const id = identity(key);
    const row = byIdentity.get(id);
    return { key, row, place: Number(row?.requests ?? 0) - behind(id) };
  });
  // A wrong secret finds the row too, and has no place anywhere.
  const fits = placed.filter(({ row, place }) => row?.requests != null && place <= requestsPerMinute);
  const owner = ({ row }: (typeof placed)[number]): string => row?.account_id ?? "";
  const behindOfAccount = countDown(tallyBy(fits, owner));
  const creating = fits.filter(({ key }) => key.creates);
  const behindOfCreations = countDown(tallyBy(creating, owner));
  const isFitting = new Set(fits);
  const isCreating = new Set(creating);
  return placed.map((one): Counted => {
    const { row, place } = one;
    const accountPlace = isFitting.has(one) ? Number(row?.account_requests ?? 0) - behindOfAccount(owner(one)) : 0;
    const creationPlace = isCreating.has(one) ? Number(row?.creations ?? 0) - behindOfCreations(owner(one)) : 0;
    return { row, place, accountPlace, creationPlace };
  });
}

async function countTogether(
  db: Queryable,
  addresses: readonly string[],
): Promise<readonly { place: number; windowLeft: number }[]> {
  const tally = tallyBy(addresses, (address) => address);
  const rows = await countAddresses(
    db,
    [...tally.values()].map(({ item, count }) => ({ address: item, requests: count })),
  );
  const bySubject = new Map(rows.map((row) => [row.subject, row]));
  const behind = countDown(tally);
  return addresses.map((address) => {
    const row = bySubject.get(address);
    return { place: Number(row?.requests ?? 0) - behind(address), windowLeft: row?.window_left ?? 60 };
  });
}

function tallyBy<Item>(
  items: readonly Item[],
  key: (item: Item) => string,
): Map<string, { item: Item; count: number }> {
  const tally = new Map<string, { item: Item; count: number }>();
  for (const item of items) {
    const id = key(item);
    tally.set(id, { item, count: (tally.get(id)?.count ?? 0) + 1 });
  }
  return tally;
}

/** For each call of an item, how many of the tally come after it: those that arrive together take consecutive places. */
function countDown(tally: ReadonlyMap<string, { count: number }>): (id: string) => number {
  const left = new Map([...tally].map(([id, { count }]) => [id, count]));
  return (id) => {
    const after = (left.get(id) ?? 1) - 1;
    left.set(id, after);
    return after;
  };
}

const identity = ({ lookup, hash }: { lookup: string; hash: Buffer }): string => lookup + hash.toString("latin1");

function principalOf(presented: PresentedKey, row: KeyRow, address: string): Principal {
  return {
    account: row.account_id,
    sellerCode: row.seller_code,
    hostedDomain: row.hosted_domain,
    tradingName: row.trading_name,
    verificationStatus: row.verification_status,
    apiVersion: row.api_version,
    maskedKey: maskKey(presented),
    keyLookup: presented.lookup,
    scopes: row.scopes,
    isAtHome: isWithin(row.networks, address),
    stopped: row.suspended ? "suspended" : row.verification_status === "REJECTED" ? "rejected" : null,
    fees: row.fees,
    reviewWindowSeconds: row.review_window_seconds,
    deliveryDeadlineSeconds: row.delivery_deadline_seconds,
    now: Number(row.now),
    hasDue: row.has_due,
  };
}
