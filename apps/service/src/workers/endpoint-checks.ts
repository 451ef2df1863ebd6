/**
 * Has the doctor look at endpoints when sellers ask for it: through the sender, the resolver and the address guard of real
 * deliveries. In live mode nothing is sent but pings and what must be refused.
 */

import { type AccountFacts, examine, type Pace, type Report, Unreachable } from "../doctor/examine.js";
import type { Policy } from "../outbound/guard.js";
import { openResolver } from "../outbound/resolve.js";
import { openSender, type Sender } from "../outbound/send.js";
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import type { Seal } from "../platform/seal.js";
import { type ClaimedCheck, claimCheck, endCheck, releaseCheck } from "../store/queue/endpoint-checks.js";
import { listCollisions, listContestedKeys, readStanding } from "../store/read/webhooks/checks.js";
import { checkBy } from "../webhooks/check.js";
import { inJob } from "./job.js";
import { asOne, startTicker, TICK_MS, type Ticker } from "./ticker.js";

/** Of one process. */
const AT_ONCE = 2;
const COLLISIONS_MAX = 6;
/** What a row of the table takes. */
const REPORT_BYTES_MAX = 256 * 1024;

type Means = {
  readonly db: Database;
  readonly seal: Seal;
  readonly policy: Policy;
  readonly extraCa: string | null;
  readonly isSandbox: boolean;
  readonly log: Log;
  readonly tickMs?: number | undefined;
  readonly pace?: Partial<Pace> | undefined;
};

export function startEndpointChecks(means: Means): Ticker {
  const { db, policy, extraCa, log, tickMs = TICK_MS } = means;
  const resolver = openResolver();
  const sender = openSender({ policy, resolver, ...(extraCa === null ? {} : { extraCa }) });
  let isStopping = false;
  const look = async (): Promise<boolean> => {
    try {
      const claimed = await claimCheck(db);
      if (claimed === null) return false;
      const ended = await inJob("endpoint-check", () => checkOne(claimed, { ...means, sender }));
      if (isStopping) await releaseCheck(db, claimed);
      else await endCheck(db, claimed, ended);
      return true;
    } catch (error) {
      log.warn({ err: error }, "an endpoint could not be checked");
      return false;
    }
  };
  const loops = asOne(Array.from({ length: AT_ONCE }, () => startTicker(tickMs, look)));
  return {
    poke: loops.poke,
    stop: async () => {
      isStopping = true;
      // What is under way is called off, so that a stop does not wait for slow receivers.
      await sender.close();
      await loops.stop();
      resolver.close();
    },
  };
}

async function checkOne(
  claimed: ClaimedCheck,
  { db, seal, policy, isSandbox, sender, pace }: Means & { readonly sender: Sender },
): Promise<{ readonly report: string } | { readonly error: string }> {
  const { id, url } = claimed;
  const addressProblem = await checkBy(policy)(url);
  // The guard would keep everything back.
  if (addressProblem !== null) return { error: addressProblem };
  try {
    const report = await examine(
      {
        url,
        secret: seal.open(claimed.secret, id),
        previous:
          claimed.previous_secret === null
            ? null
            : { secret: seal.open(claimed.previous_secret, id), isOver: !claimed.overlaps },
        isOfSandbox: isSandbox,
        addressProblem,
        probe: null,
        account: await factsOf(db, claimed),
      },
      { send: (request) => sender.send({ url, ...request }), ...(pace === undefined ? {} : { pace }) },
    );
    return { report: storable(report) };
  } catch (error) {
    if (error instanceof Unreachable) return { error: error.message };
    throw error;
  }
}

async function factsOf(db: Database, endpoint: ClaimedCheck): Promise<AccountFacts> {
  const [collisions, contested, standing] = await Promise.all([
    listCollisions(db, endpoint.account_id, COLLISIONS_MAX),
    listContestedKeys(db, endpoint.account_id, COLLISIONS_MAX),
    readStanding(db, endpoint),
  ]);
  return { collisions, contested, endpoint: standing };
}

/** As JSON that fits: what passed says enough without its bytes. */
function storable(report: Report): string {
  const whole = JSON.stringify(report);
  if (Buffer.byteLength(whole) <= REPORT_BYTES_MAX) return whole;
  const spare = (keeps: (verdict: string) => boolean): string =>
    JSON.stringify({
      ...report,
      findings: report.findings.map((one) => (keeps(one.verdict) ? one : { ...one, exchanges: [] })),
    });
  const failed = spare((verdict) => verdict === "fail" || verdict === "warn");
  return Buffer.byteLength(failed) <= REPORT_BYTES_MAX ? failed : spare(() => false);
}
