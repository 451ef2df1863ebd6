/** The screens of several people, one person after the other, as each of them sees them. */
import type { Browser } from "playwright-core";
import type { Fixture } from "./fixture.js";
import { judgeAll, type Screen } from "./judge.js";
import type { Seen } from "./screens.js";

/** @returns what is wrong with them. */
export async function judgePeople(
  browser: Browser,
  { world }: Fixture,
  seen: readonly Seen[],
  changed: (sight: Screen) => Screen = (sight) => sight,
): Promise<string[]> {
  const found: string[] = [];
  for (const { who, screens } of seen) {
    // A sign-in counts as fresh for fifteen minutes.
    await world.people.query({
      name: "test: proved",
      text: "update seller_sessions set proved_at = clock_timestamp()",
    });
    found.push(...(await judgeAll(browser, { origin: world.url, who }, screens.map(changed))));
  }
  return found;
}
