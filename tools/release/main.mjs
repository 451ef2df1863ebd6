/**
 * Makes what is released, from a built tree.
 *
 *   npm run release -- --dry-run                 all artefacts, their checksums and the notes; each is then tried in an empty project
 *   npm run release -- --dry-run --only NAME     those whose name has this in it
 *   npm run release -- --dry-run --to FOLDER     keeps them there (.release)
 *   npm run release -- rows                      rows in every table of the last release, by its own code, for the test that upgrades them
 *   node tools/release/main.mjs image FOLDER     FOLDER/holdfast: the package with its libraries, as the image holds it
 *
 * Nothing is published from here: .github/workflows/release.yml does that, for a tag.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { assemble } from "./assemble.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "dry-run": { type: "boolean", default: false },
    only: { type: "string", default: "" },
    to: { type: "string", default: ".release" },
  },
});
const [what, folder] = positionals;
if (what === "image" && folder !== undefined) image(resolve(folder, "holdfast"));
else if (what === "rows") {
  const { keepRows } = await import("./rows.mjs");
  process.exitCode = keepRows();
} else if (what === undefined && values["dry-run"]) {
  const { dryRun } = await import("./dry-run.mjs");
  process.exitCode = await dryRun({ to: resolve(values.to), only: values.only });
} else {
  console.error(
    "usage: npm run release -- --dry-run [--only NAME] [--to FOLDER], or npm run release -- rows; a tag publishes",
  );
  process.exitCode = 2;
}

function image(target) {
  assemble(target);
  execFileSync("npm", ["install", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"], {
    cwd: target,
    stdio: "inherit",
  });
  prune(join(target, "node_modules"));
}

/** What no process reads: types, source maps, documents. */
function prune(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) prune(path);
    else if (/\.(map|d\.[cm]?ts|ts|md|scss|css)$|^(CHANGELOG|HISTORY)/i.test(name) && !path.includes("/@holdfast/"))
      rmSync(path);
  }
}
