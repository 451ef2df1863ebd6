/**
 * The lanes that this worker has taken, and how much each may send. What one process has in flight is shared out evenly
 * between the accounts at work, and what an account gets between its endpoints: a slow or dead endpoint
 * uses up its own share of the process and no more.
 *
 * Modes of a lane: working (something waits, is in flight, or may be due), drained (nothing of it is in hand), gone.
 */
import type { AccountId, EndpointId } from "../domain/ids.js";
import type { Due } from "../store/queue/lanes.js";
import type { Endpoint } from "./prepare.js";
import { type Begun, openTurns } from "./turns.js";

/** Attempts in flight over all lanes. Each holds at most 64 KiB of what a receiver sends. */
const IN_FLIGHT_MAX = 1_000;
/** Attempts in flight to one endpoint that answers well. */
const LANE_MAX = 32;
/** What a lane begins with, when its last attempt succeeded or there was none, and when it failed. */
const FIRST_WELL = 2;
const FIRST_FAILING = 1;

export type Lane = {
  readonly account: AccountId;
  readonly endpoint: EndpointId;
  readonly fence: string;
  known: Endpoint;
  /** Read and not yet sent, in the order in which they are due. */
  waiting: Due[];
  /** When they were read, on the monotonic clock. */
  readAtMs: number;
  inFlight: number;
  /** In flight, or over and not yet recorded. */
  unrecorded: number;
  /** Doubles with each success, halves with each failure. */
  cap: number;
  /** The last reading brought as much as was asked for. */
  mayHaveMore: boolean;
  isAsking: boolean;
  /** Something came in since the last reading began. */
  hasNews: boolean;
};

type Account = {
  inFlight: number;
  lanes: number;
  /** Lanes that would send if the account had room, those that waited longest first. */
  readonly blocked: Set<Lane>;
};

/** What an attempt takes, and gives back when it ends. */
export type Place = { readonly lane: Lane; readonly begun: Begun };

export type Lanes = {
  of(endpoint: EndpointId): Lane | undefined;
  add(given: Pick<Lane, "account" | "endpoint" | "fence" | "known"> & { readonly isFailing: boolean }): Lane;
  /** Forgets the lane; attempts of it that are in flight still count until they end. */
  remove(lane: Lane): void;
  /** How many attempts the lane may have in flight now. */
  allowance(lane: Lane): number;
  /** The lane would send: it gets a turn as soon as there may be a place for it. */
  wants(lane: Lane): void;
  /** Takes a place for one attempt; null when there is none now. */
  begin(lane: Lane): Place | null;
  /** Gives the place back. */
  end(place: Place, isSuccess: boolean): void;
  all(): Iterable<Lane>;
  readonly count: number;
  readonly inFlight: number;
};

export const isDrained = (lane: Lane): boolean =>
  lane.waiting.length === 0 && lane.unrecorded === 0 && !lane.mayHaveMore && !lane.isAsking;

/** @param onTurn whose turn it is to send one; it says again if it wants another. */
export function openLanes(onTurn: (lane: Lane) => void): Lanes {
  const lanes = new Map<EndpointId, Lane>();
  const accounts = new Map<AccountId, Account>();
  const turns = openTurns(onTurn);
  let inFlight = 0;

  function accountOf(id: AccountId): Account {
    const known = accounts.get(id) ?? { inFlight: 0, lanes: 0, blocked: new Set() };
    accounts.set(id, known);
    return known;
  }
  function forgetIfIdle(id: AccountId, account: Account): void {
    if (account.lanes === 0 && account.inFlight === 0) accounts.delete(id);
  }
  const share = (total: number, parts: number): number => Math.max(1, Math.floor(total / Math.max(1, parts)));
  const accountShare = (): number => share(IN_FLIGHT_MAX, accounts.size);

  function allowance(lane: Lane): number {
    if (lane.known.isSerial) return 1;
    return Math.min(lane.cap, share(accountShare(), accountOf(lane.account).lanes));
  }

  return {
    of: (endpoint) => lanes.get(endpoint),
    add({ isFailing, ...given }) {
      const lane: Lane = {
        ...given,
        waiting: [],
        readAtMs: 0,
        inFlight: 0,
        unrecorded: 0,
        cap: isFailing ? FIRST_FAILING : FIRST_WELL,
        mayHaveMore: false,
        isAsking: false,
        hasNews: false,
      };
      lanes.set(lane.endpoint, lane);
      accountOf(lane.account).lanes += 1;
      return lane;
    },
    remove(lane) {
      if (lanes.get(lane.endpoint) !== lane) return;
      lanes.delete(lane.endpoint);
      const account = accountOf(lane.account);
      account.lanes -= 1;
      account.blocked.delete(lane);
      turns.forget(lane);
      forgetIfIdle(lane.account, account);
    },
    allowance,
    wants: (lane) => turns.want(lane),
    begin(lane) {
      if (lane.inFlight >= allowance(lane)) return null;
      const account = accountOf(lane.account);
      if (account.inFlight >= accountShare()) {
        account.blocked.add(lane);
        return null;
      }
      lane.inFlight += 1;
      account.inFlight += 1;
      inFlight += 1;
      return { lane, begun: turns.begin() };
    },
    end({ lane, begun }, isSuccess) {
      const account = accountOf(lane.account);
      turns.end(begun);
      lane.inFlight -= 1;
      account.inFlight -= 1;
      inFlight -= 1;
      lane.cap = isSuccess ? Math.min(LANE_MAX, lane.cap * 2) : Math.max(1, lane.cap >> 1);
      const [next = lane] = account.blocked;
      account.blocked.delete(next);
      forgetIfIdle(lane.account, account);
      turns.want(next, lane);
    },
    all: () => lanes.values(),
    get count() {
      return lanes.size;
    },
    get inFlight() {
      return inFlight;
    },
  };
}
