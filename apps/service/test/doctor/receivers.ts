/**
 * Receivers of webhooks for the doctor: a right one, written as the guide says, and the same with one thing wrong. Each keeps
 * orders, ships them, and tells their state to a probe.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pace } from "../../src/doctor/examine.js";
import type { Json } from "../harness.js";

export const SECRET = "whsec_0123456789abcdefghijklmnopqrstuvwxyzABCD";
export const OLD_SECRET = "whsec_ABCDefghijklmnopqrstuvwxyz0123456789abcd";

type Arrival = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: Buffer;
};

/** The parts that a receiver is made of; a faulty one has another one in place of one of them. */
export type Parts = {
  readonly secrets: readonly string[];
  /** What the HMAC is computed over. */
  readonly signed: (raw: Buffer) => Buffer | string;
  /** Unix seconds. */
  readonly now: () => number;
  readonly isSigned: (arrival: Arrival, parts: Parts) => boolean;
  readonly isFresh: (t: number, now: number) => boolean;
  /** What tells a repeat. */
  readonly keyOf: (event: Json, arrival: Arrival) => string;
  /** The state that an event leads an order to, from where it is. */
  readonly next: (stage: number, reached: number) => number;
  /** Whether an event is what an order that is so far was waiting for. */
  readonly ships: (stage: number, reached: number) => boolean;
  /** Before anything else; true when it has answered. */
  readonly before: (arrival: Arrival, response: ServerResponse) => boolean | Promise<boolean>;
  /** Statuses. */
  readonly onEvent: (event: Json, orders: ReadonlyMap<string, Order>) => number;
  readonly onRepeat: number;
  readonly onUnsigned: number;
  /** After the answer, before the work. */
  readonly workMs: number;
  readonly tellsHandled: boolean;
};

type Order = { stage: number; shipped: number };

const STAGES: Readonly<Record<string, number>> = {
  "checkout.session.completed": 1,
  "escrow.funded": 2,
  "escrow.completed": 3,
};

export const RIGHT: Parts = {
  secrets: [SECRET],
  signed: (raw) => raw,
  now: () => Date.now() / 1000,
  isSigned: verify,
  isFresh: (t, now) => Math.abs(now - t) <= 300,
  keyOf: (event) => event["id"],
  next: (stage, reached) => Math.max(stage, reached),
  ships: (stage, reached) => stage < 2 && reached >= 2,
  before: () => false,
  onEvent: () => 200,
  onRepeat: 200,
  onUnsigned: 401,
  workMs: 0,
  tellsHandled: false,
};

function marksOf(header: string): { readonly times: readonly string[]; readonly marks: readonly string[] } {
  const entries = header.split(",").map((entry) => entry.split("="));
  const named = (name: string): string[] => entries.filter(([key]) => key === name).map(([, value = ""]) => value);
  return { times: named("t"), marks: named("v1") };
}

