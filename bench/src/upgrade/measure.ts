/**
 * An upgrade under load: the last release serves, its schema is migrated, this tree's release joins it, and then stays alone. No request
 * may fail, and none may wait for a table for longer than half a second.
 */
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { buildRelease, isInHistory, LAST } from "../../../tools/release/earlier.mjs";
import { openLargeAccount } from "../console/account.js";
import { fill } from "../growth/fill.js";
import { runCommand, startService } from "../processes.js";
import type { World } from "../world.js";
import { type Asked, openUpgradeLoad } from "./load.js";
import { watchLocks } from "./locks.js";

const LOCK_MAX_MS = 500;
/** How long each phase goes on. */
const PHASE_MS = 8_000;
/** Orders with all of their life; the others lapsed. */
const WHOLE_ORDERS = 1_000;

type Phase = { readonly name: string; readonly from: number; readonly to: number };

/** @returns a table, and whether everything held. */
export async function measureUpgrade(
  { orders, revision = LAST.commit }: { orders: number; revision?: string | undefined },
  openWorld: () => Promise<World>,
): Promise<{ readonly text: string; readonly held: boolean }> {
  if (!isInHistory(revision)) throw new Error(`git knows no revision ${revision}: an upgrade needs the history`);
  console.error(`building ${revision} …`);
  const root = buildRelease(revision);
  const world = await openWorld();
  try {
    const old = await world.anotherTarget(root);
    console.error(`making ${orders} orders …`);
    const account = await openLargeAccount(old, Math.min(WHOLE_ORDERS, orders));
    await fill({ target: old, account, sessions: Math.min(WHOLE_ORDERS, orders) }, orders);

    const phases: Phase[] = [];
    const during = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
      console.error(`${name} …`);
      const from = performance.now();
      const result = await work();
      phases.push({ name, from, to: performance.now() });
      return result;
    };
    const load = openUpgradeLoad(account.merchant, old.served);
    const locks = watchLocks(old.database);
    const { databaseUrl } = old;
    await during("the old release alone", () => sleep(PHASE_MS));
    const { migrations } = await during("migrate", () =>
      runCommand<{ migrations: readonly string[] }>({ databaseUrl, directory: world.directory }, ["migrate"]),
    );
    await during("the old release on the new schema", () => sleep(PHASE_MS));
    const next = await during("the new release starts", () =>
      startService({ databaseUrl, directory: world.directory }),
    );
    try {
      await load.sellThrough([old.served, next]);
      await during("both side by side", () => sleep(PHASE_MS));
      await load.sellThrough([next]);
      await during("the old release stops", () => old.served.stop());
      await during("the new release alone", () => sleep(PHASE_MS));
      await load.stop();
      const longestMs = await locks.stop();
      const check = await runCommand<{ balanced: boolean }>({ databaseUrl, directory: world.directory }, [
        "ledger",
        "check",
        "--all",
      ]);
      return report(
        { orders, revision, migrations, phases, asked: load.asked, longestMs, balanced: check.balanced },
        world,
      );
    } finally {
      await next.stop();
    }
  } finally {
    await world.close();
  }
}

type Outcome = {
  readonly orders: number;
  readonly revision: string;
  readonly migrations: readonly string[];
  readonly phases: readonly Phase[];
  readonly asked: readonly Asked[];
  readonly longestMs: number;
  readonly balanced: boolean;
};

function report(
  { orders, revision, migrations, phases, asked, longestMs, balanced }: Outcome,
  { postgresVersion }: World,
): { readonly text: string; readonly held: boolean } {
  const failed = asked.filter(({ status }) => status === null || status >= 300);
  const rows = phases.map(({ name, from, to }) => {
    const these = asked.filter(({ at }) => at >= from && at < to);
    const times = these.map(({ ms }) => ms).sort((one, other) => one - other);
    const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0);
    const bad = these.filter((one) => failed.includes(one)).length;
    return `| ${name} | ${((to - from) / 1_000).toFixed(1)} | ${these.length} | ${bad} | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`;
  });
  const held = failed.length === 0 && longestMs <= LOCK_MAX_MS && balanced;
  const kinds = [...new Set(failed.map(({ what, status }) => `${what}: ${status ?? "no answer"}`))];
  const from = revision === LAST.commit ? LAST.version : revision;
  const text = `# Upgrade under load

\`npm run bench -- upgrade\` writes this page. From ${from} to this tree, on a database with ${orders.toLocaleString("en-GB")} orders, while four shops create, pay, submit and approve. ${availableParallelism()} cores for load, services and database together; Node ${process.versions.node}, PostgreSQL ${postgresVersion} (fsync on).

${migrations.length === 0 ? "The tree has no migration that the release lacks: what is measured is the change of processes." : `Migrations: ${migrations.map((name) => `\`${name}\``).join(", ")}.`} ${asked.length.toLocaleString("en-GB")} requests, ${failed.length} failed${kinds.length === 0 ? "" : ` (${kinds.join(", ")})`}. The longest wait for a table took ${longestMs.toFixed(0)} ms (goal: ${LOCK_MAX_MS} ms at most). \`ledger check --all\` is ${balanced ? "clean" : "**broken**"}.

| phase | s | requests | failed | median, ms | p99, ms | slowest, ms |
|---|---|---|---|---|---|---|
${rows.join("\n")}
`;
  return { text, held };
}
