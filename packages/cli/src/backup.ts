/** `holdfast backup` and `holdfast restore`: of the embedded database. */
import * as admin from "@holdfast/service/admin";
import type { Command } from "commander";
import { around, type Entering, lines, run, stopOnSignals } from "./run.js";

export function addBackup({ root, add }: Pick<Entering, "add"> & { readonly root: Command }): void {
  add(root, "backup <folder>", "copy the embedded database and its secrets into a new folder, while it serves")
    .option("--follow", "go on until it is stopped: nothing is acknowledged any more that is not in the folder")
    .action(async (folder: string, options: { follow?: boolean; json?: boolean }) => {
      const { env, print } = around();
      const config = admin.readConfig(env);
      if (options.follow === true) return follow(folder, config, options.json === true);
      const { hasKey } = await admin.backUp(folder, config);
      const key = hasKey
        ? "SECRET_KEY is in it: keep the folder as safe as the key"
        : "SECRET_KEY is not in it: keep the key elsewhere, without it sealed data is lost";
      print(
        `${options.json === true ? JSON.stringify({ folder, has_key: hasKey }) : `backed up to ${folder}; ${key}`}\n`,
      );
    });
  add(root, "restore <folder>", "put a backup into an empty DATA_DIR, and prove its books")
    .option("--until <time>", "of a backup that was followed: what was committed by then, such as 2026-11-27T22:05:00Z")
    .action(async (folder: string, options: { until?: string; json?: boolean }) => {
      const { env } = around();
      const { lastCommit } = await admin.restore(folder, admin.readConfig(env), { until: options.until ?? null });
      await run(options.json === true, async (db) => {
        const { findings, rules } = await admin.checkLedger(db, { all: true });
        const broken = findings.map(
          ({ rule, account, object, found }) => `${rule}: account ${account}, ${object}: ${found}`,
        );
        const end = lastCommit === null ? "" : `, up to what was committed at ${lastCommit}`;
        return {
          value: { folder, last_commit: lastCommit, balanced: findings.length === 0, findings },
          text: lines(
            broken,
            `restored from ${folder}${end}; the books balance: ${rules} rules hold; start the service`,
          ),
          refused: findings.length > 0,
        };
      });
    });
}

async function follow(folder: string, config: admin.Config, json: boolean): Promise<void> {
  const { print } = around();
  const say = (value: object, text: string): void => print(`${json ? JSON.stringify(value) : text}\n`);
  const { signal } = stopOnSignals();
  await admin.followBackup(
    folder,
    {
      signal,
      onFollowing: () =>
        say({ state: "following", folder }, `following: nothing is acknowledged that is not in ${folder}`),
      onInterrupted: (reason) => say({ state: "interrupted", reason }, `interrupted, and commits wait: ${reason}`),
    },
    config,
  );
  say({ state: "stopped", folder }, "stopped: commits no longer wait for the folder");
}
