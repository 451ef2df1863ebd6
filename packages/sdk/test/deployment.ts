/** A service that is killed and started again, behind a line whose address stays. */
import { setTimeout as sleep } from "node:timers/promises";
import { openMerchant } from "../../../apps/service/src/identity/merchants.js";
import { NO_REGISTRY } from "../../../apps/service/src/identity/registry.js";
import { type Database, openDatabase } from "../../../apps/service/src/platform/database.js";
import { newDatabase } from "../../../apps/service/test/harness.js";
import { cleanUp, type Environment, type Served, serve } from "../../../apps/service/test/process/launch.js";
import { TEST_KEY } from "../../../apps/service/test/webhooks/shop.js";
import { type Line, openLine } from "./proxy.js";

export type Deployment = {
  readonly db: Database;
  readonly line: Line;
  readonly account: string;
  readonly apiKey: string;
  /** Kills it hard, and starts another. */
  kill(): Promise<void>;
  close(): Promise<void>;
};

export async function openDeployment({
  cutFirst = () => false,
  env = {},
}: {
  readonly cutFirst?: Parameters<typeof openLine>[1];
  readonly env?: Environment;
}): Promise<Deployment> {
  const databaseUrl = await newDatabase();
  const settings = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: TEST_KEY.toString("base64"),
    LOG_LEVEL: "silent",
    ...env,
  };
  let service: Served = await serve(settings);
  const line = await openLine(service.origin, cutFirst);
  const db = openDatabase(databaseUrl, { connections: 2 });
  const email = "seller@example.com";
  const { account, apiKey } = await openMerchant(
    { db, registry: NO_REGISTRY },
    { email, tradingName: "Northwind Ceramics", verified: true },
  );
  return {
    db,
    line,
    account,
    apiKey,
    kill: async () => {
      process.kill(service.pid, "SIGKILL");
      line.target = null;
      await service.ended;
      service = await serve(settings);
      line.target = service.origin;
    },
    close: async () => {
      await line.close();
      await db.close();
      await cleanUp();
    },
  };
}

/** Does it until it is done: the service may be gone, or the step taken already. */
export async function persist<Result>(step: () => Promise<Result>, everyMs = 50): Promise<Result> {
  for (let count = 0; ; count += 1) {
    try {
      return await step();
    } catch (error) {
      if (count === 1_000) throw error;
      await sleep(everyMs);
    }
  }
}
