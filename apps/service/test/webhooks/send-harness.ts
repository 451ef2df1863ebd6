/** A sender with short limits, a scripted name server beside it, and everything closed at the end of a test file. */
import { afterAll, afterEach, beforeAll } from "vitest";
import type { Policy } from "../../src/outbound/guard.js";
import { openResolver, type Resolver } from "../../src/outbound/resolve.js";
import { type Answer, openSender, type Sender, type SenderOptions, type SendRequest } from "../../src/outbound/send.js";
import { type NameServer, openNameServer } from "./name-server.js";

export const HEADERS = { "content-type": "application/json", "user-agent": "Holdfast-Webhooks/1.0" };
export const BODY = '{"id":"evt_1","object":"event"}';

/** Attempts of tests have this long for the head of an answer. */
export const HEAD_MS = 800;

export type Bench = {
  readonly names: () => NameServer;
  readonly resolver: () => Resolver;
  /** `allowedOrigins` alone make a policy too. */
  open(options?: Partial<SenderOptions> & { allowedOrigins?: readonly string[] }): Sender;
  /** One attempt by a sender of its own that may reach this port of loopback over plain http. */
  once(port: number, request?: Partial<SendRequest>): Promise<Answer>;
};

export function useBench(): Bench {
  let names: NameServer;
  let resolver: Resolver;
  const senders: Sender[] = [];

  beforeAll(async () => {
    names = await openNameServer();
    resolver = openResolver({ servers: [names.at], tryTimeoutMs: 100, tries: 2, timeoutMs: 300 });
  });
  afterEach(async () => {
    await Promise.all(senders.splice(0).map((sender) => sender.close()));
  });
  afterAll(async () => {
    resolver.close();
    await names.close();
  });

  function open({ allowedOrigins = [], limits, ...options }: Parameters<Bench["open"]>[0] = {}): Sender {
    const policy: Policy = { allowedOrigins };
    const short = { headMs: HEAD_MS, bodyMs: 200, connectMs: 150, ...limits };
    const sender = openSender({ policy, resolver, ...options, limits: short });
    senders.push(sender);
    return sender;
  }
  return {
    names: () => names,
    resolver: () => resolver,
    open,
    once(port, request = {}) {
      const sender = open({ allowedOrigins: [`http://127.0.0.1:${port}`] });
      return sender.send({ url: `http://127.0.0.1:${port}/hook`, headers: HEADERS, body: BODY, ...request });
    },
  };
}

/** Largest growth of this process's memory while something runs, in bytes; what was there before is collected first. */
export async function growthDuring(run: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  await run();
  clearInterval(timer);
  return Math.max(most, process.memoryUsage().rss) - before;
}
