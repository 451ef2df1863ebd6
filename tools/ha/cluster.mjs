/** Three nodes, and what is seen of them from outside: who is primary, since when, and whether all is whole again. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Failure } from "../clients/process.mjs";
import { openNetwork } from "./network.mjs";
import { openNode, PORTS } from "./node.mjs";

const LOOK_EVERY_MS = 100;
const FIRST_WITHIN_MS = 120_000;
const WHOLE_WITHIN_MS = 180_000;

/** @param {{ isolated: boolean, programs: object }} options @throws Failure */
export async function openCluster({ isolated, programs }) {
  const network = openNetwork({ isolated });
  const folder = fs.mkdtempSync(join(tmpdir(), "hf-ha-"));
  fs.chmodSync(folder, 0o755);
  const roles = ["postgres", "replicator", "rewinder", "holdfast_owner", "holdfast_service"];
  const passwords = Object.fromEntries(roles.map((role) => [role, randomBytes(12).toString("hex")]));
  const nodes = [1, 2, 3].map((number) =>
    openNode({ number, folder: join(folder, `db-${number}`), network, programs, passwords }),
  );
  const urlOf = (role, port) =>
    `postgres://${role}:${passwords[role]}@${nodes.map(({ address }) => `${address}:${port}`).join(",")}/holdfast`;
  const watches = nodes.map(watch);
  const close = async () => {
    for (const node of nodes) node.signal("SIGKILL");
    await Promise.all(watches.map((one) => one.stop()));
    network.close();
    if (process.env.KEEP_HA === undefined) fs.rmSync(folder, { recursive: true, force: true });
  };
  const cluster = {
    nodes,
    folder,
    network: network.kind,
    canCut: network.cut !== null,
    url: urlOf("holdfast_service", PORTS.postgres),
    migrationUrl: urlOf("holdfast_owner", PORTS.postgres),
    pooledUrl: urlOf("holdfast_service", PORTS.pooler),
    /** The node that says of itself that it is the primary; null while none does. */
    primary: () => nodes.find((_, at) => watches[at].isPrimary()) ?? null,
    /** Waits until another node than that is the primary, and says when it was first seen to be. */
    async promotedFrom(former, withinMs) {
      for (const until = performance.now() + withinMs; performance.now() < until; await sleep(20)) {
        const at = nodes.findIndex((node, position) => node !== former && watches[position].isPrimary());
        if (at >= 0) return { node: nodes[at], atMs: watches[at].sinceMs() };
      }
      throw new Failure(`nobody took over from ${former.name} within ${withinMs / 1_000} s`);
    },
    /** Rows of a statement on the primary. */
    async ask(text, values = []) {
      const primary = cluster.primary();
      if (primary === null) throw new Failure("there is no primary");
      const client = new pg.Client({ connectionString: primary.superuserUrl });
      client.on("error", () => {});
      try {
        await client.connect();
        const { rows } = await client.query(text, values);
        return rows;
      } finally {
        await client.end().catch(() => {});
      }
    },
    /** Waits until there is a primary, both others follow it, and either may be promoted. */
    async whole(withinMs = WHOLE_WITHIN_MS) {
      let last = null;
      for (const until = performance.now() + withinMs; performance.now() < until; await sleep(250)) {
        last = (await cluster.primary()?.cluster()) ?? null;
        if (isWhole(last)) return;
      }
      throw new Failure(`the cluster was not whole within ${withinMs / 1_000} s: ${JSON.stringify(last)}`);
    },
    close,
  };
  try {
    for (const node of nodes) node.start();
    await cluster.whole(FIRST_WITHIN_MS);
    return cluster;
  } catch (error) {
    const logs = nodes.map((node) => `${node.name}: ${tailOf(join(node.folder, "log"))}`).join("\n");
    await close();
    throw error instanceof Failure ? new Failure(`${error.message}\n${logs}`) : error;
  }
}

function isWhole(seen) {
  const members = seen?.members ?? [];
  const standbys = members.filter(({ role, state }) => role === "quorum_standby" && state === "streaming");
  return members.some(({ role, state }) => role === "leader" && state === "running") && standbys.length === 2;
}

const tailOf = (path) => (fs.existsSync(path) ? fs.readFileSync(path, "utf8").slice(-2_000) : "wrote nothing");

/** Asks a node every little while what it is, on a connection of its own. */
function watch(node) {
  let sinceMs = null;
  let isStopped = false;
  const look = async () => {
    const client = new pg.Client({
      connectionString: node.superuserUrl.replace(/holdfast$/, "postgres"),
      connectionTimeoutMillis: 1_000,
      query_timeout: 1_000,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      while (!isStopped) {
        const { rows } = await client.query("select not pg_is_in_recovery() as is_primary");
        sinceMs = rows[0].is_primary ? (sinceMs ?? performance.now()) : null;
        await sleep(LOOK_EVERY_MS);
      }
    } catch {
      sinceMs = null;
    } finally {
      client.connection.stream.destroy();
    }
  };
  const running = (async () => {
    while (!isStopped) {
      await look();
      await sleep(LOOK_EVERY_MS);
    }
  })();
  return {
    isPrimary: () => sinceMs !== null,
    sinceMs: () => sinceMs,
    stop: () => {
      isStopped = true;
      return running;
    },
  };
}
