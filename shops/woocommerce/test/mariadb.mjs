/** A MariaDB of the run's own: a folder and a socket, and no port. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { mustRun } from "../../../tools/clients/process.mjs";
import { PATH } from "./distributions.mjs";

const READY_WITHIN_MS = 60_000;

/** @param {string} folder @returns `socket`, and `stop` */
export async function startMariadb(folder) {
  const [data, socket] = [join(folder, "mariadb"), join(folder, "mariadb.sock")];
  fs.mkdirSync(join(folder, "mariadb-temporary"), { recursive: true });
  const own = ["--no-defaults", `--datadir=${data}`, `--user=${userInfo().username}`];
  await mustRun("mariadb-install-db", [...own, "--auth-root-authentication-method=normal", "--skip-test-db"], {
    env: { PATH },
  });
  const settings = [
    "--skip-networking",
    "--skip-log-bin",
    "--innodb-flush-log-at-trx-commit=0",
    "--innodb-doublewrite=0",
  ];
  const places = [
    `--socket=${socket}`,
    `--pid-file=${join(folder, "mariadb.pid")}`,
    `--tmpdir=${join(folder, "mariadb-temporary")}`,
  ];
  const child = spawn("mariadbd", [...own, ...places, ...settings], {
    env: { ...process.env, PATH },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    printed += text;
  });
  const until = Date.now() + READY_WITHIN_MS;
  while (!/ready for connections/.test(printed)) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`MariaDB did not start\n${printed.slice(-2_000)}`);
    await sleep(50);
  }
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { socket, stop };
}
