/** How long an account is closed while it moves, by how many rows it has. */
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { moveAccount, type Step } from "../../../apps/service/dist/cells/move.js";
import type { AccountId } from "../../../apps/service/dist/domain/ids.js";
import { openDatabase } from "../../../apps/service/dist/platform/database.js";
import { fillAccount } from "../console/account.js";
import { median } from "../rounds.js";
import { API } from "../seed.js";
import { call } from "../world.js";
import type { Cell, CellsFixture } from "./fixture.js";

const ORDERS = 4_500;
const GOAL_S = 5;
const AGAIN_MS = 20;

type Moved = {
  readonly rows: number;
  /** Seconds of a step. */
  readonly took: ReadonlyMap<Step, number>;
  /** Seconds for which a caller that asks again and again was told to come back. */
  readonly away: number;
};

/** To and fro, so many times. */
export async function measureMoves(fixture: CellsFixture, moves: number): Promise<string> {
  for (const { server } of fixture.cells) await grantReplica(server.adminUrl);
  const [first] = fixture.cells;
  const { merchant } = await fillAccount({ ...first, served: first.service, database: first.serviceDatabase }, ORDERS);
  await first.serviceDatabase.query("vacuum analyze");
  const made: Moved[] = [];
  for (let number = 0; number < moves; number += 1) {
    const way = number % 2 === 0 ? fixture.cells : (fixture.cells.toReversed() as [Cell, Cell]);
    const moved = await moveOnce(fixture, { account: merchant.account, apiKey: merchant.apiKey, way });
    made.push(moved);
    console.error(`move ${number + 1}: ${moved.rows} rows, away for ${moved.away.toFixed(2)} s`);
  }
  return report(made);
}

/** As the runbook has it done. */
async function grantReplica(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  admin.on("error", () => undefined); // the next query reports it
  await admin.connect();
  await admin.query("grant set on parameter session_replication_role to holdfast");
  await admin.end();
}

async function moveOnce(
  { directoryUrl, port }: CellsFixture,
  {
    account,
    apiKey,
    way: [from, to],
  }: { readonly account: string; readonly apiKey: string; readonly way: readonly [Cell, Cell] },
): Promise<Moved> {
  const [directory, source, target] = [directoryUrl, from.server.url, to.server.url].map((url) =>
    openDatabase(url, { connections: 2, timeoutMs: 600_000 }),
  ) as [ReturnType<typeof openDatabase>, ReturnType<typeof openDatabase>, ReturnType<typeof openDatabase>];
  const took = new Map<Step, number>();
  let [rows, last, at] = [0, "announce" as Step, performance.now()];
  const watching = watch({ port, account, apiKey });
  try {
    await moveAccount(
      { account: account as AccountId, from: from.name, to: to.name },
      {
        directory,
        source,
        target,
        // Before and after the pause, and of a whole cell: that is another figure.
        audit: async () => [],
        onStep: (step) => {
          took.set(last, (performance.now() - at) / 1_000);
          [last, at] = [step, performance.now()];
        },
        onTable: (_table, count) => {
          rows += count;
        },
        onLost: () => undefined,
      },
    );
  } finally {
    await Promise.all([directory, source, target].map((one) => one.close()));
  }
  return { rows, took, away: await watching.stop() };
}

/** A caller of the account, by way of the proxy: the longest time between two answers that were a success. */
function watch({ port, account, apiKey }: { port: number; account: string; apiKey: string }) {
  let [isOver, longest, last] = [false, 0, performance.now()];
  const asking = (async () => {
    while (!isOver) {
      const answered = await call({ port }, { account, apiKey }, { method: "GET", path: `${API}/account` }).then(
        () => true,
        () => false,
      );
      if (answered) {
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
      await sleep(AGAIN_MS);
    }
  })();
  return {
    stop: async (): Promise<number> => {
      isOver = true;
      await asking;
      return longest / 1_000;
    },
  };
}

function report(moves: readonly Moved[]): string {
  const of =
    (step: Step) =>
    ({ took }: Moved): number =>
      took.get(step) ?? Number.NaN;
  const pause = (move: Moved): number => of("close")(move) + of("copy")(move);
  const pauses = moves.map(pause);
  const rows = moves.map((move, at) =>
    [
      String(at + 1),
      move.rows.toLocaleString("en-US"),
      ...(["ahead", "close", "copy", "purge"] as const).map((step) => of(step)(move).toFixed(2)),
      pause(move).toFixed(2),
      move.away.toFixed(2),
    ].join(" | "),
  );
  return `An account of ${moves[0]?.rows.toLocaleString("en-US")} rows moves to and fro between two cells on one disk, ${availableParallelism()} cores for all of it. Most of it is copied ahead; it is closed for as long as close and copy take: median ${median(pauses).toFixed(2)} s, at most ${Math.max(...pauses).toFixed(2)} s. Goal: at most ${GOAL_S} s at 100,000 rows. A caller who asks every ${AGAIN_MS} ms by way of the proxy had no answer for the time in the last column. Proving the books, before and after the pause, is left out. Seconds:

| move | rows | ahead | close | copy | purge | pause | caller |
|---|---|---|---|---|---|---|---|
${rows.map((row) => `| ${row} |`).join("\n")}`;
}
