/** The image, built from Containerfile: what it weighs, as whom it runs, how fast it serves, and what it says when something is missing. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startDatabase } from "./database.mjs";
import { buildah, CACHE, expect, podman, program, ROOT, SCOPE, tryPodman, until } from "./machine.mjs";
import { makeStandIns } from "./stand-ins.mjs";

const VERSION = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version;
export const IMAGE = `localhost/holdfast:${VERSION}`;
const MEGABYTES_MAX = 250;
const START_MAX_MS = 3_000;
/** What an image is made of, of all that is in the repository. */
const SOURCES = [
  "Containerfile",
  ".dockerignore",
  "apps",
  "bench",
  "docs",
  "packages",
  "tools/*.mjs",
  "tools/release",
  "*.json",
];

let built;
/** Once a run, and again only when something of it has changed. */
export const builtImage = () => (built ??= build());

async function build() {
  const revision = (await program("git", ["rev-parse", "HEAD"])).stdout.trim();
  const key = await keyOfSources();
  const stamp = join(CACHE, "image");
  await makeStandIns();
  const isThere = (await tryPodman(["image", "exists", IMAGE])).code === 0;
  if (isThere && existsSync(stamp) && readFileSync(stamp, "utf8").startsWith(key))
    return { revision: readFileSync(stamp, "utf8").split(" ")[1] };
  const labels = ["--build-arg", `VERSION=${VERSION}`, "--build-arg", `REVISION=${revision}`];
  await buildah(
    [
      "bud",
      "--isolation=chroot",
      "--network=host",
      "--format=docker",
      ...labels,
      "-f",
      "Containerfile",
      "-t",
      IMAGE,
      ".",
    ],
    {
      withinMs: 1_800_000,
    },
  );
  writeFileSync(stamp, `${key} ${revision}`);
  return { revision };
}

async function keyOfSources() {
  const hash = createHash("sha256");
  for (const args of [
    ["ls-files", "-s", "--"],
    ["diff", "HEAD", "--"],
  ])
    hash.update((await program("git", [...args, ...SOURCES])).stdout);
  return hash.digest("hex");
}

export async function checkImage() {
  const { revision } = await builtImage();
  const [{ Size: size, Config: config }] = JSON.parse((await podman(["image", "inspect", IMAGE])).stdout);
  const megabytes = Math.ceil(size / 1e6);
  expect(megabytes <= MEGABYTES_MAX, `the image has ${megabytes} MB, more than ${MEGABYTES_MAX}`);
  const label = (name) => config.Labels[`org.opencontainers.image.${name}`];
  expect(label("version") === VERSION && label("revision") === revision, `labels: ${JSON.stringify(config.Labels)}`);
  expect(/^\d+/.test(config.User) && !/^0(:|$)/.test(config.User), `it runs as ${config.User}`);
  await checkContent();
  await checkRefusals();
  const ms = await checkServing();
  return `${megabytes} MB, serves after ${ms} ms as user ${config.User.split(":")[0]} on a disk that is read only`;
}

/** No shell to break into, and nothing that only development needs. */
async function checkContent() {
  const { stdout } = await podman(["create", IMAGE]);
  const id = stdout.trim();
  try {
    const list = join(CACHE, `${SCOPE}.tar`);
    await podman(["export", "-o", list, id]);
    const files = (await program("tar", ["-tf", list])).stdout.split("\n");
    await program("rm", [list]);
    const unwanted = files.filter((path) =>
      /(^|\/)(sh|bash|dash|npm|apt|typescript|vitest)$|\.(map|test\.js)$/.test(path),
    );
    expect(unwanted.length === 0, `it holds ${unwanted.slice(0, 5)}`);
  } finally {
    await podman(["rm", "-f", id]);
  }
}

const KEY = "ZGVwbG95LXRlc3QtZGVwbG95LXRlc3QtZGVwbG95LTE=";

async function checkRefusals() {
  const url = "postgres://holdfast@127.0.0.1:1/holdfast";
  const ways = [
    ["DATABASE_URL", [`--env=SECRET_KEY=${KEY}`]],
    ["SECRET_KEY", [`--env=DATABASE_URL=${url}`]],
  ];
  for (const [missing, given] of ways) {
    const { code, output } = await tryPodman(["run", "--rm", "--network=host", ...given, IMAGE]);
    const lines = output
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("time="));
    expect(
      code === 78 && lines.length === 1 && lines[0].includes(missing),
      `without ${missing} it ends with ${code} and says: ${output}`,
    );
  }
}

const LOCKED = ["--read-only", "--read-only-tmpfs=false", "--cap-drop=ALL", "--security-opt=no-new-privileges"];

async function checkServing() {
  const database = await startDatabase();
  const name = `${SCOPE}-image`;
  const settings = [`--env=DATABASE_URL=${database.url}`, `--env=SECRET_KEY=${KEY}`, `--network=${database.network}`];
  try {
    await podman(["run", "--rm", ...LOCKED, ...settings, IMAGE, "migrate"]);
    const began = performance.now();
    await podman(["run", "--detach", `--name=${name}`, ...LOCKED, ...settings, "--publish=127.0.0.1::3000", IMAGE]);
    const port = (await podman(["port", name, "3000"])).stdout.trim().split(":").at(-1);
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until("it serves", isReady, 30_000);
    const ms = Math.round(performance.now() - began);
    expect(ms <= START_MAX_MS, `it serves after ${ms} ms, more than ${START_MAX_MS}`);
    await podman(["healthcheck", "run", name]);
    await database.stop();
    const { code } = await tryPodman(["healthcheck", "run", name]);
    expect(code !== 0, "it is healthy without a database");
    const stopping = performance.now();
    await podman(["stop", "--time=20", name]);
    expect(performance.now() - stopping < 18_000, "it had to be killed");
    return ms;
  } finally {
    await tryPodman(["rm", "-f", name]);
    await database.remove();
  }
}
