/**
 * What a service that is too busy refuses for a moment is asked for again, as shops and providers do: 503 says so over HTTP, and
 * DatabaseUnavailable in this process. Whatever else fails, fails.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnavailable } from "../../src/platform/database-errors.js";

/** As long as the service asks callers to wait (Retry-After). */
const AGAIN_AFTER_MS = 2_000;
const PATIENCE_MS = 300_000;

/** @param work may run again although it was done: what it does twice has to come to the same. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > deadline) throw error;
      const cause = error.cause instanceof Error ? error.cause.message : "";
      console.log(`asked again, for it was refused: ${error.message} (${cause})`);
    }
    await sleep(AGAIN_AFTER_MS);
  }
}

/** The status of an answer. @throws what `patiently` asks again for. */
export async function heard(answer: number | Promise<number>): Promise<number> {
  const status = await answer;
  if (status === 503) throw new DatabaseUnavailable("503");
  return status;
}
