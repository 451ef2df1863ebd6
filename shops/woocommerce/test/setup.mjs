/** The world of all stories; what PHP complained of meanwhile is judged when they are told. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { closeBrowser } from "./browser.mjs";
import { openWorld } from "./world.mjs";

export const world = await openWorld();
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => void world.close().finally(() => process.exit(1)));

/** WordPress's own: parts that translate themselves before it is ready for that, and its home, which nobody may call from here. */
const OF_OTHERS = [
  /_load_textdomain_just_in_time was called .* for the <code>(?:woocommerce|twentytwentyone)<\/code> domain/,
  /(?:wp_version_check|wp_update_\w+|plugins_api)\(\): An unexpected error occurred\. Something may be wrong with WordPress\.org/,
];

after(async () => {
  const lines = world.sites.flatMap((site) => site.complaints().split("\n"));
  await closeBrowser();
  await world.close();
  const complaints = lines.filter((line) =>
    /\bPHP (?:Notice|Warning|Deprecated|Fatal|Parse)|WordPress database error/.test(line),
  );
  const ours = complaints.filter((line) => !OF_OTHERS.some((known) => known.test(line)));
  assert.deepEqual([...new Set(ours)], []);
});
