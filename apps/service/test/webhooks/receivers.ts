/** Receivers of webhooks that behave badly, on loopback, and what a test wants to know about them. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { Worker } from "node:worker_threads";

export type Receiver = {
  readonly port: number;
  /** Everything that came, over all connections. */
  readonly received: () => string;
  /** Connections that were ever opened. */
  readonly connections: () => number;
  /** Connections that are open now. */
  readonly open: () => number;
  /** Bytes that the system took from this receiver, over all connections. */
  readonly written: () => number;
  close(): Promise<void>;
};

export type Behaviour = (socket: Socket, request: string) => void;

type Place = { readonly host?: string; readonly port?: number; readonly tls?: TlsOptions };

/** `behave` is called for each whole request, with its head and body; `greet` as soon as a connection is there. */
export async function openReceiver(
  { behave, greet }: { behave?: Behaviour; greet?: (socket: Socket) => void },
  { host = "127.0.0.1", port = 0, tls }: Place = {},
): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const ever: Socket[] = [];
  let received = "";
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    ever.push(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    greet?.(socket);
    let unread = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      unread += chunk.toString("latin1");
      const end = endOfRequest(unread);
      if (end === null) return;
      const request = unread.slice(0, end);
      unread = unread.slice(end);
      behave?.(socket, request);
    });
  };
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  if (tls !== undefined) server.on("tlsClientError", () => undefined);
  // Opened, though perhaps never through with TLS.
  let dialled = 0;
  server.on("connection", () => {
    dialled += 1;
  });
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    connections: () => dialled,
    open: () => sockets.size,
    written: () => ever.reduce((sum, socket) => sum + socket.bytesWritten - socket.writableLength, 0),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  const listening = once(server, "listening");
  server.listen(port, host);
  await listening;
}

function endOfRequest(text: string): number | null {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return null;
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
  return text.length >= head + 4 + length ? head + 4 + length : null;
}

/** One whole answer. */
export const answer =
  (status: number, body = "ok", headers = ""): Behaviour =>
  (socket) => {
    socket.write(`HTTP/1.1 ${status} Status\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`);
  };

/** `start`, and then `piece` for as long as somebody takes it. */
export const flood =
  (start: string, piece: string | Buffer): Behaviour =>
  (socket) => {
    socket.write(start, "latin1");
    const pump = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("drain", pump);
    pump();
  };

/** `start`, and then `piece` each so many milliseconds, for ever. */
export const drip =
  (start: string, piece: string, everyMs = 20): Behaviour =>
  (socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(piece), everyMs);
    socket.on("close", () => clearInterval(timer));
  };

/** A port whose queue of connections is full, and that nobody ever takes one from. */
export async function openDeafPort(host: string): Promise<{ port: number; close(): Promise<void> }> {
  const worker = new Worker(
    `const { parentPort, workerData } = require("node:worker_threads");
     const server = require("node:net").createServer().listen({ host: workerData, port: 0, backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
     });`,
    { eval: true, workerData: host },
  );
  const [port] = (await once(worker, "message")) as [number];
  const { connect } = await import("node:net");
  const fillers = Array.from({ length: 8 }, () => connect({ host, port }).on("error", () => undefined));
  await Promise.race(fillers.slice(0, 1).map((filler) => once(filler, "connect")));
  return {
    port,
    close: async () => {
      for (const filler of fillers) filler.destroy();
      await worker.terminate();
    },
  };
}

/** A second address of this machine: another of 127.0.0.0/8 where the system has them all, else that of IPv6. */
export async function otherLoopback(): Promise<string> {
  const probe = createServer();
  try {
    await listen(probe, "127.0.0.2", 0);
    return "127.0.0.2";
  } catch {
    return "::1";
  } finally {
    probe.close();
  }
}
