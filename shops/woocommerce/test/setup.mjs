/** The world of all stories; what PHP complained of meanwhile is judged when they are told. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { openWorld } from "./world.mjs";

export const world = await openWorld();
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => void world.close().finally(() => process.exit(1)));

/** WordPress's own, of parts that translate themselves before it is ready for that: nothing that a plugin could help. */
const OF_OTHERS =
  /_load_textdomain_just_in_time was called .* for the <code>(?:woocommerce|twentytwentyone)<\/code> domain/;

after(async () => {
  const complaints = world.sites.flatMap((site) =>
    site
      .complaints()
      .split("\n")
      .filter((line) => /\bPHP (?:Notice|Warning|Deprecated|Fatal|Parse)/.test(line)),
  );
  await world.close();
  assert.deepEqual([...new Set(complaints.filter((line) => !OF_OTHERS.test(line)))], []);
});
