/** How far an order is, told by every status of its escrow, and which marks its shop is owed on every way there. */
import { readFileSync } from "node:fs";
import { ESCROW_STATUSES } from "@holdfast/contract";
import { expect, test } from "vitest";
import { keyOf } from "../../src/names.js";
import { advance, isLaterThan, nextMark, STAGES, type Standing } from "../../src/stages.js";

const OPEN: Standing = { stage: "OPEN", turns: 0 };

test("no status of the escrow takes an order back, and every one that there is is understood", () => {
  for (const stage of STAGES)
    for (const turns of [0, 1, 2])
      for (const status of ESCROW_STATUSES) {
        const next = advance({ stage, turns }, { status });
        expect(isLaterThan(stage, next.stage)).toBe(false);
        expect(next.turns).toBeGreaterThanOrEqual(turns);
        expect(advance(next, { status })).toEqual(next);
        if (stage === "OPEN") expect(next.stage).not.toBe("OPEN");
      }
  const unknown = { status: "ON_HOLD" as (typeof ESCROW_STATUSES)[number] };
  expect(advance({ stage: "FUNDED", turns: 1 }, unknown)).toEqual({ stage: "FUNDED", turns: 1 });
});

/** The marks of a bridge that looked only when the escrow had these statuses. */
function marksOver(...statuses: readonly (typeof ESCROW_STATUSES)[number][]): readonly string[] {
  const marks: string[] = [];
  let now = OPEN;
  let told = OPEN;
  for (const status of statuses) {
    now = advance(now, { status });
    for (let next = nextMark(now, told); next !== null; next = nextMark(now, told)) {
      if (next.mark !== null) marks.push(next.mark);
      told = next.told;
    }
    expect(told.turns).toBe(now.turns);
  }
  return marks;
}

test.each([
  [
    ["PENDING_FUNDING", "IN_ESCROW", "WORK_IN_PROGRESS", "COMPLETED"],
    ["markFunded", "markCompleted"],
  ],
  [["COMPLETED"], ["markFunded", "markCompleted"]],
  [["DEADLINE_EXPIRED"], ["markCancelled"]],
  [["PENDING_FUNDING", "DECLINED"], ["markCancelled"]],
  [
    ["IN_ESCROW", "CANCELLED", "IN_ESCROW"],
    ["markFunded", "markCancelled"],
  ],
  [["DISPUTED"], ["markDisputed"]],
  [
    ["DISPUTED", "WORK_IN_PROGRESS"],
    ["markDisputed", "markFunded", "markResumed"],
  ],
  [
    ["IN_ESCROW", "DISPUTED", "CLOSED"],
    ["markFunded", "markDisputed", "markSettled"],
  ],
  [
    ["DISPUTED", "COMPLETED"],
    ["markDisputed", "markFunded", "markCompleted"],
  ],
  [["CLOSED"], ["markSettled"]],
] as const)("seen as %j, the shop is told %j", (statuses, marks) => {
  expect(marksOver(...statuses)).toEqual(marks);
});

test("a dispute that began and ended while the shop was away is nothing to tell", () => {
  const now = advance(advance({ stage: "FUNDED", turns: 0 }, { status: "DISPUTED" }), { status: "IN_ESCROW" });
  expect(nextMark(now, { stage: "FUNDED", turns: 0 })).toEqual({ mark: null, told: { stage: "FUNDED", turns: 2 } });
});

const named = (reference: string, attempt: number) => ({ order: reference, reference, attempt, isByShop: false });

test("an order has a key for each attempt: its id, and no other order has the same", () => {
  expect(keyOf("north", named("1001", 1))).toBe("1001");
  expect(keyOf("north", named("1001", 2))).toBe("1001#2");
  expect(keyOf("north", named("#1001", 1))).toBe("#1001");
  expect(keyOf("north", named("50% off", 1))).toBe("50% off");
  const names = ["1001", "1001#", "1001#1", "1001#2", "1001#2#2", "1001#1#1", "#2", "##2", "1001%232", "1001#02"];
  const keys = names.flatMap((name) => [1, 2, 3, 12].map((attempt) => keyOf("north", named(name, attempt))));
  expect(new Set(keys).size).toBe(keys.length);
});

test("an order that was begun behind the shop's name keeps its keys", () => {
  const old = { order: "1001#2", reference: "north:1001#2", isByShop: true };
  expect(keyOf("north", { ...old, attempt: 1 })).toBe("north:1001%232");
  expect(keyOf("north", { ...old, attempt: 2 })).toBe("north:1001%232#2");
});

test("its version is that of the SDK's scheme, and its changes are written down", () => {
  const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const { version, dependencies } = JSON.parse(read("package.json"));
  const sdk = JSON.parse(read("../sdk/package.json")).version;
  expect(version.split(".").slice(0, 2)).toEqual(sdk.split(".").slice(0, 2));
  expect(dependencies["@holdfast/sdk"]).toBe(sdk);
  expect(/^## (\S+)$/m.exec(read("CHANGELOG.md"))?.[1]).toBe(version);
});
