/**
 * How many connections one network may have open, and all networks. Each one beyond that closes the oldest idle connection, of the
 * network or of all, so a flood from one address works against itself, one from many holds no place that others want, and people who
 * share an address with it still get in.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf, openNetworks } from "../identity/networks.js";
import { monotonicMs } from "../platform/clock.js";

/** Of one network, in total; in front of which no load balancer of ours stands. */
const OPEN_MAX = 1_000;
/** Of these, such as have not sent the head of a first request yet, though they had time to. */
const HALF_OPEN_MAX = 100;
const HEAD_GRACE_MS = 1_000;
/** Of all networks, load balancers included. */
const CONNECTIONS_MAX = 10_000;
/** Of these, the last tenth is for load balancers, and for those who come just now. */
const KEPT_PART = 0.9;

/** Sets keep the order in which they were filled: the oldest come first. */
type Network = {
  readonly open: Set<Socket>;
  /** With when they were opened. */
  readonly halfOpen: Map<Socket, number>;
  /** Between two requests. */
  readonly idle: Set<Socket>;
};

/** @param trustedProxies addresses and networks that bring the visitors of many, and may open as many as there is room for. */
export function boundConnections(
  server: Server,
  trustedProxies: readonly string[],
  connectionsMax: number = CONNECTIONS_MAX,
): void {
  const exempt = openNetworks(trustedProxies);
  const networks = new Map<string, Network>();
  /** Of all networks, with the network of each; the one that has been idle longest comes first. */
  const idle = new Map<Socket, string>();
  let open = 0;
  server.maxConnections = connectionsMax;

  function networkFor(key: string): Network {
    const network = networks.get(key) ?? { open: new Set(), halfOpen: new Map(), idle: new Set() };
    networks.set(key, network);
    return network;
  }

  function forget(key: string, socket: Socket): void {
    const network = networkFor(key);
    if (network.open.has(socket)) open -= 1;
    for (const part of [network.open, network.halfOpen, network.idle, idle]) part.delete(socket);
    if (network.open.size === 0) networks.delete(key);
  }

  function close(key: string, socket: Socket | undefined): void {
    if (socket === undefined) return;
    forget(key, socket);
    socket.destroy();
  }

  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    if (exempt(address)) return;
    const key = networkOf(address);
    const network = networkFor(key);
    open += 1;
    network.open.add(socket);
    network.halfOpen.set(socket, monotonicMs());
    socket.once("close", () => forget(key, socket));
    for (const [oldest, openedMs] of network.halfOpen) {
      if (network.halfOpen.size <= HALF_OPEN_MAX || monotonicMs() - openedMs < HEAD_GRACE_MS) break;
      close(key, oldest);
    }
    if (network.open.size > OPEN_MAX) close(key, first(network.idle) ?? first(network.halfOpen));
    const [longest] = idle;
    if (open > connectionsMax * KEPT_PART && longest !== undefined) close(longest[1], longest[0]);
  });

  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const key = networkOf(socket.remoteAddress ?? "");
    const network = networks.get(key);
    if (network === undefined || !network.open.has(socket)) return;
    for (const part of [network.halfOpen, network.idle, idle]) part.delete(socket);
    response.once("close", () => {
      if (!network.open.has(socket)) return;
      network.idle.add(socket);
      idle.set(socket, key);
    });
  });
}

const first = (sockets: ReadonlySet<Socket> | ReadonlyMap<Socket, unknown>): Socket | undefined =>
  sockets.keys().next().value;
