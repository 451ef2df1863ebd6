/**
 * Connections to receivers: dials a given address, and keeps what can be used again. One connection carries one request at
 * a time.
 *
 * Modes of a connection: new (nothing dialled yet), busy (one attempt has it), idle (kept here), gone. An attempt takes it
 * from new or idle to busy; `keep` makes it idle; the other side, 30 s without use, the bound on idle ones and `drop` end it.
 */
import { connect, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls, type SecureContext } from "node:tls";
import { type buildConnector, Client } from "undici";
import { NO_CONNECTION, NoConnection } from "./failures.js";
import type { Target } from "./guard.js";
import { type Meter, meterReads } from "./meter.js";

export type Connection = {
  readonly client: Client;
  /** An answer is expected, or got further: its next part has the whole of its bounds. */
  progress(): void;
  /** Closes the socket at once, whatever it is doing. */
  drop(): void;
};

export type Connections = {
  /** An idle connection of the origin to one of these addresses, the last used first. */
  take(origin: string, addresses: readonly string[]): Connection | null;
  /** A new one, to this address and no other. `connectMs`: how long the address has to accept it; null for no limit. */
  dial(target: Target, address: string, connectMs: number | null): Connection;
  /** After an answer that was read to its end. */
  keep(connection: Connection): void;
  readonly idleCount: number;
  /** Ends idle ones and keeps none from now on. */
  close(): void;
};

export type ConnectionLimits = {
  /** Idle connections at most, over all receivers; beyond it the one that was idle longest goes. */
  readonly idleMax: number;
  /** How long one stays idle; a receiver's Keep-Alive header may shorten it. */
  readonly idleMs: number;
};

/** What one read from a socket may bring; TLS has no larger records (RFC 8446, section 5.1). */
const READ_BYTES = 16 * 1024;

type Held = Connection & { isGone(): boolean; readonly key: string };

export function openConnections(secureContext: SecureContext, { idleMax, idleMs }: ConnectionLimits): Connections {
  /** In the order in which they became idle. */
  const idle = new Set<Held>();
  const byKey = new Map<string, Held[]>();
  const sessions = openSessions(idleMax);
  let isClosed = false;

  function forget(held: Held): void {
    if (!idle.delete(held)) return;
    const siblings = byKey.get(held.key) ?? [];
    siblings.splice(siblings.indexOf(held), 1);
    if (siblings.length === 0) byKey.delete(held.key);
  }

  function drop(held: Held): void {
    forget(held);
    held.drop();
  }

  return {
    take(origin, addresses) {
      for (const address of addresses) {
        const held = byKey.get(keyOf(origin, address))?.at(-1);
        if (held === undefined) continue;
        forget(held);
        if (!held.isGone()) return held;
      }
      return null;
    },
    dial(target, address, connectMs) {
      const held = open({ target, address, connectMs, secureContext, sessions, idleMs });
      held.client.on("disconnect", () => {
        if (idle.has(held)) drop(held);
      });
      return held;
    },
    keep(connection) {
      const held = connection as Held;
      if (isClosed || held.isGone()) return held.drop();
      idle.add(held);
      const siblings = byKey.get(held.key);
      if (siblings === undefined) byKey.set(held.key, [held]);
      else siblings.push(held);
      const [oldest] = idle;
      if (idle.size > idleMax && oldest !== undefined) drop(oldest);
    },
    get idleCount() {
      return idle.size;
    },
    close() {
      isClosed = true;
      for (const held of idle) drop(held);
    },
  };
}

/**
 * TLS sessions, which spare the next connection to the same origin most of its handshake. Node tells of one only when the
 * certificate was good for the origin's host.
 */
type Sessions = {
  of(origin: string): { readonly session?: Buffer };
  put(origin: string, session: Buffer): void;
};

function openSessions(countMax: number): Sessions {
  /** In the order in which they came. */
  const byOrigin = new Map<string, Buffer>();
  return {
    of(origin) {
      const session = byOrigin.get(origin);
      return session === undefined ? {} : { session };
    },
    put(origin, session) {
      byOrigin.delete(origin);
      byOrigin.set(origin, session);
      const [oldest] = byOrigin.keys();
      if (byOrigin.size > countMax && oldest !== undefined) byOrigin.delete(oldest);
    },
  };
}

const keyOf = (origin: string, address: string): string => `${origin} ${address}`;

type Dial = {
  readonly target: Target;
  readonly address: string;
  readonly connectMs: number | null;
  readonly secureContext: SecureContext;
  readonly sessions: Sessions;
};

function open({ idleMs, ...dial }: Dial & { readonly idleMs: number }): Held {
  const { target, address } = dial;
  let socket: Socket | null = null;
  let meter: Meter | null = null;
  const client = new Client(target.origin, {
    connect: (_options, callback) => {
      socket = dialSocket(dial, callback);
      meter = meterReads(socket);
    },
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: 32 * 1024, // bytes, and never reached: the meter comes first
    // The attempt has its own limits of time, which chunks do not prolong.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    keepAliveTimeoutThreshold: 1000,
  });
  return {
    client,
    key: keyOf(target.origin, address),
    isGone: () => socket === null || socket.destroyed,
    progress: () => meter?.progress(),
    drop() {
      // The client lets go of a socket that is still connecting only once it is connected.
      void client.destroy();
      socket?.destroy();
    },
  };
}

/** Dials the address that was checked, by number, so that no name is looked up a second time on the way. */
function dialSocket(
  { target, address, connectMs, secureContext, sessions }: Dial,
  done: buildConnector.Callback,
): Socket {
  const { isTls, isLiteral, host, port } = target;
  const options = { host: address, port, lookup: neverLookUp, noDelay: true, highWaterMark: READ_BYTES };
  const tls: ConnectionOptions = {
    secureContext,
    ...sessions.of(target.origin),
    // Whose certificate it must be: the name, or the address when the URL has no name. The default check compares it.
    ...(isLiteral ? {} : { servername: host }),
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: true, // said, since an environment variable could otherwise turn it off
  };
  const socket = isTls ? connectTls({ ...options, ...tls }) : connect(options);
  socket.on("session", (session: Buffer) => sessions.put(target.origin, session));
  const timer = connectMs === null ? undefined : setTimeout(() => socket.destroy(tooSlow()), connectMs);
  let isDone = false;
  const finish = (error: Error | null): void => {
    clearTimeout(timer);
    if (isDone) return;
    isDone = true;
    if (error === null) done(null, socket);
    else done(error, null);
  };
  socket.once("connect", () => clearTimeout(timer));
  socket.once("close", () => clearTimeout(timer));
  socket.once(isTls ? "secureConnect" : "connect", () => finish(null));
  socket.on("error", finish);
  return socket;
}

const tooSlow = (): Error => new NoConnection(NO_CONNECTION);

function neverLookUp(name: string): never {
  throw new Error(`dialling ${name} by name: only checked addresses are dialled`);
}
