/** The demo store as a process. Settings come by environment; it prints one line when it serves, and ends with its parent. */
import { bootstrap } from "@vendure/core";
import { configOf } from "./config.js";
import { seed } from "./seed.js";

const read = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`${name} is not set`);
  return value;
};

async function main(): Promise<void> {
  // Vendure ends on a signal by itself; closed from here as well, it would wait for itself.
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  const publicUrl = read("SHOP_URL");
  const app = await bootstrap(
    configOf({
      publicUrl,
      port: Number(new URL(publicUrl).port),
      databaseUrl: read("SHOP_DATABASE_URL"),
      admin: { identifier: read("SHOP_ADMIN"), password: read("SHOP_PASSWORD") },
      secret: read("SHOP_SECRET"),
      holdfast: {
        url: read("HOLDFAST_URL"),
        apiKey: read("HOLDFAST_API_KEY"),
        everyMs: Number(process.env["BRIDGE_EVERY_MS"] ?? 2_000),
        releases: process.env["RELEASES"] === "line" ? "line" : "order",
      },
    }),
    // A browser that keeps its connection open holds up no stop.
    { nestApplicationOptions: { forceCloseConnections: true } },
  );
  await seed(app);
  process.stdout.write(`listening on ${publicUrl}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`shop: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
