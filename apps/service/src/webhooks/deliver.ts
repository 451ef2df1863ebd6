/**
 * Delivers events: claim → prepare → send → judge → record. A worker takes the lanes in which something is due, sends to
 * them as their shares allow, and records outcomes in batches; no statement waits for HTTP, and no
 * transaction spans more than one statement. Any number of workers may run on one database.
 *
 * Modes: working, stopping (nothing new is sent, what is in flight ends), stopped. A worker that is killed loses its lease,
 * and another sends again what it had not recorded: at most one more copy of each.
 */

import type { Answer, Sender, SendRequest } from "../outbound/send.js";
import { monotonicMs } from "../platform/clock.js";
import type { Database } from "../platform/database.js";
import { gather } from "../platform/gather.js";
import type { Log } from "../platform/log.js";
import { uuidv7 } from "../platform/random.js";
import type { Seal } from "../platform/seal.js";
import {
  type Asked,
  claimLanes,
  type Due,
  fetchDue,
  type LaneRow,
  type LaneWithDue,
  releaseLanes,
} from "../store/queue/lanes.js";
import { reapLanes, removeWorker, renewWorker } from "../store/queue/workers.js";
import { DROPPED, judge, outcomeOf } from "./judge.js";
import { isDrained, type Lane, type Lanes, openLanes, type Place } from "./lanes.js";
import { prepare, readEndpoint } from "./prepare.js";
import { openRecorder, type Recorder } from "./record.js";
import { sendTraced } from "./send-traced.js";

/** Between two looks when it was told, or when the last one brought all that it asked for. */
const AGAIN_MS = 4;
const LANES_MAX = 2_000;
const LANES_PER_CLAIM = 128;
const DUE_PER_CLAIM = 4;
/** A drained lane is kept for about so long, in case more comes. */
const TIDY_EVERY_MS = 1_000;
/** What was read longer ago is read again: the endpoint may have been disabled, or its secret rotated. */
const STALE_MS = 500;
/** After a claim that failed: the database is away. */
const CLAIM_AGAIN_MS = 1_000;
/** Attempts that are over and not recorded: a crash sends these again, so beyond it nothing new is sent. */
const UNRECORDED_MAX = 512;

type DeliveryEvents = {
  /** An attempt is over: what came of it, how long it took. */
  attempted(outcome: "succeeded" | "failed" | "refused", seconds: number): void;
};

export type Deliveries = {
  /** Something was committed that may have to be delivered. */
  poke(): void;
  /** Resolves when what was in flight has ended and all lanes are free. */
  stop(): Promise<void>;
  readonly inFlight: number;
  readonly lanes: number;
};

/** Milliseconds, all of them. */
export type DeliveryPace = {
  /** Between two looks for lanes when nobody tells of any. */
  readonly pollMs: number;
  /** A worker that was not heard of for so long has lost its lanes to the others. */
  readonly leaseMs: number;
  readonly renewEveryMs: number;
  /** What a stop leaves to attempts in flight: a little more than the longest that one may take. */
  readonly drainMs: number;
};

export const DELIVERY_PACE: DeliveryPace = { pollMs: 70, leaseMs: 10_000, renewEveryMs: 3_000, drainMs: 11_000 };

type Options = {
  readonly pace: DeliveryPace;
  readonly db: Database;
  readonly sender: Sender;
  readonly seal: Seal;
  readonly log: Log;
  readonly events: DeliveryEvents;
};

export function startDeliveries(options: Options): Deliveries {
  const worker = new Worker(options);
  return {
    poke: () => worker.poke(),
    stop: () => worker.stop(),
    get inFlight() {
      return worker.lanes.inFlight;
    },
    get lanes() {
      return worker.lanes.count;
    },
  };
}

class Worker {
  readonly lanes: Lanes = openLanes((lane) => this.#turn(lane));
  readonly #id = uuidv7();
  readonly #options: Options;
  /** Numbers of deliveries that were read and are not recorded yet. */
  readonly #inHand = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();
  /** Lanes that would send, and wait for outcomes to be recorded. */
  readonly #heldUp = new Set<Lane>();
  readonly #fetch: (asked: Asked) => Promise<LaneWithDue | null>;
  readonly #recorder: Recorder;
  readonly #running: Promise<void>;
  #isStopping = false;
  #isCalledOff = false;
  #isPoked = false;
  #wake: () => void = () => undefined;
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  #tidiedAtMs = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#fetch = gather({ run: (asked) => this.#fetchTogether(asked), lanes: 2, batchMax: 256 });
    const { db, log } = options;
    this.#recorder = openRecorder({ db, log, worker: this.#id, isStopping: () => this.#isStopping });
    this.#running = this.#run();
  }

