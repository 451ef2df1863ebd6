/** Receivers drawn by chance: answers bent, cut, doubled and torn into pieces. Nothing is proven but that an attempt ends well. */
import { expect, test } from "vitest";
import { bound } from "../bounds.js";
import { type Chance, chance, seedOfThisRun } from "../faults/random.js";
import { type Behaviour, openReceiver } from "./receivers.js";
import { BODY, HEADERS, useBench } from "./send-harness.js";

const bench = useBench();
const SEED = seedOfThisRun();
const CASES = bound("fuzzAnswers");
const LIMITS = { headMs: 1_000, bodyMs: 100 };
/** What a busy machine may take to notice that the time is over; an attempt that hangs takes for ever. */
const PATIENCE_MS = 10_000;

const OK = "HTTP/1.1 200 OK\r\n";
const ANSWERS = [
  `${OK}content-length: 2\r\n\r\nok`,
  `${OK}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nx-trailer: z\r\n\r\n`,
  `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n`,
  "HTTP/1.1 204 No Content\r\nserver: x\r\n\r\n",
  "HTTP/1.0 500 Internal Server Error\r\nconnection: close\r\n\r\nsome text until the end",
  `${OK}connection: keep-alive\r\nkeep-alive: timeout=5, max=100\r\ncontent-length: 700\r\n\r\n${"line\n".repeat(140)}`,
  `${OK}${Array.from({ length: 60 }, (_, n) => `x-header-${n}: ${"v".repeat(n)}\r\n`).join("")}content-length: 1\r\n\r\nx`,
  `HTTP/1.1 301 Moved\r\nlocation: http://10.0.0.1/\r\ncontent-length: 20000\r\n\r\n${"x".repeat(20_000)}`,
];
const INSERTS = [
  "\r\n",
  "\n",
  "\0",
  "\xff",
  ": ",
  "0\r\n\r\n",
  "HTTP/1.1 200 OK\r\n",
  "content-length: 5\r\n",
  "a:\r\n".repeat(200),
];

function bend(text: string, { integer, pick }: Chance): string {
  const at = integer(0, text.length);
  switch (integer(0, 4)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + String.fromCharCode(integer(0, 255)) + text.slice(at + 1);
    case 2:
      return text.slice(0, at) + pick(INSERTS) + text.slice(at);
    case 3:
      return text + pick(ANSWERS);
    default:
      return text.slice(0, at) + text.slice(at + integer(0, 7));
  }
}

const badly =
  (luck: Chance): Behaviour =>
  (socket) => {
    let text: string = luck.pick(ANSWERS);
    for (let bends = luck.integer(0, 3); bends > 0; bends -= 1) text = bend(text, luck);
    const [isTorn, ending] = [luck.happens(0.5), luck.integer(0, 3)];
    const next = (): void => {
      if (socket.destroyed) return;
      const size = isTorn ? luck.integer(1, 200) : text.length;
      socket.write(text.slice(0, size), "latin1");
      text = text.slice(size);
      if (text !== "") setImmediate(next);
      else if (ending === 0) socket.end();
      else if (ending === 1) socket.resetAndDestroy();
    };
    next();
  };

test(`whatever comes, an attempt ends in time and in words (HOLDFAST_SEED=${SEED})`, async () => {
  const receiver = await openReceiver({ behave: badly(chance(SEED)) });
  const origin = `http://127.0.0.1:${receiver.port}`;
  const sender = bench.open({ allowedOrigins: [origin], limits: LIMITS });
  let left = CASES;
  const kinds = { answered: 0, failed: 0 };
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const sent = await sender.send({ url: `${origin}/`, headers: HEADERS, body: BODY });
      kinds[sent.kind] += 1;
      expect(sent.durationMs).toBeLessThan(LIMITS.headMs + PATIENCE_MS);
      if (sent.kind === "failed") expect(sent.error).toMatch(/^(?:The|No) [^()]+\.$/);
      else
        expect([sent.status >= 200, sent.body.length <= 16 * 1024, sent.body.includes("\0")]).toEqual([
          true,
          true,
          false,
        ]);
    }
  };
  await Promise.all(Array.from({ length: 30 }, work));
  // On a machine that is busy most of them run out of time, which is an end as good as any.
  expect(kinds.answered, "answers at all").toBeGreaterThan(0);
  expect(kinds.failed, "failures at all").toBeGreaterThan(CASES / 20);
  await sender.close();
  await expect.poll(receiver.open).toBe(0);
  await receiver.close();
});
