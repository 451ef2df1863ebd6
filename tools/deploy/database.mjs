/** A PostgreSQL in a container, in a network of its own. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, podman, SCOPE, tryPodman, until } from "./machine.mjs";

let count = 0;

/** @returns its `network`, its `url` for containers in there, and `local` for programs of this machine. */
export async function startDatabase() {
  count += 1;
  const network = `${SCOPE}-${count}`;
  const name = `${network}-database`;
  const folder = mkdtempSync(join(tmpdir(), "holdfast-deploy-"));
  const file = join(folder, "password");
  writeFileSync(file, "secret");
  await podman(["network", "create", network]);
  const secret = ["--env=POSTGRES_PASSWORD_FILE=/run/secrets/password", `--volume=${file}:/run/secrets/password:ro`];
  await podman([
    "run",
    "--detach",
    `--name=${name}`,
    `--network=${network}`,
    ...secret,
    "--publish=127.0.0.1::5432",
    "docker.io/library/postgres:18-trixie",
  ]);
  const isUp = async () => {
    if ((await tryPodman(["exec", name, "pg_isready", "-q", "-h", "127.0.0.1"])).code === 0) return true;
    const { stdout } = await podman(["inspect", "--format={{.State.Running}}", name]);
    if (stdout.trim() === "true") return false;
    throw new Failure(`the database ended: ${(await tryPodman(["logs", name])).output}`);
  };
  const database = {
    network,
    url: `postgres://postgres:secret@${name}/postgres`,
    stop: () => podman(["stop", name]),
    async remove() {
      await tryPodman(["rm", "-f", "-v", name]);
      await tryPodman(["network", "rm", "-f", network]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await until("the database answers", isUp).catch(async (error) => {
    await database.remove();
    throw error;
  });
  const port = (await podman(["port", name, "5432"])).stdout.trim().split(":").at(-1);
  return { ...database, local: `postgres://postgres:secret@127.0.0.1:${port}/postgres` };
}
