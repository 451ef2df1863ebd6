/** Backup, more orders, a disk that is gone, recovery to the end and to a moment. */
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acknowledgedSteps, compareOrders, openOrders } from "./orders.mjs";
import { holdfast, loseDisk, startFollowing, startService } from "./processes.mjs";

const SELLER = ["merchant", "create", "--email", "shop@example.com", "--trading-name", "North Wares", "--verified"];
/** How long the disk outlives the follower: what would be acknowledged then would be lost with it. */
const ALONE_MS = 500;
/** More than anybody sells before the disk goes. */
const ENDLESS = Number.MAX_SAFE_INTEGER;

/** @returns what `work` returns, and how long it took in milliseconds */
async function timed(work) {
  const start = performance.now();
  const result = await work();
  return { result, ms: performance.now() - start };
}

/**
 * @param {{ before: number, after: number, say: (line: string) => void }} given how many orders are complete before the backup begins, and
 *   at least so many more when the disk goes
 */
export async function runDrill({ before, after, say }) {
  const folder = fs.mkdtempSync(join(tmpdir(), "holdfast-drill-"));
  fs.chmodSync(folder, 0o755); // the database's user writes the backup
  const [data, backup] = [join(folder, "data"), join(folder, "backup")];
  const closers = [() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 })];
  try {
    say("a service takes orders …");
    const service = await startService(folder, { DATA_DIR: data });
    closers.push(() => service.end("SIGKILL"));
    const { api_key: apiKey } = await holdfast(folder, { DATA_DIR: data }, ...SELLER);
    const shop = openOrders({ origin: service.origin, apiKey });
    await shop.sell(before);

    say("a backup is taken and followed, while more orders come …");
    let isGone = false;
    closers.push(() => {
      isGone = true; // nobody sells on to a service that is gone
    });
    const selling = shop.sell(ENDLESS, () => isGone);
    const following = await timed(() => startFollowing(folder, { DATA_DIR: data }, backup));
    closers.push(() => following.result.end("SIGKILL"));
    const since = Date.now();
    const atBackup = acknowledgedSteps(shop.orders).length;
    const enough = shop.orders.length + after;
    while (shop.orders.length < enough) await sleep(10);

    say("the disk is gone …");
    const gone = Date.now();
    await following.result.end("SIGKILL");
    await sleep(ALONE_MS);
    isGone = true;
    await Promise.all([loseDisk(service, data), selling]);
    const acknowledged = acknowledgedSteps(shop.orders).length;

    const recoverTo = async (name, moment) => {
      say(`recovery to ${name} …`);
      const env = { DATA_DIR: join(folder, `recovered to ${name}`) };
      const until = moment === null ? [] : ["--until", new Date(moment).toISOString()];
      const { result, ms } = await timed(() => holdfast(folder, env, "restore", backup, ...until));
      const started = await timed(() => startService(folder, env));
      const recovered = { origin: started.result.origin, apiKey };
      try {
        const wrong = await compareOrders(recovered, shop.orders, moment);
        const next = openOrders(recovered);
        next.orders.push(...shop.orders); // whose keys are taken
        await next.sell(1);
        if (next.orders.at(-1).steps.length !== 5) wrong.push("no order can be taken any more");
        return { name, moment, restoreMs: ms, startMs: started.ms, wrong, ...result };
      } finally {
        await started.result.end("SIGTERM");
      }
    };
    const middle = Math.floor((since + gone) / 2 / 1_000) * 1_000;
    const moment = middle > since ? middle : Math.floor((since + gone) / 2);
    const recoveries = [await recoverTo("its end", null), await recoverTo("a moment", moment)];
    return {
      orders: shop.orders.length,
      acknowledged,
      afterBackup: acknowledged - atBackup,
      beforeMoment: acknowledgedSteps(shop.orders).filter((one) => one.acknowledged < moment).length,
      followedMs: following.ms,
      wroteMs: gone - since,
      recoveries,
    };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
