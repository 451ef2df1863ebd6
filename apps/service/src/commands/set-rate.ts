import type { Rate } from "../domain/rates.js";
import type { Queryable } from "../platform/database.js";
import { setRate as writeRate } from "../store/write/rates.js";

/** Who sets rates by hand. */
const SANDBOX_SOURCE = "Sandbox";

/** Somebody else may set the same one at the same moment. */
const TRIES = 3;

/**
 * Sandbox: sets the rate of a currency, as of now. It is current at once, whatever was so before, and grows old by the test clock.
 * @param given.rate checked by the caller, as is that the currency is not USD.
 */
export async function setRate(db: Queryable, given: Pick<Rate, "currency" | "rate">): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) if (await writeRate(db, { ...given, source: SANDBOX_SOURCE })) return;
}
