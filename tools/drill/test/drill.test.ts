/** The drill of a lost disk, in short: `npm run drill` goes further. */
import { expect, test } from "vitest";
// @ts-expect-error plain JavaScript
import { runDrill } from "../drill.mjs";

test("a disk that is lost under load takes nothing acknowledged along, at the end or at a moment", async () => {
  const { acknowledged, afterBackup, recoveries } = await runDrill({ before: 10, after: 40, say: () => undefined });
  expect(afterBackup).toBeGreaterThan(100);
  expect(acknowledged).toBeGreaterThan(afterBackup);
  expect(recoveries.map(({ name, balanced, wrong }: Recovery) => ({ name, balanced, wrong }))).toEqual([
    { name: "its end", balanced: true, wrong: [] },
    { name: "a moment", balanced: true, wrong: [] },
  ]);
}, 120_000);

type Recovery = { readonly name: string; readonly balanced: boolean; readonly wrong: readonly string[] };
