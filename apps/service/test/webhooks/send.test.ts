/** Attempts against receivers that behave in every way that receivers do, over plain http on loopback. */
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { answer, type Behaviour, drip, flood, openDeafPort, openReceiver, type Receiver } from "./receivers.js";
import { BODY, growthDuring, HEAD_MS, HEADERS, useBench } from "./send-harness.js";

const bench = useBench();
const receivers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

async function receiver(behave: Behaviour): Promise<Receiver> {
  const opened = await openReceiver({ behave });
  receivers.push(opened);
  return opened;
}

const MEGABYTE = 1024 * 1024;

describe("an answer", () => {
  test("is told with its status and body, and the request is what was handed over", async () => {
    const { port, received } = await receiver(answer(200, '{"ok":true}'));
    const sent = await bench.once(port, { url: `http://127.0.0.1:${port}/hook?shop=1` });
    expect(sent).toMatchObject({
      kind: "answered",
      status: 200,
      retryAfterSeconds: null,
      body: '{"ok":true}',
      headers: { "content-length": "11" },
      durationMs: expect.any(Number),
    });
    const [head = "", body] = received().split("\r\n\r\n");
    expect(body).toBe(BODY);
    expect(head.split("\r\n").sort()).toEqual(
      [
        "POST /hook?shop=1 HTTP/1.1",
        `host: 127.0.0.1:${port}`,
        "connection: keep-alive",
        "content-type: application/json",
        "user-agent: Holdfast-Webhooks/1.0",
        "accept-encoding: identity",
        `content-length: ${BODY.length}`,
      ].sort(),
    );
  });

  test.each([200, 201, 202, 204, 226, 300, 304, 400, 401, 404, 408, 410, 418, 429, 500, 502, 503, 504, 599])(
    "of status %i is an answer, not a failure",
    async (status) => {
      const hasBody = status !== 204 && status !== 304;
      const { port } = await receiver(
        hasBody ? answer(status) : (socket) => socket.write(`HTTP/1.1 ${status} X\r\n\r\n`),
      );
      expect(await bench.once(port)).toMatchObject({ kind: "answered", status, body: hasBody ? "ok" : "" });
    },
  );

  test.each([301, 302, 303, 307, 308])("of status %i is not followed", async (status) => {
    const sink = await receiver(answer(200));
    const { port } = await receiver(answer(status, "", `location: http://127.0.0.1:${sink.port}/\r\n`));
    expect(await bench.once(port)).toMatchObject({ kind: "answered", status });
    expect(sink.connections()).toBe(0);
  });

  test("is told after interim ones", async () => {
    const { port } = await receiver((socket, request) => {
      socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n");
      answer(200)(socket, request);
    });
    expect(await bench.once(port)).toMatchObject({ kind: "answered", status: 200 });
  });

  test("in chunks, or ended by the connection, is read to its end", async () => {
    const chunked = await receiver((socket) =>
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"),
    );
    expect(await bench.once(chunked.port)).toMatchObject({ body: "abcde" });
    const closed = await receiver((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nuntil the end"));
    expect(await bench.once(closed.port)).toMatchObject({ body: "until the end" });
  });

  test("is text whatever its bytes are, without NUL", async () => {
    const body = Buffer.from([0x61, 0x00, 0xff, 0xfe, 0x62, 0xc3, 0xa4, 0xed, 0xa0, 0x80]);
    const { port } = await receiver((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`);
      socket.write(body);
    });
    expect(await bench.once(port)).toMatchObject({ body: "a\uFFFD\uFFFD\uFFFDbä\uFFFD\uFFFD\uFFFD" });
  });

  test("is not decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * MEGABYTE));
    const { port, open } = await receiver((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    const sent = await bench.once(port);
    expect(sent).toMatchObject({ kind: "answered", status: 200 });
    expect(sent.kind === "answered" && sent.body.length).toBeLessThanOrEqual(16 * 1024);
    await expect.poll(open).toBe(0);
  });
});

describe("no answer", () => {
  const TOO_LARGE = "The head of the answer is larger than 16 KiB, or has more than 128 lines.";

  test.each<[string, Behaviour, string]>([
    ["reset before the head", (socket) => socket.resetAndDestroy(), "The connection was reset."],
    ["closed before the head", (socket) => socket.end(), "The connection was closed before the answer was complete."],
    [
      "reset within the head",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-le");
        setTimeout(() => socket.resetAndDestroy(), 30);
      },
      "The connection was reset.",
    ],
    [
      "closed within the head",
      (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-le"),
      "The connection was closed before the answer was complete.",
    ],
    ["another protocol", (socket) => socket.write("220 mail.example ESMTP\r\n"), "The answer is not HTTP/1.1."],
    ["no text", (socket) => socket.write(Buffer.alloc(100, 0xff)), "The answer is not HTTP/1.1."],
    ["two lengths", answer(200, "ok", "content-length: 7\r\n"), "The answer is not HTTP/1.1."],
    [
      "two framings",
      (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\nok"),
      "The answer is not HTTP/1.1.",
    ],
    [
      "HTTP/2 in the clear",
      (socket) => socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])),
      "The answer is not HTTP/1.1.",
    ],
    [
      "an upgrade that nobody asked for",
      (socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
      "The connection was closed before the answer was complete.",
    ],
    ["a large header", answer(200, "ok", `x: ${"a".repeat(17_000)}\r\n`), TOO_LARGE],
    ["many headers", answer(200, "ok", Array.from({ length: 3000 }, (_, n) => `x${n}: y\r\n`).join("")), TOO_LARGE],
    ["endless headers", flood("HTTP/1.1 200 OK\r\n", `x-flood: ${"a".repeat(1000)}\r\n`), TOO_LARGE],
    ["one endless header", flood("HTTP/1.1 200 OK\r\nx: ", "a".repeat(4096)), TOO_LARGE],
    ["an endless name", flood("HTTP/1.1 200 OK\r\n", "a".repeat(4096)), TOO_LARGE],
    ["endless interim answers", flood("", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(100)), TOO_LARGE],
    ["nothing", () => undefined, `No answer within ${HEAD_MS / 1000} s.`],
    ["a head that drips", drip("HTTP/1.1 200 OK\r\n", "x: y\r\n"), `No answer within ${HEAD_MS / 1000} s.`],
    [
      "a head that stops",
      (socket) => socket.write("HTTP/1.1 200 OK\r\nx: y\r\n"),
      `No answer within ${HEAD_MS / 1000} s.`,
    ],
    [
      "a head too late",
      (socket, request) => setTimeout(() => answer(200)(socket, request), HEAD_MS + 200),
      `No answer within ${HEAD_MS / 1000} s.`,
    ],
    ["an endless first line", flood("HTTP/1.1 200 ", "a".repeat(4096)), TOO_LARGE],
  ])("%s", async (_what, behave, error) => {
    const { port, open, connections } = await receiver(behave);
    const sent = await bench.once(port);
    expect(sent).toEqual({ kind: "failed", error, stage: "answer", durationMs: expect.any(Number) });
    expect(sent.durationMs).toBeLessThan(HEAD_MS + 500);
    await expect.poll(open).toBe(0);
    expect(connections()).toBe(1);
  });

  test("nobody listens", async () => {
    const gone = await openReceiver({});
    await gone.close();
    expect(await bench.once(gone.port)).toMatchObject({ kind: "failed", error: "No connection could be made." });
  });

  test("a port that takes no connection is given up in time", async () => {
    const deaf = await openDeafPort("127.0.0.1");
    receivers.push(deaf);
    const sent = await bench.once(deaf.port);
    expect(sent).toMatchObject({ kind: "failed", error: `No answer within ${HEAD_MS / 1000} s.` });
    expect(sent.durationMs).toBeGreaterThanOrEqual(HEAD_MS - 5);
    expect(sent.durationMs).toBeLessThan(HEAD_MS + 500);
  });

  test("a URL that the policy refuses leads nowhere", async () => {
    const sender = bench.open();
    const { port, connections } = await receiver(answer(200));
    const send = (url: string) => sender.send({ url, headers: HEADERS, body: BODY });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ error: "The URL must start with https://." });
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ error: "The address 127.0.0.1 is not public." });
    expect(await send("nonsense")).toMatchObject({ kind: "failed", error: "The URL must start with https://." });
    expect(connections()).toBe(0);
  });
});

describe("a body", () => {
  const OK = "HTTP/1.1 200 OK\r\n";
  const GIGABYTE = 1024 * MEGABYTE;

  test.each<[string, Behaviour]>([
    ["of 1 GB", flood(`${OK}content-length: ${GIGABYTE}\r\n\r\n`, Buffer.alloc(64 * 1024, "x"))],
    ["without an end", flood(`${OK}\r\n`, Buffer.alloc(64 * 1024, "x"))],
    ["of endless chunks", flood(`${OK}transfer-encoding: chunked\r\n\r\n`, `1000\r\n${"x".repeat(4096)}\r\n`)],
    ["of endless small chunks", flood(`${OK}transfer-encoding: chunked\r\n\r\n`, "1\r\nx\r\n".repeat(500))],
  ])("%s is cut after 16 KiB, and the connection with it", async (_what, behave) => {
    const { port, open, written } = await receiver(behave);
    const sent = await bench.once(port);
    expect(sent).toMatchObject({ kind: "answered", status: 200, body: "x".repeat(16 * 1024) });
    await expect.poll(open).toBe(0);
    expect(written()).toBeLessThan(16 * MEGABYTE); // what the system buffers between the two; nobody reads it
  });

  test("of exactly 16 KiB is whole, and its connection is kept", async () => {
    const { port, open } = await receiver(answer(200, "x".repeat(16 * 1024)));
    const sender = bench.open({ allowedOrigins: [`http://127.0.0.1:${port}`] });
    const sent = await sender.send({ url: `http://127.0.0.1:${port}/`, headers: HEADERS, body: BODY });
    expect(sent).toMatchObject({ body: "x".repeat(16 * 1024) });
    expect([sender.idleCount, open()]).toEqual([1, 1]);
  });

  test.each<[string, Behaviour, string | RegExp]>([
    ["drips", drip(`${OK}content-length: 1000\r\n\r\n`, "x"), /^x{3,15}$/],
    ["stops", (socket) => socket.write(`${OK}content-length: 1000\r\n\r\nsome`), "some"],
    ["never begins", (socket) => socket.write(`${OK}content-length: 1000\r\n\r\n`), ""],
    ["has an endless chunk extension", flood(`${OK}transfer-encoding: chunked\r\n\r\n1;`, "a".repeat(4096)), ""],
  ])("that %s is waited for no longer than its time, and the answer stands", async (_what, behave, body) => {
    const { port, open } = await receiver(behave);
    const start = performance.now();
    const sent = await bench.once(port);
    expect(performance.now() - start).toBeLessThan(5000);
    expect(sent).toMatchObject({ kind: "answered", status: 200, body: expect.stringMatching(body) });
    expect(sent.durationMs).toBeLessThan(150); // up to the last header
    await expect.poll(open).toBe(0);
  });

  test.each<[string, Behaviour, string]>([
    [
      "reset",
      (socket) => {
        socket.write(`${OK}content-length: 1000\r\n\r\nsome`);
        setTimeout(() => socket.resetAndDestroy(), 30);
      },
      "some",
    ],
    ["closed", (socket) => socket.end(`${OK}content-length: 1000\r\n\r\nsome`), "some"],
    ["garbled", (socket) => socket.write(`${OK}transfer-encoding: chunked\r\n\r\n4\r\nsome\r\nzzz\r\n`), "some"],
    ["short of its length", (socket) => socket.end(`${OK}content-length: 5\r\n\r\nsome`), "some"],
    [
      "followed by an endless trailer",
      flood(`${OK}transfer-encoding: chunked\r\n\r\n4\r\nsome\r\n0\r\nx: `, "a".repeat(4096)),
      "some",
    ],
  ])("that is %s changes nothing about the status", async (_what, behave, body) => {
    const { port, open } = await receiver(behave);
    expect(await bench.once(port)).toMatchObject({ kind: "answered", status: 200, body });
    await expect.poll(open).toBe(0);
  });

  test("costs no memory worth the name, however many receivers flood at once", wide(), async () => {
    const piece = Buffer.alloc(64 * 1024, "x");
    const floods = [
      flood(`${OK}content-length: ${GIGABYTE}\r\n\r\n`, piece),
      flood(`${OK}content-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n`, "1\r\nx\r\n".repeat(500)),
      flood(OK, `x-flood: ${"a".repeat(1000)}\r\n`),
      flood(OK, "a:\r\n".repeat(1000)),
      flood(`${OK}transfer-encoding: chunked\r\n\r\n4\r\nsome\r\n0\r\n`, "a:\r\n".repeat(1000)),
      flood("HTTP/1.1 200 ", piece),
      flood("", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100)),
      drip(`${OK}content-length: 100000\r\n\r\n`, "x", 1),
    ];
    const all = await Promise.all(floods.map(receiver));
    const round = () => Promise.all(all.flatMap(({ port }) => Array.from({ length: 20 }, () => bench.once(port))));
    await round(); // code is compiled, buffers of the system are there
    const growth = await growthDuring(round);

    expect(growth).toBeLessThan(64 * MEGABYTE); // 160 attempts and 160 floods in this one process
  });
});

describe("called off", () => {
  test("by closing the sender while it looks up, while it waits, while it reads", async () => {
    bench.names().set("silent.example", { failure: "silence" });
    const waiting = await receiver(() => undefined);
    const reading = await receiver((socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nsome"));
    const quick = await receiver(answer(200));
    const off = { kind: "failed", error: "The attempt was called off." };
    const sender = bench.open({
      allowedOrigins: [waiting, reading, quick].map(({ port }) => `http://127.0.0.1:${port}`),
    });
    const send = (url: string) => sender.send({ url, headers: HEADERS, body: BODY });
    const lookUp = send("https://silent.example/");
    const waits = send(`http://127.0.0.1:${waiting.port}/`);
    const reads = send(`http://127.0.0.1:${reading.port}/`);
    await expect.poll(() => [waiting, reading].every(({ received }) => received().includes(BODY))).toBe(true);
    // By the time that a whole attempt has passed, the head of the answer is read.
    await send(`http://127.0.0.1:${quick.port}/`);
    await sender.close();
    expect(await lookUp).toMatchObject(off);
    expect((await lookUp).durationMs).toBeLessThan(1_000);
    expect(await waits).toMatchObject(off);
    expect(await reads).toMatchObject({ kind: "answered", status: 200, body: "some" });
    await expect.poll(() => waiting.open() + reading.open()).toBe(0);
  });

  test("by closing the sender, which leaves no connection behind and sends no more", async () => {
    const waiting = await receiver(() => undefined);
    const quick = await receiver(answer(200));
    const sender = bench.open({ allowedOrigins: [waiting, quick].map(({ port }) => `http://127.0.0.1:${port}`) });
    const send = (port: number) => sender.send({ url: `http://127.0.0.1:${port}/`, headers: HEADERS, body: BODY });
    await send(quick.port);
    expect(sender.idleCount).toBe(1);
    const attempt = send(waiting.port);
    await expect.poll(waiting.open).toBe(1);
    await sender.close();
    expect(await attempt).toMatchObject({ kind: "failed", error: "The attempt was called off." });
    await expect.poll(() => waiting.open() + quick.open()).toBe(0);
    expect(await send(quick.port)).toMatchObject({ kind: "failed", error: "The attempt was called off." });
    expect(quick.connections()).toBe(1);
  });
});
