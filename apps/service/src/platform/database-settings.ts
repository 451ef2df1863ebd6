/**
 * What every connection of the service has on the server: bounds in time, and one plan for each statement. A connection brings them
 * with its start. Poolers refuse or drop them there, and the role has to have them instead: `requireSettings` looks (required-settings.ts).
 */
import type pg from "pg";
import { sqlState } from "./database-errors.js";

/** What the server allows a statement; the client waits a little longer before it gives the connection up. */
const STATEMENT_TIMEOUT_MS = 12_000;
/** Where another host can take over, so that a process writes again within ten seconds. */
const STATEMENT_TIMEOUT_OF_MANY_MS = 5_000;
/** Of that, not spent on one lock: a statement that waits for a row is told so, and its connection is kept. */
const LOCK_MARGIN_MS = 2_000;

/**
 * One plan for each statement, made once: left to itself the server plans a statement that takes arrays anew each time it runs
 * (0.25 ms for an escrow with its milestones), since it takes the plan for one key to be cheaper than that for any number of them.
 */
export const PLANS = { plan_cache_mode: "force_generic_plan" } as const;

/**
 * Such a plan is dear by its estimate, which knows neither how large an account is nor how far back it is asked. What it really
 * reads is little, and compiling the statement for it would take far longer, anew each time. Behind a pooler the role
 * may have this too; without it the service is slower, and right.
 */
const JIT = "off";

export const allowedMsOf = (hosts: readonly string[]): number =>
  hosts.length > 1 ? STATEMENT_TIMEOUT_OF_MANY_MS : STATEMENT_TIMEOUT_MS;

/** By the server's names, in milliseconds. */
export const boundsOf = (allowedMs: number) => ({
  statement_timeout: allowedMs,
  lock_timeout: allowedMs - LOCK_MARGIN_MS,
  idle_in_transaction_session_timeout: allowedMs,
});

/** For the driver, which hands them on with the start of a connection. */
export const startupOf = (allowedMs: number) => ({
  options: `-c plan_cache_mode=${PLANS.plan_cache_mode} -c jit=${JIT}`,
  ...boundsOf(allowedMs),
});

export function withoutSettings(config: pg.ClientConfig): pg.ClientConfig {
  const settings = Object.keys(startupOf(0));
  return Object.fromEntries(Object.entries(config).filter(([name]) => !settings.includes(name)));
}

/** For the transaction that it is sent in. */
export const setLocal = (settings: Readonly<Record<string, number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join("; ");

/** PgBouncer and its like, where they are not told to drop what a connection brings. */
export const refusesSettings = (error: unknown): boolean =>
  sqlState(error) === "08P01" && /unsupported startup parameter/.test((error as Error).message);
