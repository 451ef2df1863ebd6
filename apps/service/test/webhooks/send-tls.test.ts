/** Attempts over TLS: whose certificate counts, and what is said when it does not. */
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { createServer } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { openAuthority, type Wanted } from "./certificates.js";
import { answer, openReceiver, type Receiver } from "./receivers.js";
import { BODY, HEAD_MS, HEADERS, useBench } from "./send-harness.js";

const bench = useBench();
const authority = openAuthority();
const LOOPBACK_IS_PUBLIC = { allowedOrigins: [], isPublic: (address: string) => address === "127.0.0.1" };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((receiver) => receiver.close()));
});

async function receiver(wanted: Wanted = {}, issuer = authority): Promise<Receiver> {
  const opened = await openReceiver({ behave: answer(200) }, { tls: issuer.issue(wanted) });
  open.push(opened);
  return opened;
}

function send(port: number, { host = "hooks.test", extraCa = authority.pem } = {}) {
  bench.names().set("hooks.test", { a: ["127.0.0.1"] });
  const sender = bench.open({ policy: LOOPBACK_IS_PUBLIC, extraCa });
  return sender.send({ url: `https://${host}:${port}/hook`, headers: HEADERS, body: BODY });
}

const failed = (error: string) => ({ kind: "failed", error, stage: "tls", durationMs: expect.any(Number) });
/** Ended before there was a word about TLS. */
const unsecured = (error: string) => ({ kind: "failed", error, stage: "dial", durationMs: expect.any(Number) });

test("a certificate for the name, by an authority that the operator added, is trusted", async () => {
  const { port, received } = await receiver();
  expect(await send(port)).toMatchObject({ kind: "answered", status: 200, body: "ok" });
  expect(received()).toContain(`host: hooks.test:${port}\r\n`);
});

test("a certificate for the address counts when the URL has no name", async () => {
  const withAddress = await receiver({ names: ["127.0.0.1"] });
  expect(await send(withAddress.port, { host: "127.0.0.1" })).toMatchObject({ kind: "answered" });
  const withName = await receiver({ names: ["hooks.test"] });
  expect(await send(withName.port, { host: "127.0.0.1" })).toMatchObject(
    failed("The certificate is not valid for this host."),
  );
});

test("the next connection to an origin takes up its session; another origin at the same address shakes hands anew", async () => {
  const reused: boolean[] = [];
  const server = createServer(authority.issue({ names: ["hooks.test", "other.test"] }), (socket) => {
    socket
      .on("error", () => undefined)
      .once("data", () => {
        reused.push(socket.isSessionReused());
        socket.end("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok");
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
  const { port } = server.address() as AddressInfo;
  const one = bench.open({ policy: LOOPBACK_IS_PUBLIC, extraCa: authority.pem });
  for (const host of ["hooks.test", "hooks.test", "other.test", "other.test"]) {
    bench.names().set(host, { a: ["127.0.0.1"] });
    const request = { url: `https://${host}:${port}/`, headers: HEADERS, body: BODY };
    expect(await one.send(request)).toMatchObject({ kind: "answered", status: 200 });
  }
  expect(reused).toEqual([false, true, false, true]);
});

const DAY_MS = 86_400_000;
describe("a certificate that is no good fails the attempt before a byte of the event is sent", () => {
  test.each<[string, Wanted, string]>([
    ["another name", { names: ["other.test"] }, "The certificate is not valid for this host."],
    ["a name below", { names: ["*.hooks.test"] }, "The certificate is not valid for this host."],
    ["no name", { names: [] }, "The certificate is not valid for this host."],
    [
      "the address that was dialled, not the name",
      { names: ["127.0.0.1"] },
      "The certificate is not valid for this host.",
    ],
    ["expired", { validTo: new Date(Date.now() - DAY_MS) }, "The certificate has expired."],
    ["not yet valid", { validFrom: new Date(Date.now() + DAY_MS) }, "The certificate is not valid yet."],
    ["self-signed", { isSelfSigned: true }, "The certificate is self-signed."],
  ])("%s", async (_what, wanted, error) => {
    const { port, received, open: connections } = await receiver(wanted);
    const one = bench.open({ policy: LOOPBACK_IS_PUBLIC, extraCa: authority.pem });
    bench.names().set("hooks.test", { a: ["127.0.0.1"] });
    const request = { url: `https://hooks.test:${port}/`, headers: HEADERS, body: BODY };
    expect(await one.send(request)).toMatchObject(failed(error));
    expect(await one.send(request)).toMatchObject(failed(error)); // nothing of the first handshake is trusted
    expect(received()).toBe("");
    await expect.poll(connections).toBe(0);
  });

  test("an authority that nobody added", async () => {
    const { port, received } = await receiver({}, openAuthority("Somebody Else"));
    const error = "The certificate's issuer is not trusted, or its chain is incomplete.";
    expect(await send(port)).toMatchObject(failed(error));
    const plain = bench.open({ policy: LOOPBACK_IS_PUBLIC });
    expect(await plain.send({ url: `https://hooks.test:${port}/`, headers: HEADERS, body: BODY })).toMatchObject(
      failed(error),
    );
    expect(received()).toBe("");
  });

  test("though the environment says that any will do", async () => {
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    const emitWarning = process.emitWarning;
    process.emitWarning = () => undefined;
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      const { port } = await receiver({ isSelfSigned: true });
      expect(await send(port)).toMatchObject(failed("The certificate is self-signed."));
    } finally {
      process.emitWarning = emitWarning;
      if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
    }
  });
});

describe("what is no TLS of ours", () => {
  test("plain http on the port", async () => {
    const plain = await openReceiver({ greet: (socket) => void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n") });
    open.push(plain);
    expect(await send(plain.port)).toMatchObject(failed("The TLS handshake failed."));
  });

  test("closed or reset in the handshake", async () => {
    const closing = await openReceiver({ greet: (socket) => void socket.end() });
    const resetting = await openReceiver({
      greet: (socket) => void socket.once("data", () => socket.resetAndDestroy()),
    });
    open.push(closing, resetting);
    expect(await send(closing.port)).toEqual(unsecured("The connection was reset."));
    expect(await send(resetting.port)).toEqual(unsecured("The connection was reset."));
  });

  test("a handshake that never ends", async () => {
    const silent = await openReceiver({});
    open.push(silent);
    const sent = await send(silent.port);
    expect(sent).toEqual(unsecured(`No answer within ${HEAD_MS / 1000} s.`));
    await expect.poll(silent.open).toBe(0);
  });

  test("versions before 1.2", async () => {
    const { cert, key } = authority.issue();
    const old = await openReceiver(
      { behave: answer(200) },
      { tls: { cert, key, minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } },
    );
    open.push(old);
    expect(await send(old.port)).toMatchObject(failed("The TLS handshake failed."));
  });

  test("a server of HTTP/2 alone", async () => {
    const server = createSecureServer({ ...authority.issue(), allowHTTP1: false }, (_request, response) =>
      response.end(),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
    const { port } = server.address() as AddressInfo;
    expect(await send(port)).toMatchObject(failed("The server does not offer HTTP/1.1."));
  });

  test("a server that would rather speak HTTP/2 is spoken to in HTTP/1.1", async () => {
    const server = createSecureServer({ ...authority.issue(), allowHTTP1: true }, (request, response) =>
      response.end(request.httpVersion),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
    expect(await send((server.address() as AddressInfo).port)).toMatchObject({ kind: "answered", body: "1.1" });
  });
});
