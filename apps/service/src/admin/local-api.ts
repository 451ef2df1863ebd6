/**
 * The merchant API inside this process: the server, checks and handlers that the service listens with, without a socket.
 * What is done through it is done as if it had come over the network, whether or not a service runs on the database.
 */
import { API_PATH, ERRORS, type ErrorCode, type ErrorDetails } from "@holdfast/contract";
import { missingOf, registerApi } from "../api/plugin.js";
import { writeError } from "../api/refusal.js";
import { createServer } from "../api/server.js";
import { openExecutor } from "../commands/execute.js";
import { pingAccount } from "../commands/ping-account.js";
import { refundTerms } from "../commands/refund-order.js";
import { openSettling } from "../commands/settle-due.js";
import type { Config } from "../config/index.js";
import { readApiKey } from "../identity/api-key.js";
import { openAuthentication } from "../identity/authenticate.js";
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import { openMetrics } from "../platform/metrics.js";
import { watchRates } from "../workers/rates.js";

export type LocalRequest = {
  readonly method: "GET" | "POST";
  /** Below {base_url}, with its query. */
  readonly path: string;
  readonly key: string;
  /** JSON text. */
  readonly body?: string;
};

export type LocalAnswer = { readonly status: number; readonly text: string };

export type LocalApi = {
  /** @throws the reason where the API would answer 500: there is no log that would tell it. */
  call(request: LocalRequest): Promise<LocalAnswer>;
  /** What no call of the API does: a test of the account's endpoints. Answers, and refuses, as a POST would. */
  ping(key: string): Promise<LocalAnswer>;
  close(): Promise<void>;
};

/**
 * Opens the API on a migrated database. Calls count in the rate window of their key like any others, and none is refused
 * for it: the limit guards a service against its callers, and this process serves its operator alone.
 */
export async function openLocalApi(db: Database, config: Config): Promise<LocalApi> {
  const executor = openExecutor(db);
  const failures: unknown[] = [];
  const log = logInto(failures);
  const { app } = createServer({
    log,
    metrics: openMetrics(db),
    config,
    answerPerson: () => null,
  });
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const unlimited: Config = {
    ...config,
    requestsPerMinute: Number.MAX_SAFE_INTEGER,
    accountRequestsPerMinute: Number.MAX_SAFE_INTEGER,
    sessionsPerDay: null,
    unverifiedSessionsPerDay: Number.MAX_SAFE_INTEGER,
  };
  const { settleDue, settleAll } = openSettling({ db, executor, log });
  const rates = watchRates(db, config.rates);
  await rates.refresh();
  const services = {
    db,
    rates,
    whereabouts: null,
    executor,
    settleDue,
    settleAll,
    config: unlimited,
    // Nobody here knows the providers; one that does not give a payment back any more says so itself.
    refundTerms: refundTerms(config.providers, null),
    providers: { holder: null },
    publicUrl: () => publicUrl,
    log,
    addresses: { onRefused: () => undefined },
    requestLog: null,
  };
  const authenticate = openAuthentication(db, unlimited);
  await app.register(async (api) => registerApi(api, services));
  return {
    call: async ({ method, path, key, body }) => {
      const { statusCode: status, payload: text } = await app.inject({
        method,
        url: API_PATH + path,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { payload: body }),
      });
      if (status === 500) throw failures.pop() ?? new Error("the API answered 500");
      return { status, text };
    },
    ping: async (key) => {
      const verdict = await authenticate(readApiKey(key), "127.0.0.1");
      if (verdict.kind !== "authenticated") return refuse(verdict.kind);
      const missing = missingOf({ method: "POST", scope: "events:write" }, verdict.principal);
      if (missing !== null) return refuse("forbidden", missing);
      await pingAccount(db, verdict.principal.account);
      return { status: 200, text: "{}" };
    },
    close: () => app.close(),
  };
}

const refuse = (code: ErrorCode, details?: ErrorDetails): LocalAnswer => ({
  status: ERRORS[code].status,
  text: writeError(code, details),
});

/** Logs nothing; an error inside is kept for the caller. */
function logInto(failures: unknown[]): Log {
  const nothing = (): undefined => undefined;
  const error = (details: unknown): void => {
    if (typeof details === "object" && details !== null && "err" in details) failures.push(details.err);
  };
  return { debug: nothing, info: nothing, warn: nothing, error, fatal: nothing, flush: nothing };
}
