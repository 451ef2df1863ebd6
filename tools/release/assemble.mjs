/**
 * The product as one npm package, `holdfast`: the command line, the service and all that it reads, from a built tree. Libraries that
 * the bundles hold are not installed again; what stays outside them is its dependencies. The image is made of the same package.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));

/** What the service reads at run time, below apps/service. */
const OF_SERVICE = [
  "dist/bundle",
  "dist/assets",
  "dist/documents.json",
  "dist/leaked-passwords.bin",
  "migrations",
  "directory",
  "locales",
];
const BIN = `#!/usr/bin/env node
/** Runs the command line on Node 24: this one, or the one that came with the package. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const FLAGS = ["--max-semi-space-size=16", "--initial-old-space-size=80"];
const main = new URL("../dist/bundle/main.js", import.meta.url);

function packagedNode() {
  const machine = \`node-\${process.platform === "win32" ? "win" : process.platform}-\${process.arch}\`;
  try {
    return createRequire(import.meta.url).resolve(\`\${machine}/bin/node\${process.platform === "win32" ? ".exe" : ""}\`);
  } catch {
    return null;
  }
}

const isNewEnough = Number(process.versions.node.split(".")[0]) >= 24;
const isServing = process.argv[2] === "serve";
const program = isNewEnough ? process.execPath : packagedNode();
if (program === null) {
  process.stderr.write(\`holdfast: Node 24 or later is needed; this is \${process.versions.node}.\\n\`);
  process.exit(1);
} else if (isNewEnough && (!isServing || FLAGS.every((flag) => process.execArgv.includes(flag)))) {
  await import(main.href);
} else {
  const child = spawn(program, [...(isServing ? FLAGS : []), fileURLToPath(main), ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.once("close", (code, signal) => process.exit(signal === null ? code : 1));
}
`;

/**
 * @param target a folder that is made anew.
 * @returns its package.json.
 */
export function assemble(target) {
  rmSync(target, { recursive: true, force: true });
  const service = join(target, "node_modules/@holdfast/service");
  mkdirSync(service, { recursive: true });
  const copy = (from, to) =>
    cpSync(join(ROOT, from), to, { recursive: true, filter: (path) => !/\.map$|libraries\.json$/.test(path) });
  for (const path of OF_SERVICE) copy(`apps/service/${path}`, join(service, path));
  copy("packages/cli/dist/bundle", join(target, "dist/bundle"));
  mkdirSync(join(target, "bin"));
  writeFileSync(join(target, "bin/holdfast.js"), BIN, { mode: 0o755 });
  for (const name of ["LICENSE", "README.md"]) copy(name, join(target, name));

  const { version, license, description, optionalDependencies } = read("package.json");
  const { name, type, exports } = read("apps/service/package.json");
  const runtime = Object.fromEntries(
    Object.entries(exports).map(([path, to]) => [path, typeof to === "string" ? to : to.default]),
  );
  write(join(service, "package.json"), { name, version, license, type, exports: runtime });
  const manifest = {
    name: "holdfast",
    version,
    description,
    license,
    type: "module",
    engines: { node: ">=20" },
    bin: { holdfast: "./bin/holdfast.js" },
    files: ["bin", "dist"],
    dependencies: { "@holdfast/service": version, ...outside() },
    optionalDependencies,
    bundleDependencies: ["@holdfast/service"],
  };
  write(join(target, "package.json"), manifest);
  return manifest;
}

const write = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** Libraries that no bundle holds, with the versions that the workspaces pin. */
function outside() {
  const held = new Set(["apps/service", "packages/cli"].flatMap((path) => read(`${path}/dist/bundle/libraries.json`)));
  const pinned = ["apps/service", "packages/cli"].flatMap((path) =>
    Object.entries(read(`${path}/package.json`).dependencies),
  );
  return Object.fromEntries(pinned.filter(([name]) => !held.has(name) && !name.startsWith("@holdfast/")).sort());
}
