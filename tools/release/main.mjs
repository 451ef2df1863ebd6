/**
 * Makes what is released, from a built tree.
 *
 *   node tools/release/main.mjs image FOLDER     FOLDER/holdfast: the package with its libraries, as the image holds it
 */
import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { assemble } from "./assemble.mjs";

const [what, folder] = process.argv.slice(2);
if (what !== "image" || folder === undefined) {
  console.error("usage: node tools/release/main.mjs image FOLDER");
  process.exit(2);
}
image(resolve(folder, "holdfast"));

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
