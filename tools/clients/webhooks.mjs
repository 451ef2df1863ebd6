/** Real deliveries, one secret or two during a rotation, kept as they arrived and given to the Python libraries of others. */
import fs from "node:fs";
import { join } from "node:path";
import { CACHE, Failure, HERE, mustRun } from "./process.mjs";

const PATH = "/webhooks";
const STRANGER = `whsec_${"A".repeat(40)}`;

/** @param {{ service: Awaited<ReturnType<import("./service.mjs").startService>>, bin: (name: string) => string }} given */
export async function verifyWebhooks({ service, bin }) {
  const holdfast = async (...args) => JSON.parse((await service.holdfast(...args, "--json")).stdout);
  const { id: account } = await service.get("/account");
  const endpoint = ["--account", account, "--url", service.receiverUrl + PATH];
  const { id, secret } = await holdfast("webhook", "create", ...endpoint);
  const deliveries = [];
  const keep = async (secrets, strangers) => {
    const [next] = (await service.received(PATH, deliveries.length + 1)).slice(deliveries.length);
    deliveries.push({ ...next, secrets, strangers });
  };
  try {
    const session = await service.post("/checkout/sessions", { title: "Åsa's plates & 子", amount: "12.50" });
    await service.post(`/checkout/sessions/${session.id}/expire`);
    await keep([secret], [STRANGER]);
    const { secret: next } = await holdfast("webhook", "rotate", id, "--overlap-hours", "1");
    await holdfast("webhook", "ping", id);
    await keep([secret, next], [STRANGER]);
    const { secret: last } = await holdfast("webhook", "rotate", id);
    await holdfast("webhook", "resend", deliveries[0].headers["x-escrow-delivery"]);
    await keep([last], [secret, next]);
  } finally {
    await holdfast("webhook", "delete", id);
  }
  const kept = join(CACHE, "deliveries.json");
  fs.writeFileSync(kept, JSON.stringify(deliveries));
  const { stdout } = await mustRun(bin("python"), [join(HERE, "python/webhooks.py"), kept]);
  const [, verdicts] = /^(\d+) verdicts$/m.exec(stdout) ?? [];
  if (verdicts === undefined) throw new Failure(`printed ${JSON.stringify(stdout)}`);
  return `${deliveries.length} deliveries, ${verdicts} verdicts, all right`;
}
