/**
 * What `holdfast listen` sends: the request of a real delivery, by the sender of real deliveries, to the one URL that a
 * developer named. It may be plain http on this machine, under a name that only this machine knows.
 */
import { lookup } from "node:dns/promises";
import { webhookHeaders } from "@holdfast/contract";
import { newSecret } from "../commands/endpoint-parts.js";
import type { Config } from "../config/index.js";
import { OF_UNKNOWN_ISSUERS } from "../outbound/failures.js";
import { type Policy, readTarget } from "../outbound/guard.js";
import type { Lookup, Resolver } from "../outbound/resolve.js";
import { openSender } from "../outbound/send.js";
import { unixSeconds } from "../platform/clock.js";
import { standardKeyOf } from "../platform/mac.js";
import { openConfiguredDir } from "../setup.js";
import { judge, type Verdict } from "../webhooks/judge.js";
import { signerOf } from "../webhooks/signature.js";

/** An event on its way. */
export type Forwarded = {
  readonly id: string;
  readonly type: string;
  /** As it is stored: these bytes are signed and sent. */
  readonly text: string;
};

export type Attempt = Pick<Verdict, "state" | "statusCode" | "error"> & {
  /** When it began: Unix seconds of real time, the `t` of its signature. */
  readonly began: number;
  /** Up to the last header of the answer. */
  readonly durationMs: number;
};

export type Forwarding = {
  /**
   * One attempt, signed now. Never rejects for anything that a receiver does: 10 s without an answer is a failure, too.
   * @param at.attempt counts from 1; a failure of the ninth is the last word on the delivery.
   */
  attempt(event: Forwarded, at: { readonly delivery: number; readonly attempt: number }): Promise<Attempt>;
  /** Whether the secret can key the headers of Standard Webhooks. */
  readonly hasStandardHeaders: boolean;
  /** Calls off what is under way. */
  close(): Promise<void>;
};

/** Why events can't be forwarded to the URL, in one sentence; null when they can. */
export function problemOfForwardUrl(url: string): string | null {
  if (!/^https?:\/\//i.test(url))
    return "It takes a URL that starts with http:// or https://, or an address of this machine such as localhost:4242/webhooks.";
  const read = readTarget(url, policyFor(url));
  return read.ok ? null : read.reason;
}

/** @param given.url one that {@link problemOfForwardUrl} has nothing against. */
export function openForwarding({
  url,
  secret,
  config,
}: {
  readonly url: string;
  readonly secret: string;
  readonly config: Config;
}): Forwarding {
  const sender = openSender({
    policy: policyFor(url),
    resolver: SYSTEM_RESOLVER,
    ...(config.extraCa === null ? {} : { extraCa: config.extraCa }),
  });
  const sign = signerOf([secret]);
  return {
    attempt: async ({ id, type, text }, { delivery, attempt }) => {
      const began = unixSeconds();
      const signatures = sign({ event: id, seconds: began, body: text });
      const headers = webhookHeaders({ type, event: id, delivery: String(delivery), ...signatures });
      const answer = await sender.send({ url, headers, body: text });
      const { state, statusCode, error } = judge(answer, attempt - 1);
      return { state, statusCode, error: withWayOut(error), began, durationMs: answer.durationMs };
    },
    hasStandardHeaders: standardKeyOf(secret) !== null,
    close: () => sender.close(),
  };
}

/** A receiver on this machine mostly has a certificate of its own making. */
const withWayOut = (error: string | null): string | null =>
  OF_UNKNOWN_ISSUERS.some((one) => one === error)
    ? `${error} To trust it, name its file, or its issuer's, in TLS_EXTRA_CA_FILE.`
    : error;

/** What `listen` signs with: made by its first run on DATA_DIR, and the same ever after. */
export const listenSecret = (config: Config): string =>
  openConfiguredDir(config).secretFile("listen-secret", newSecret);

/** The one origin may be any. */
export const policyFor = (url: string): Policy => ({ allowedOrigins: [URL.parse(url)?.origin ?? ""] });

/** The machine's own look-up, with its hosts file; `localhost` is both of its addresses, whichever the receiver took. */
export const SYSTEM_RESOLVER: Resolver = {
  lookUp: async (name): Promise<Lookup> => {
    if (/(?:^|\.)localhost$/.test(name)) return { ok: true, addresses: ["127.0.0.1", "::1"] };
    try {
      const found = await lookup(name, { all: true, order: "ipv4first" });
      return { ok: true, addresses: found.map(({ address }) => address) };
    } catch {
      return { ok: false, reason: `The name ${name} could not be looked up.` };
    }
  },
  close: () => undefined,
};
