import type { Rate } from "../domain/rates.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { setRate as writeRate } from "../store/write/rates.js";

/** Who sets rates by hand. */
const SANDBOX_SOURCE = "Sandbox";

/** Each round, one of those who set the same rate at once succeeds: as many as this can. */
const TRIES = 20;

/**
 * Sandbox: sets the rate of a currency, as of now. It is current at once, whatever was so before, and grows old by the test clock.
 * `busy` where others were faster again and again; then theirs is current.
 * @param given.rate checked by the caller, as is that the currency is not USD.
 */
export async function setRate(db: Queryable, given: Pick<Rate, "currency" | "rate">): Promise<Result<null, "busy">> {
  for (let tries = 0; tries < TRIES; tries += 1)
    if (await writeRate(db, { ...given, source: SANDBOX_SOURCE })) return ok(null);
  return refused("busy");
}
