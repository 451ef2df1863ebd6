/**
 * Shops that never stop: they sell through every web process, read the feed there, and take webhooks. What was acknowledged is kept, so
 * that it can be looked for afterwards.
 */
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const LANES = 2;
/** Between two orders of a lane. */
const PAUSE_MS = 40;
const AGAIN_MS = 100;
/** More than the service waits for its database. */
const ANSWERS_WITHIN_MS = 20_000;
const PAGE = 100;

/** Sends requests through one process of the service. Null is an answer that was lost, or that says to come again. */
const speaker =
  (origin, apiKey) =>
  async (path, { body, key } = {}) => {
    try {
      const response = await fetch(`${origin}/api/v1${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          Authorization: `Bearer ${apiKey}`,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...(key === undefined ? {} : { "Idempotency-Key": key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      });
      const answer = { status: response.status, body: await response.json() };
      return response.status < 500 ? answer : null;
    } catch (error) {
      if (error instanceof SyntaxError) throw error;
      return null;
    }
  };

/** Asks until there is an answer, or nobody wants it any more. */
async function insist(ask, isOver = () => false) {
  for (let tries = 1; !isOver(); tries += 1) {
    const answer = await ask();
    if (answer !== null) return { ...answer, tries };
    await sleep(AGAIN_MS);
  }
  return null;
}

/**
 * The steps of one order through one process. Those that may be repeated are, until they are answered; what is refused then is looked up.
 * A payment is asked for once: a second one would be a second payment.
 */
function openSeller(ask, { written, fail }) {
  const read = async (path) => {
    const { status, body } = await insist(() => ask(path));
    return status === 200 ? body : null;
  };
  const take = (kind, path, answer) => {
    if (answer.status < 300) written(kind, answer.body.id);
    else fail(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.status < 300 ? answer.body : null;
  };
  async function open(number) {
    const path = "/checkout/sessions";
    const key = `order ${number}`;
    const body = { title: `Dinner set ${number}`, amount: "249.90", external_reference: key };
    return take("sessions", path, await insist(() => ask(path, { body, key })));
  }
  async function confirm(session) {
    const path = `/test_helpers/checkout/sessions/${session.id}/confirm`;
    const answer = await insist(() => ask(path, { body: {} }));
    if (answer.status < 300 || answer.tries === 1) return take("confirmed", path, answer);
    const { escrow } = await read(`/checkout/sessions/${session.id}`);
    if (escrow === null) return take("confirmed", path, answer);
    written("confirmed", escrow);
    return { id: escrow };
  }
  async function pay(escrow) {
    const path = `/test_helpers/escrows/${escrow.id}/payments`;
    const answer = await ask(path, { body: {} });
    if (answer !== null) take("paid", path, answer);
  }
  return async (number) => {
    const session = await open(number);
    const escrow = session === null ? null : await confirm(session);
    if (escrow !== null) await pay(escrow);
  };
}

/** The feed as one reader sees it come, from an event on; `finish` reads on until nothing more comes, and returns all of it. */
function follow(ask, { after, fail }) {
  const seen = [];
  let isDone = false;
  const running = (async () => {
    for (let position = after; ; ) {
      const answer = await insist(() => ask(`/events?after=${position}&limit=${PAGE}`));
      if (answer.status !== 200) fail(`feed after ${position}: ${JSON.stringify(answer.body)}`);
      const ids = answer.status === 200 ? answer.body.data.map(({ id }) => id) : [];
      seen.push(...ids);
      position = ids.at(-1) ?? position;
      if (ids.length === 0 && isDone) return seen;
      if (ids.length < PAGE) await sleep(200);
    }
  })();
  return {
    finish: () => {
      isDone = true;
      return running;
    },
  };
}

/** @param {{ webs: readonly { name: string, origin: string }[], apiKey: string }} given */
export function openLoad({ webs, apiKey }) {
  const errors = [];
  /** As the wire names them. */
  const acknowledged = { sessions: [], confirmed: [], paid: [] };
  /** When writes of each process were acknowledged, since the last `watch`. */
  const writes = new Map(webs.map(({ name }) => [name, []]));
  const fail = (line) => errors.push(line);
  let isStopped = false;
  let begun = 0;

  const shops = webs.map(({ name, origin }) => {
    const ask = speaker(origin, apiKey);
    const written = (kind, id) => {
      acknowledged[kind].push(id);
      writes.get(name).push(performance.now());
    };
    return { name, ask, sell: openSeller(ask, { written, fail }) };
  });
  const sellOn = async ({ sell }) => {
    while (!isStopped) {
      begun += 1;
      await sell(begun);
      await sleep(PAUSE_MS);
    }
  };
  return {
    acknowledged,
    errors,
    /** One order through the first process. */
    sellOne: () => shops[0].sell("of before"),
    newestEvent: async () => (await insist(() => shops[0].ask("/events?limit=1"))).body.data[0].id,
    /** A reader at each process. */
    follow: (after) => shops.map(({ name, ask }) => ({ name, ...follow(ask, { after, fail }) })),
    /** Sells until it is told to stop, which finishes what was begun. */
    begin() {
      const lanes = shops.flatMap((shop) => Array.from({ length: LANES }, () => sellOn(shop)));
      return async () => {
        isStopped = true;
        await Promise.all(lanes);
      };
    },
    /** Forgets when there were writes. */
    watch() {
      for (const name of writes.keys()) writes.set(name, []);
    },
    firstWriteAfter: (name, atMs) => writes.get(name).find((ms) => ms > atMs) ?? null,
  };
}

/** Takes every webhook with 204, and keeps which events came. */
export async function openReceiver() {
  const received = new Set();
  let deliveries = 0;
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { id, type } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      deliveries += 1;
      if (type !== "ping") received.add(id);
      response.writeHead(204).end();
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    received,
    deliveries: () => deliveries,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
