/** Installs the shop from its lockfile, once, and puts this repository's packages into it as npm would. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";

const HERE = import.meta.dirname;
const ROOT = join(HERE, "../..");
const MODULES = join(HERE, "node_modules");
/** What the shop installs of this repository, and where each keeps what it publishes. */
const PACKAGES = { sdk: "dist", bridge: "dist", medusa: ".medusa" };

function must(file, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${[file, ...args].join(" ")} ended with ${code}`)),
    );
  });
}

const lockIn = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")).packages : {});

function isInstalled() {
  const installed = lockIn(join(MODULES, ".package-lock.json"));
  const wanted = Object.entries(lockIn(join(HERE, "package-lock.json")));
  return wanted.every(
    ([path, { version, optional }]) => path === "" || optional || installed[path]?.version === version,
  );
}

/** The tree is built, and the shop can be started. */
export async function prepare() {
  if (!isInstalled()) {
    console.error("installing Medusa …");
    await must("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], HERE);
  }
  await must(process.execPath, [join(ROOT, "tools/run.mjs"), "build"], ROOT);
  await must(process.execPath, ["node_modules/typescript/bin/tsc", "-b", "packages/medusa"], ROOT);
  await must(process.execPath, ["admin.mjs"], HERE);
  for (const [name, made] of Object.entries(PACKAGES)) {
    const target = join(MODULES, "@holdfast", name);
    fs.rmSync(target, { recursive: true, force: true });
    for (const part of ["package.json", made])
      fs.cpSync(join(ROOT, "packages", name, part), join(target, part), { recursive: true });
  }
}
