/** `holdfast key …` */
import * as admin from "@holdfast/service/admin";
import { type Entering, lines, run } from "./run.js";

function keyLine(key: admin.KeyObject): string {
  const [id, masked, status] = [key.id, key.api_key, key.status.padEnd(7)];
  const end =
    key.expires_at === null ? "no end" : `until ${new Date(key.expires_at * 1000).toISOString().slice(0, 10)}`;
  return [
    id,
    masked,
    status,
    key.read_only ? `read-only: ${key.scopes.join(",")}` : key.scopes.join(","),
    end,
    key.networks.join(",") || "from everywhere",
  ].join("  ");
}

export function enterKeys({ group, add }: Entering): void {
  const key = group("key", "API keys");
  add(key, "create", "create an API key; it is shown this once")
    .requiredOption("--account <id>", "the account that it acts for")
    .option("--read-only", "a key that may not change anything")
    .option("--scopes <a,b>", "what it may do, such as sessions:write,escrows:read; everything without this")
    .option("--expires-in-days <n>", "after how many days it ends; never without this")
    .option("--networks <a,b>", "where it may be used, such as 203.0.113.0/24; everywhere without this")
    .action((options: admin.KeyOptions & { json?: boolean }) =>
      run(options.json === true, async (db, config) => {
        const value = await admin.createKey(db, config, options);
        return { value, text: `${value.id}\nAPI key, shown this once: ${value.api_key}` };
      }),
    );
  add(key, "list", "list the keys of an account")
    .requiredOption("--account <id>", "the account")
    .action((options: { account: string; json?: boolean }) =>
      run(options.json === true, async (db) => {
        const value = await admin.keys(db, options.account);
        return { value, text: lines(value.map(keyLine), "no keys") };
      }),
    );
  add(key, "revoke <key-id>", "revoke a key, at once and everywhere").action(
    (id: string, options: { json?: boolean }) =>
      run(options.json === true, async (db) => {
        const value = await admin.revoke(db, id);
        return { value, text: keyLine(value) };
      }),
  );
}
