/** What a release consists of: how each artefact is made from a built tree, and how it is tried in an empty project. */
import fs from "node:fs";
import { basename, join } from "node:path";
import { Failure, mustRun, ROOT, run } from "../clients/process.mjs";
import { TOOLS } from "../clients/tools.mjs";
import { compileShop, installShop, SHOPS } from "../shops/install.mjs";
import { assemble } from "./assemble.mjs";
import { packChart, saveImage, tryChart, tryImage } from "./for-servers.mjs";
import { Missing } from "./missing.mjs";

const read = (path) => JSON.parse(fs.readFileSync(join(ROOT, path), "utf8"));
export const VERSION = read("package.json").version;

/**
 * `make` writes files into `to` and returns their paths; `try` uses them in `folder`, which is empty, against a running service of the
 * same release, and says what held. What the machine lacks is thrown as Missing, what is wrong as Failure.
 * @typedef {{ readonly to: string }} Making
 * @typedef {{ readonly files: readonly string[], readonly all: readonly string[], readonly folder: string, readonly service: { readonly baseUrl: string, readonly apiKey: string } }} Trying
 * @type {readonly { readonly name: string, readonly make: (making: Making) => Promise<readonly string[]>, readonly try?: (trying: Trying) => Promise<string> }[]}
 */
export const ARTEFACTS = [
  { name: "npm: holdfast", make: packService },
  { name: "npm: @holdfast/sdk", make: packOf("packages/sdk"), try: trySdk },
  { name: "npm: @holdfast/bridge", make: packOf("packages/bridge"), try: tryImport("@holdfast/bridge", "openBridge") },
  { name: "npm: @holdfast/vendure", make: packShop("vendure", "packages/vendure"), try: tryFiles },
  { name: "npm: @holdfast/medusa", make: packShop("medusa", "packages/medusa"), try: tryFiles },
  { name: "Python: wheel", make: wheel, try: tryWheel },
  { name: "PHP: archive", make: archive("packages/php", "holdfast-php"), try: tryPhp },
  {
    name: "WooCommerce: plugin",
    make: archive("plugins/woocommerce", "holdfast-woocommerce", "holdfast"),
    try: tryPlugin,
  },
  { name: "Kubernetes: chart", make: packChart, try: tryChart },
  { name: "image", make: saveImage, try: tryImage },
  { name: "bill of materials", make: billOfMaterials },
];

async function pack(folder, to) {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", to];
  const { stdout } = await mustRun("npm", args, { cwd: folder });
  return [join(to, JSON.parse(stdout)[0].filename)];
}

function packOf(folder) {
  return ({ to }) => pack(join(ROOT, folder), to);
}

