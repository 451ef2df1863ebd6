/** A release that nobody gets: every artefact is made, written down with its checksum, and tried in an empty project. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Failure, mustRun, ROOT } from "../clients/process.mjs";
import { bannerOf } from "../clients/service.mjs";
import { ARTEFACTS, VERSION } from "./artefacts.mjs";
import { Missing } from "./missing.mjs";

/** @returns {Promise<number>} the exit code. */
export async function dryRun({ to, only }) {
  const chosen = ARTEFACTS.filter(({ name }) => name.includes(only));
  if (chosen.length === 0) throw new Error(`no artefact is called ${only}`);
  fs.rmSync(to, { recursive: true, force: true });
  fs.mkdirSync(to, { recursive: true });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const say = (verdict, name, text) => {
    counts[verdict] += 1;
    console.log(`${verdict.padEnd(8)}${name}: ${text}`);
  };
  const attempt = async (name, work) => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Missing) say("skipped", name, error.message);
      else say("failed", name, error instanceof Failure ? error.message : error.stack);
      return undefined;
    }
  };

  fs.writeFileSync(join(to, "NOTES.md"), notesOf(VERSION));
  const made = new Map();
  for (const { name, make } of chosen) {
    const files = await attempt(name, () => make({ to }));
    if (files !== undefined) made.set(name, files);
  }
  const all = [...made.values()].flat();
  fs.writeFileSync(join(to, "SHA256SUMS"), all.map((file) => `${digestOf(file)}  ${basename(file)}\n`).join(""));

  const scratch = fs.mkdtempSync(join(tmpdir(), "holdfast-release-"));
  const emptyFolder = () => fs.mkdtempSync(join(scratch, "project-"));
  let service;
  try {
    const product = all.find((file) => /^holdfast-[\d.]+\.tgz$/.test(basename(file)));
    service = await attempt("npm: holdfast", async () => {
      const started = await startProduct(emptyFolder(), product === undefined ? undefined : [product]);
      if (product !== undefined) say("passed", "npm: holdfast", "installed, serves, and its command line reads");
      return started;
    });
    for (const { name, try: use } of chosen) {
      const files = made.get(name);
      if (files === undefined || service === undefined || name === "npm: holdfast") continue;
      const text = await attempt(
        name,
        async () => (await use?.({ files, all, folder: emptyFolder(), service: service.access })) ?? basename(files[0]),
      );
      if (text !== undefined) say("passed", name, text);
    }
  } finally {
    await service?.stop();
    fs.rmSync(scratch, { recursive: true, force: true });
  }
  console.log(`${all.length} files, NOTES.md and SHA256SUMS of version ${VERSION} in ${to}`);
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed === 0 ? 0 : 1;
}

/** What CHANGELOG says of a version. @throws Error where it says nothing: a release without notes is none. */
export function notesOf(version, changelog = fs.readFileSync(join(ROOT, "CHANGELOG.md"), "utf8")) {
  const section = changelog.split(/^(?=## \[)/m).find((text) => text.startsWith(`## [${version}]`));
  const text = section?.slice(section.indexOf("\n") + 1).trim() ?? "";
  if (text === "") throw new Error(`CHANGELOG.md has no notes for ${version}: head them "## [${version}]"`);
  return `${text}\n`;
}

const digestOf = (file) => createHash("sha256").update(fs.readFileSync(file)).digest("hex");

/** The product as somebody gets it who has nothing else; without the package, the one of the built tree. */
async function startProduct(folder, files) {
  let program = join(ROOT, "packages/cli/bin/holdfast.js");
  if (files !== undefined) {
    fs.writeFileSync(join(folder, "package.json"), '{"private":true}');
    await mustRun("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...files], { cwd: folder });
    program = join(folder, "node_modules/.bin/holdfast");
  }
  const env = { PATH: process.env.PATH, HOME: folder, PORT: "0", LOG_LEVEL: "error" };
  const child = spawn(process.execPath, [fs.realpathSync(program), "serve"], { cwd: folder, env });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    if ((await ended) !== 0) throw new Failure("the service did not stop cleanly");
  };
  try {
    const { origin, apiKey } = await bannerOf(child);
    const { stdout } = await mustRun(process.execPath, [fs.realpathSync(program), "merchant", "list", "--json"], {
      cwd: folder,
    });
    if (JSON.parse(stdout).length !== 1) throw new Failure(`the command line sees other merchants: ${stdout}`);
    return { access: { baseUrl: `${origin}/api/v1`, apiKey }, stop };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}
