/** `holdfast serve`, `holdfast migrate` and `holdfast config …`: running a deployment, step by step. */
import * as admin from "@holdfast/service/admin";
import type { Command } from "commander";
import { addBackup } from "./backup.js";
import { around, type Entering, EXIT_REFUSED, lines } from "./run.js";

export function addOperation({ root, group, add }: Entering & { readonly root: Command }): void {
  root
    .command("serve")
    .description(
      "run the service until it is told to stop; without DATABASE_URL on an embedded PostgreSQL below DATA_DIR",
    )
    .option("--json", "as without it: the log is one JSON value a line unless stdout is a terminal")
    .action(async () => {
      const { run } = await admin.loadService();
      await run();
    });

  add(root, "migrate", "bring the schema of the database up to date, as a step of its own before a release serves")
    .option("--dry-run", "say what would be applied, and change nothing")
    .action(async (options: { dryRun?: boolean; json?: boolean }) => {
      const { env, print } = around();
      const dryRun = options.dryRun === true;
      const names = await admin.migrateStore(admin.readConfig(env), { dryRun });
      const text = lines(
        names.map((name) => `${dryRun ? "to apply" : "applied"}: ${name}`),
        "the schema is up to date",
      );
      print(`${options.json === true ? JSON.stringify({ dry_run: dryRun, migrations: names }) : text}\n`);
    });

  addBackup({ root, add });

  const config = group("config", "settings");
  add(config, "check", "say everything that is wrong with the settings, not only the first").action(
    (options: { json?: boolean }) => {
      const { env, print, end } = around();
      const problems = admin.checkConfig(env);
      const text = lines(problems, "every setting can be used");
      print(`${options.json === true ? JSON.stringify({ usable: problems.length === 0, problems }) : text}\n`);
      if (problems.length > 0) end(EXIT_REFUSED);
    },
  );
}