/** The command line, the service and all that they read; `npx holdfast` runs it. */
async function packService({ to }) {
  const folder = join(to, "assembled");
  assemble(folder);
  try {
    return await pack(folder, to);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** A plugin is compiled with its shop's own packages, which come with the shop. */
function packShop(name, folder) {
  return async ({ to }) => {
    const shop = SHOPS.find((one) => one.name === name);
    const missing = await installShop(shop);
    if (missing !== null) throw new Missing(missing);
    if (name === "medusa") {
      const { prepare } = await import("../../shops/medusa/prepare.mjs");
      await prepare();
    } else await compileShop(shop);
    return pack(join(ROOT, folder), to);
  };
}

async function toolsOf(name) {
  const tools = await TOOLS[name]();
  if (tools.missing !== undefined) throw new Missing(tools.missing);
  return tools.bin;
}

async function wheel({ to }) {
  const bin = await toolsOf("python");
  const before = new Set(fs.readdirSync(to));
  const args = ["-m", "pip", "--quiet", "--disable-pip-version-check", "wheel", "--no-build-isolation", "--no-deps"];
  await mustRun(bin("python"), [...args, "--wheel-dir", to, join(ROOT, "packages/python")]);
  return fs
    .readdirSync(to)
    .filter((name) => name.endsWith(".whl") && !before.has(name))
    .map((name) => join(to, name));
}

/** A zip of what is committed, without the tests: the same commit gives the same bytes. */
function archive(folder, name, prefix = name) {
  return async ({ to }) => {
    const git = async (args, env) => (await mustRun("git", args, { cwd: ROOT, env })).stdout.trim();
    if ((await run("git", ["rev-parse", "HEAD"], { cwd: ROOT })).code !== 0)
      throw new Missing("git, or the repository's history, is not here");
    const file = join(to, `${name}-${versionOf(folder)}.zip`);
    // Git gives files the time of their commit, and those of a bare folder the present: a commit of the folder alone, as old as ours.
    const when = await git(["show", "-s", "--format=%cI", "HEAD"]);
    const who = (role) => ({
      [`GIT_${role}_NAME`]: "Holdfast",
      [`GIT_${role}_EMAIL`]: "-",
      [`GIT_${role}_DATE`]: when,
    });
    const commit = await git(["commit-tree", `HEAD:${folder}`, "-m", name], { ...who("AUTHOR"), ...who("COMMITTER") });
    const paths = fs.readdirSync(join(ROOT, folder)).filter((path) => path !== "test");
    await git(["archive", `--prefix=${prefix}/`, "-o", file, commit, ...paths]);
    return [file];
  };
}

function versionOf(folder) {
  if (fs.existsSync(join(ROOT, folder, "composer.json"))) return read(join(folder, "composer.json")).version;
  const [, version] = /^ \* Version:\s+(\S+)$/m.exec(fs.readFileSync(join(ROOT, folder, "holdfast.php"), "utf8")) ?? [];
  if (version === undefined) throw new Failure(`${folder}/holdfast.php names no version`);
  return version;
}

async function billOfMaterials({ to }) {
  const { stdout } = await mustRun("npm", ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev"], { cwd: ROOT });
  const file = join(to, `holdfast-${VERSION}.cdx.json`);
  fs.writeFileSync(file, stdout);
  return [file];
}

// --- In empty projects -------------------------------------------------------------------------------------------------

const ORDER = { title: "Hand-thrown dinner set", amount: "249.90" };

async function npmInstall(folder, files) {
  fs.writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}');
  await mustRun("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...files], { cwd: folder });
}

async function sessionOf({ stdout }) {
  const [session] = /cs_\w+/.exec(stdout) ?? [];
  if (session === undefined) throw new Failure(`no session was created: ${stdout.slice(-1_000)}`);
  return `created ${session}`;
}

async function trySdk({ files, folder, service }) {
  await npmInstall(folder, files);
  const code = `import { Holdfast } from "@holdfast/sdk";
    const holdfast = new Holdfast(${JSON.stringify(service)});
    console.log((await holdfast.sessions.create(${JSON.stringify(ORDER)})).id);`;
  fs.writeFileSync(join(folder, "order.js"), code);
  return sessionOf(await mustRun(process.execPath, ["order.js"], { cwd: folder }));
}

/** With the packages of this release that it needs. */
function tryImport(name, exported) {
  return async ({ all, folder }) => {
    await npmInstall(
      folder,
      all.filter((file) => /holdfast-(?:sdk|bridge)-[\d.]+\.tgz$/.test(file)),
    );
    const code = `const { ${exported} } = await import("${name}"); console.log(typeof ${exported});`;
    const { stdout } = await mustRun(process.execPath, ["--input-type=module", "-e", code], { cwd: folder });
    if (stdout.trim() !== "function") throw new Failure(`${name} exports no ${exported}`);
    return `${exported} is there`;
  };
}

/** A shop's plugin runs in its shop alone, which test:shops does: here each file that it promises is there. */
async function tryFiles({ files: [file], folder }) {
  await mustRun("tar", ["-xzf", file, "-C", folder]);
  const manifest = JSON.parse(fs.readFileSync(join(folder, "package/package.json"), "utf8"));
  const promised = pathsIn(manifest.exports).filter((path) => !path.includes("*"));
  const absent = promised.filter((path) => !fs.existsSync(join(folder, "package", path)));
  if (absent.length > 0) throw new Failure(`${basename(file)} lacks ${absent.join(", ")}`);
  return `${promised.length} files that it names are there`;
}

const pathsIn = (exported) =>
  typeof exported === "string" ? [exported] : Object.values(exported ?? {}).flatMap(pathsIn);

async function tryWheel({ files, folder, service }) {
  const bin = await toolsOf("python");
  await mustRun(bin("python"), ["-m", "venv", join(folder, "venv")]);
  const python = join(folder, "venv/bin/python");
  await mustRun(python, ["-m", "pip", "--quiet", "--disable-pip-version-check", "install", ...files]);
  const code = `
from holdfast.client.api.checkout_sessions import create_session
from holdfast.client.models import CheckoutSessionCreate
from holdfast.connection import connect
order = CheckoutSessionCreate(title="${ORDER.title}", amount="${ORDER.amount}")
print(create_session.sync(client=connect("${service.baseUrl}", "${service.apiKey}"), body=order).id)`;
  return sessionOf(await mustRun(python, ["-c", code], { cwd: folder }));
}

async function unpack([file], folder) {
  const bin = await toolsOf("php");
  if ((await run("unzip", ["-q", file, "-d", folder])).code !== 0) throw new Missing("unzip is not here");
  return bin("php");
}

async function tryPhp({ files, folder, service }) {
  const php = await unpack(files, folder);
  const code = `require "holdfast-php/autoload.php";
    $holdfast = new Holdfast\\Client("${service.apiKey}", "${service.baseUrl}");
    echo $holdfast->sessions->create(["title" => "${ORDER.title}", "amount" => "${ORDER.amount}"], idempotencyKey: "release")->id;`;
  return sessionOf(await mustRun(php, ["-r", code], { cwd: folder }));
}

async function tryPlugin({ files, folder }) {
  const php = await unpack(files, folder);
  const sources = fs.globSync("holdfast/**/*.php", { cwd: folder });
  for (const source of sources) await mustRun(php, ["-l", source], { cwd: folder });
  if (!sources.includes(join("holdfast", "holdfast.php"))) throw new Failure("the zip holds no holdfast/holdfast.php");
  return `${sources.length} files that PHP can read, in a folder holdfast`;
}