function fits(mark: string, { t, raw, parts }: { t: string; raw: Buffer; parts: Parts }): boolean {
  return parts.secrets.some((secret) => {
    const expected = createHmac("sha256", secret).update(`${t}.`).update(parts.signed(raw)).digest();
    const given = Buffer.from(mark, "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

export function verify({ headers, raw }: Arrival, parts: Parts): boolean {
  const { times, marks } = marksOf(headers["x-escrow-signature"] ?? "");
  const [t] = times;
  if (times.length !== 1 || t === undefined || !/^\d{1,12}$/.test(t) || !parts.isFresh(Number(t), parts.now()))
    return false;
  return marks.some((mark) => fits(mark, { t, raw, parts }));
}

export type Receiver = {
  readonly url: string;
  /** The state of an order in words; an order that nobody has heard of is one. */
  probe(reference: string): string;
  readonly arrivals: readonly Arrival[];
  close(): Promise<void>;
};

export async function openReceiver(changed: Partial<Parts> = {}): Promise<Receiver> {
  const parts = { ...RIGHT, ...changed };
  const orders = new Map<string, Order>();
  const seen = new Set<string>();
  const arrivals: Arrival[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await bodyOf(request);
    const arrival = { method: request.method ?? "", headers: request.headers as Record<string, string>, raw };
    arrivals.push(arrival);
    if (await parts.before(arrival, response)) return;
    if (arrival.method !== "POST") return void response.writeHead(405, { allow: "POST" }).end();
    if (!parts.isSigned(arrival, parts)) return void response.writeHead(parts.onUnsigned).end();
    const event = JSON.parse(raw.toString("utf8")) as Json;
    const key = parts.keyOf(event, arrival);
    const isRepeat = seen.has(key);
    seen.add(key);
    const status = isRepeat ? parts.onRepeat : parts.onEvent(event, orders);
    const handled = isRepeat ? "duplicate" : "new";
    response.writeHead(status, parts.tellsHandled ? { "x-escrow-handled": handled } : {}).end();
    await sleep(parts.workMs);
    if (!isRepeat && status < 300) work(event);
  }

  function work(event: Json): void {
    const stage = STAGES[event["type"]];
    const reference = event["data"].object.external_reference;
    if (stage === undefined) return;
    const order = orders.get(reference) ?? { stage: 0, shipped: 0 };
    if (parts.ships(order.stage, stage)) order.shipped += 1;
    orders.set(reference, { ...order, stage: parts.next(order.stage, stage) });
  }

  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    probe: (reference) => {
      const { stage, shipped } = orders.get(reference) ?? { stage: 0, shipped: 0 };
      return `order ${reference}: stage ${stage}, shipped ${shipped}`;
    },
    arrivals,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function bodyOf(request: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): true => {
    response.writeHead(status, headers).end();
    return true;
  };

/** What most begin with. */
const shipsWhenFunded = (stage: number, reached: number): boolean => stage <= 2 && reached === 2;

const MADE_UP = /doctor_made_this_up/;

export type Faulty = {
  readonly what: string;
  readonly parts: Partial<Parts>;
  readonly pace?: Partial<Pace>;
  /** The checks that name it: all that may fail, and nothing else fails or warns. */
  readonly named: readonly string[];
};

let atOnce = 0;

export const FAULTY: readonly Faulty[] = [
  {
    what: "does not verify",
    parts: { isSigned: () => true },
    named: [
      "wrong_secret",
      "changed_byte",
      "no_signature",
      "no_v1",
      "two_timestamps",
      "old_signature",
      "future_signature",
      "header_families",
      "rotation_old",
    ],
  },
  {
    what: "verifies only what is signed",
    parts: {
      isSigned: (arrival, parts) => arrival.headers["x-escrow-signature"] === undefined || verify(arrival, parts),
    },
    named: ["no_signature", "header_families"],
  },
  {
    what: "takes a header without v1 for nothing to compare",
    parts: {
      isSigned: (arrival, parts) =>
        marksOf(arrival.headers["x-escrow-signature"] ?? "v1=").marks.length === 0 || verify(arrival, parts),
    },
    named: ["no_v1"],
  },
  {
    what: "takes one t for the clock and another one for the HMAC",
    parts: {
      isSigned: ({ headers, raw }, parts) => {
        const { times, marks } = marksOf(headers["x-escrow-signature"] ?? "");
        const [first = "", last = ""] = [times[0], times.at(-1)];
        return parts.isFresh(Number(last), parts.now()) && marks.some((mark) => fits(mark, { t: first, raw, parts }));
      },
    },
    named: ["two_timestamps"],
  },
  { what: "does not look at the age", parts: { isFresh: (t, now) => t <= now + 300 }, named: ["old_signature"] },
  { what: "lets the future in", parts: { isFresh: (t, now) => now - t <= 300 }, named: ["future_signature"] },
  {
    what: "compares the first v1 alone",
    parts: {
      isSigned: ({ headers, raw }, parts) => {
        const header = headers["x-escrow-signature"] ?? "";
        const cut = header
          .split(",")
          .slice(0, marksOf(header).times.length + 1)
          .join(",");
        return verify({ method: "POST", headers: { "x-escrow-signature": cut }, raw }, parts);
      },
    },
    named: ["two_v1", "rotation_overlap"],
  },
  {
    what: "signs what its JSON library writes",
    parts: { signed: (raw) => JSON.stringify(JSON.parse(raw.toString("utf8"))) },
    named: ["raw_body"],
  },
  { what: "reads Latin-1", parts: { signed: (raw) => raw.toString("latin1") }, named: ["raw_body"] },
  {
    what: "throws at a signature that is wrong",
    parts: { onUnsigned: 500 },
    named: [
      "wrong_secret",
      "changed_byte",
      "no_signature",
      "no_v1",
      "two_timestamps",
      "old_signature",
      "future_signature",
      "rotation_old",
    ],
  },
  {
    what: "takes 100 kB at most",
    parts: { before: ({ raw }, response) => raw.length > 100_000 && answering(413)(response) },
    named: ["large_body"],
  },
  {
    what: "leads to another address",
    parts: { before: (_, response) => answering(308, { location: "/hooks/" })(response) },
    named: ["redirect"],
  },
  {
    what: "takes five at a time",
    parts: {
      before: async (_, response) => {
        atOnce += 1;
        await sleep(20);
        const isFull = atOnce > 5;
        atOnce -= 1;
        return isFull && answering(503)(response);
      },
    },
    named: ["burst"],
  },
  {
    what: "works before it answers",
    parts: {
      before: async () => {
        await sleep(100);
        return false;
      },
    },
    pace: { slowMs: 80 },
    named: ["speed"],
  },
  {
    what: "has a clock that is two minutes slow",
    parts: {
      now: () => Date.now() / 1000 - 120,
      before: (_, response) => {
        response.setHeader("date", new Date(Date.now() - 120_000).toUTCString());
        return false;
      },
    },
    named: ["clock"],
  },
  {
    what: "answers GET like POST",
    parts: { before: ({ method }, response) => method === "GET" && answering(200)(response) },
    named: ["get"],
  },
  {
    what: "still holds the old secret",
    parts: { secrets: [SECRET, OLD_SECRET] },
    named: ["rotation_old"],
  },
  {
    what: "ships at every repeat",
    parts: { keyOf: () => createHash("sha256").update(String(Math.random())).digest("hex"), ships: shipsWhenFunded },
    named: ["duplicate", "new_delivery"],
  },
  {
    what: "tells repeats by the delivery",
    parts: { keyOf: (_, { headers }) => headers["x-escrow-delivery"] ?? "", ships: shipsWhenFunded },
    named: ["new_delivery"],
  },
  { what: "answers a repeat with 409", parts: { onRepeat: 409 }, named: ["duplicate", "new_delivery"] },
  {
    what: "moves orders to whatever came last",
    parts: { next: (_, reached) => reached },
    named: ["funded_first", "funded_last"],
  },
  {
    what: "knows an order only once its session is completed",
    parts: {
      onEvent: ({ type, data: { object } }, orders) =>
        type === "escrow.funded" && !orders.has(object.external_reference) ? 404 : 200,
    },
    named: ["funded_first"],
  },
  {
    what: "refuses orders that are not its own",
    parts: { onEvent: ({ type }) => (type === "ping" || MADE_UP.test(type) || type === "escrow.updated" ? 200 : 404) },
    named: ["unknown_order"],
  },
  {
    what: "refuses types that it does not know",
    parts: { onEvent: ({ type }) => (MADE_UP.test(type) ? 400 : 200) },
    named: ["unknown_type"],
  },
  {
    what: "refuses fields that it does not know",
    parts: { onEvent: (event) => (Object.keys(event).some((name) => MADE_UP.test(name)) ? 422 : 200) },
    named: ["unknown_field"],
  },
];
