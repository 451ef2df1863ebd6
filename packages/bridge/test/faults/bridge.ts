/** `bridge serve` as a process that dies at the point that ARM names: the first words of a step, a space, an order. */
import { serve } from "@holdfast/bridge/serve";
import { Holdfast } from "@holdfast/sdk";

const { PORT = "", SHOP = "", SECRET = "", DATABASE = "", KEY = "", URL: baseUrl = "", ARM = "" } = process.env;
await serve({
  shop: "north",
  holdfast: new Holdfast({ apiKey: KEY, baseUrl, retriesMax: 0 }),
  database: DATABASE,
  shopUrl: `${SHOP}/holdfast`,
  secrets: [SECRET],
  webhookSecrets: [],
  host: "127.0.0.1",
  port: Number(PORT),
  everyMs: 100,
  leaseMs: 250,
  log: ({ step, order, reason }) => {
    if (ARM === `${step} ${order}` || ARM === `${step} (${reason}) ${order}`) process.kill(process.pid, "SIGKILL");
  },
});
process.stdout.write("ready\n");
