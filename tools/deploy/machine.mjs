/**
 * The programs of this machine that checks run: containers in a storage of their own, beside those of the machine, with the settings
 * that also work where cgroups can't be written. What lasts between runs lies in a cache outside the tree.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Failure, mustRun, run } from "../clients/process.mjs";

export { Failure, mustRun };
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const HERE = fileURLToPath(new URL(".", import.meta.url));
export const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "holdfast-deploy");

/** Where Debian puts programs of the administrator, which a path may leave out. */
const SYSTEM = ["/usr/local/sbin", "/usr/sbin", "/sbin"];
/** Programs that were built for checks. */
export const BUILT = join(CACHE, "bin");
process.env.PATH = [process.env.PATH, ...SYSTEM, BUILT].join(delimiter);

/** What a check needs and can't be brought here: it is skipped, and says so. */
export class Lacking extends Error {}

/** What one of the names needs and the machine lacks, in words; null where nothing does. */
export function lackOf(needs) {
  const missing = needs.filter(
    (name) => !(name === "root" ? process.getuid?.() === 0 : name.split(" or ").some(isProgram)),
  );
  if (missing.length === 0) return null;
  const programs = missing.filter((name) => name !== "root").map((name) => `no ${name}`);
  return [...(missing.includes("root") ? ["not root"] : []), ...programs].join(", ");
}

export const isProgram = (name) => process.env.PATH.split(delimiter).some((folder) => existsSync(join(folder, name)));

/** Names and numbers of a run, so that two at once don't meet. */
export const SCOPE = `holdfast-deploy-${process.pid}`;

const CONTAINERS = {
  CONTAINERS_CONF: join(CACHE, "containers.conf"),
  CONTAINERS_STORAGE_CONF: join(CACHE, "storage.conf"),
  BUILDAH_ISOLATION: "chroot",
};

export function prepareContainers() {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(
    CONTAINERS.CONTAINERS_CONF,
    `[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=2048:2048"]
log_driver = "k8s-file"
`,
  );
  writeFileSync(
    CONTAINERS.CONTAINERS_STORAGE_CONF,
    `[storage]
driver = "overlay"
graphroot = "${join(CACHE, "storage")}"
runroot = "/run/holdfast-deploy"
`,
  );
}

const withContainers = (options = {}) => ({ cwd: ROOT, ...options, env: { ...CONTAINERS, ...options.env } });
export const podman = (args, options) => mustRun("podman", args, withContainers(options));
export const tryPodman = (args, options) => run("podman", args, withContainers(options));
export const buildah = (args, options) => mustRun("buildah", args, withContainers(options));
/** For programs that run podman themselves. */
export const program = (file, args, options) => mustRun(file, args, withContainers(options));

export const tryProgram = (file, args, options) => run(file, args, withContainers(options));

/** Asks until the answer is not null. */
export async function until(what, ask, withinMs = 60_000) {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== false) return answer;
    if (performance.now() > deadline) throw new Failure(`waited ${withinMs / 1000} s in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @throws Failure that says what was seen. */
export function expect(isSo, what) {
  if (!isSo) throw new Failure(what);
}