  poke(): void {
    this.#isPoked = true;
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake();
    const callOff = setTimeout(() => {
      this.#isCalledOff = true;
      void this.#options.sender.close();
    }, this.#options.pace.drainMs);
    await this.#running;
    // An attempt may take longer than what is left of the lease.
    const renewal = setInterval(() => void this.#renew().catch(() => undefined), this.#options.pace.renewEveryMs / 3);
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    clearTimeout(callOff);
    clearInterval(renewal);
    try {
      await this.#release([...this.lanes.all()]);
      await removeWorker(this.#options.db, this.#id);
    } catch (error) {
      // Nobody renews the lease any more: the lanes are free as soon as it ends.
      this.#options.log.warn({ err: error }, "lanes could not be released");
    }
  }

  async #run(): Promise<void> {
    const { pace } = this.#options;
    while (!this.#isStopping) {
      this.#isPoked = false;
      let hasMore = false;
      try {
        await this.#renew();
        await this.#tidy();
        hasMore = await this.#claim();
      } catch (error) {
        this.#options.log.warn({ err: error }, "deliveries could not be claimed, and will be");
        await this.#pause(CLAIM_AGAIN_MS);
      }
      await this.#pause(hasMore ? AGAIN_MS : pace.pollMs * (0.75 + Math.random() / 2));
    }
  }

  /** Ends at once when somebody pokes, yet not sooner than a moment, so that many pokes are one look. */
  async #pause(ms: number): Promise<void> {
    if (this.#isStopping) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(end, this.#isPoked ? AGAIN_MS : ms);
      this.#wake = end;
    });
  }

  async #renew(): Promise<void> {
    const { db, pace, log } = this.#options;
    const now = monotonicMs();
    if (now - this.#renewedAtMs < pace.renewEveryMs) return;
    const isFirst = this.#renewedAtMs === Number.NEGATIVE_INFINITY;
    const wasAlive = await renewWorker(db, this.#id, pace.leaseMs);
    this.#renewedAtMs = now;
    // Given up while it was not heard of: all that it had is somebody else's now.
    if (!wasAlive && !isFirst) for (const lane of this.lanes.all()) this.#forget(lane);
    const known = [...this.lanes.all()].map((lane) => lane.endpoint);
    const freed = await reapLanes(db, { worker: this.#id, known });
    if (freed > 0) log.warn({ lanes: freed }, "lanes that nobody worked on were freed");
  }

  async #tidy(): Promise<void> {
    const now = monotonicMs();
    if (now - this.#tidiedAtMs < TIDY_EVERY_MS) return;
    this.#tidiedAtMs = now;
    const lanes = [...this.lanes.all()];
    // Shares have changed, or a reading has failed.
    for (const lane of lanes) this.lanes.wants(lane);
    await this.#release(lanes.filter(isDrained));
  }

  async #release(lanes: readonly Lane[]): Promise<void> {
    if (lanes.length === 0) return;
    for (const lane of lanes) this.#forget(lane);
    await releaseLanes(this.#options.db, this.#id, lanes);
  }

  /** Whether there may be more lanes to take. */
  async #claim(): Promise<boolean> {
    const room = Math.min(LANES_PER_CLAIM, LANES_MAX - this.lanes.count);
    if (room <= 0) return false;
    const sinceMs = monotonicMs();
    const claimed = await claimLanes(this.#options.db, {
      worker: this.#id,
      busy: [...this.lanes.all()].filter((lane) => lane.mayHaveMore || lane.isAsking).map((lane) => lane.endpoint),
      lanesMax: room,
      dueMax: DUE_PER_CLAIM,
    });
    for (const one of claimed) {
      if (one.isNew) this.#receive(one, { wanted: DUE_PER_CLAIM, sinceMs });
      else this.#look(this.lanes.of(one.lane.endpoint_id));
    }
    return claimed.length === room;
  }

  /** Something came into a lane that this worker has. */
  #look(lane: Lane | undefined): void {
    if (lane === undefined) return;
    lane.hasNews = true;
    lane.mayHaveMore = true;
    this.lanes.wants(lane);
  }

