/**
 * Puts the service and the command line into a few files each, their libraries included: reading a thousand small modules is most
 * of what a start costs. NODE_OPTIONS=--enable-source-maps leads stack traces back to the sources. Types are checked by tsc, which also compiles each module alone for the bench and the tools.
 */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** By package: what others start or import. `external` stays an import, so that a process holds no module twice. */
const BUNDLES = [
  {
    target: "apps/service/dist/bundle",
    input: ["main", "run", "admin/index", "config/index"].map((name) => `apps/service/src/${name}.ts`),
    external: [],
  },
  { target: "packages/cli/dist/bundle", input: ["packages/cli/src/main.ts"], external: [/^@holdfast\/service\//] },
];

const OF_PAPERS = ["pdfkit", "fontkit", "harfbuzzjs", "subset-font", "any-ascii"];

const HELD = "libraries.json";
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

for (const { target, input, external } of BUNDLES) {
  const bundle = await rolldown({
    cwd: ROOT,
    // "admin" for admin/index.ts, as the package exports it.
    input: Object.fromEntries(input.map((path) => [path.replace(/(?:\/index)?\.ts$/, "").replace(/^.*\//, ""), path])),
    platform: "node",
    tsconfig: "tsconfig.base.json",
    // A page that asks for a passkey loads its library, and so does a PDF: no start waits for them, and they find their own files.
    external: [/^node:/, "pg-native", "@simplewebauthn/server", ...OF_PAPERS, ...external],
  });
  const { output } = await bundle.write({
    dir: target,
    format: "esm",
    sourcemap: true,
  });
  await bundle.close();
  // A package of the whole need not install them again (tools/release).
  const held = output.flatMap(({ moduleIds = [] }) => moduleIds.flatMap((id) => PACKAGE.exec(id)?.[1] ?? []));
  writeFileSync(`${ROOT}/${target}/${HELD}`, JSON.stringify([...new Set(held)].sort()));
  // What runs from there meanwhile finds its files until the new ones are in place.
  const kept = new Set([HELD, ...output.map(({ fileName }) => fileName)]);
  for (const name of readdirSync(`${ROOT}/${target}`)) if (!kept.has(name)) rmSync(`${ROOT}/${target}/${name}`);
}
