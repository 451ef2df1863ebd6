/** schema.sql is what the migrations make, and makes it again in an empty database. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

test("schema.sql shows the schema of the migrations, and makes it", () => {
  const args = ["tools/schema.mjs", "--check", "--server", inject("adminUrl")];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