  /** What is due in a lane, as many as `wanted` at most, that was asked for at `sinceMs`. */
  #receive({ lane: row, due }: LaneWithDue, { wanted, sinceMs }: { wanted: number; sinceMs: number }): void {
    const lane = this.#laneOf(row);
    if (lane === null) return;
    for (const { delivery } of due) this.#inHand.add(delivery);
    lane.waiting.push(...due);
    // An answer that took so long may tell of a lease that is over: it is read again.
    const now = monotonicMs();
    lane.readAtMs = now - sinceMs > this.#options.pace.renewEveryMs ? sinceMs : now;
    lane.mayHaveMore = lane.hasNews || due.length >= wanted;
    this.lanes.wants(lane);
  }

  /** Null when its secret can't be read: nothing may be sent, and somebody has to look. */
  #laneOf(row: LaneRow): Lane | null {
    const { seal, log } = this.#options;
    const known = this.lanes.of(row.endpoint_id);
    try {
      const endpoint = readEndpoint(row, seal, known?.known ?? null);
      if (known?.fence === row.fence) {
        known.known = endpoint;
        return known;
      }
      if (known !== undefined) this.#forget(known);
      return this.lanes.add({
        account: row.account_id,
        endpoint: row.endpoint_id,
        fence: row.fence,
        known: endpoint,
        isFailing: row.consecutive_failures > 0,
      });
    } catch (error) {
      log.error({ err: error, endpoint: row.endpoint_id }, "the secret of a webhook endpoint can't be opened");
      return null;
    }
  }

  /** Lets go of what waits; what is in flight is still recorded, if the lane is ours. */
  #forget(lane: Lane): void {
    this.#putBack(lane);
    this.lanes.remove(lane);
  }

  #putBack(lane: Lane): void {
    for (const due of lane.waiting) this.#inHand.delete(due.delivery);
    lane.waiting = [];
  }

  /** Sends one, and reads more of the lane in time. */
  #turn(lane: Lane): void {
    if (this.#isStopping || this.lanes.of(lane.endpoint) !== lane) return;
    if (lane.waiting.length > 0 && monotonicMs() - lane.readAtMs > STALE_MS) {
      this.#putBack(lane);
      lane.mayHaveMore = true;
    }
    const isHeldUp = lane.waiting.length > 0 && this.#recorder.unrecorded >= UNRECORDED_MAX;
    if (isHeldUp) this.#heldUp.add(lane);
    const place = lane.waiting.length > 0 && !isHeldUp ? this.lanes.begin(lane) : null;
    if (place !== null) this.#start(place, lane.waiting.shift() as Due);
    if (place !== null && lane.waiting.length > 0) this.lanes.wants(lane);
    const allowance = this.lanes.allowance(lane);
    if (lane.mayHaveMore && !lane.isAsking && lane.waiting.length <= allowance / 2) this.#ask(lane, allowance * 2);
  }

  #ask(lane: Lane, wanted: number): void {
    lane.isAsking = true;
    lane.hasNews = false;
    const sinceMs = monotonicMs();
    this.#track(async () => {
      const fetched = await this.#fetch({
        account: lane.account,
        endpoint: lane.endpoint,
        fence: lane.fence,
        wanted,
      }).finally(() => {
        lane.isAsking = false;
      });
      if (this.lanes.of(lane.endpoint) !== lane) return;
      if (fetched === null) this.#drain(lane);
      else this.#receive(fetched, { wanted, sinceMs });
    });
  }

  #start(place: Place, due: Due): void {
    const { lane } = place;
    lane.unrecorded += 1;
    this.#track(async () => {
      try {
        await this.#attempt(place, due);
      } finally {
        lane.unrecorded -= 1;
        this.#inHand.delete(due.delivery);
      }
    });
  }

  async #attempt(place: Place, due: Due): Promise<void> {
    const { lane } = place;
    const [{ known }, { sender }] = [lane, this.#options];
    const isDropped = due.attempts < known.dropFirst;
    let request: SendRequest | null = null;
    let answer: Answer = DROPPED;
    let isSuccess = false;
    try {
      request = isDropped ? null : prepare(known, due);
      if (request !== null) {
        answer = await sendTraced(sender, request, { lane, due });
        if (known.duplicates && !this.#isCalledOff) await sendTraced(sender, request, { lane, due });
      }
      isSuccess = answer.kind === "answered" && answer.status >= 200 && answer.status < 300;
    } finally {
      this.lanes.end(place, isSuccess || isDropped);
    }
    if (this.#isCalledOff && answer.kind === "failed") return;
    const { state, waitMs, statusCode, error, response } = judge(answer, due.attempts);
    this.#options.events.attempted(outcomeOf(answer, isSuccess), answer.durationMs / 1000);
    const mayGoOn = await this.#recorder.record({
      account: lane.account,
      endpoint: lane.endpoint,
      fence: lane.fence,
      delivery: due.delivery,
      dueAt: due.dueAt,
      state,
      waitMs,
      counts: !isDropped,
      statusCode,
      error,
      response,
      durationMs: answer.durationMs,
      signature: request?.headers["x-escrow-signature"] ?? null,
      standardSignature: request?.headers["webhook-signature"] ?? null,
    });
    if (!mayGoOn) this.#drain(lane);
    if (this.#heldUp.size > 0 && this.#recorder.unrecorded < UNRECORDED_MAX / 2) this.#goOn();
  }

  #goOn(): void {
    const lanes = [...this.#heldUp];
    this.#heldUp.clear();
    for (const lane of lanes) this.lanes.wants(lane);
  }

  /** Disabled, or no longer ours: what waits goes back, and the lane is let go once nothing of it is in flight. */
  #drain(lane: Lane): void {
    this.#putBack(lane);
    lane.mayHaveMore = false;
  }

  async #fetchTogether(asked: readonly Asked[]): Promise<readonly (LaneWithDue | null)[]> {
    const fetched = await fetchDue(this.#options.db, { worker: this.#id, asked, inHand: [...this.#inHand] });
    const byLane = new Map(fetched.map((one) => [one.lane.endpoint_id, one]));
    return asked.map(({ endpoint }) => byLane.get(endpoint) ?? null);
  }

  /** A failure here is the database's: the lane's rows come due again when it is let go. */
  #track(work: () => Promise<void>): void {
    const end = (): void => void this.#underWay.delete(done);
    const done: Promise<void> = work().then(end, (error: unknown) => {
      this.#options.log.warn({ err: error }, "a delivery was put off");
      end();
    });
    this.#underWay.add(done);
  }
}
