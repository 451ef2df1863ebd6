/** `npm start`, which stands between the service and those who stop it. */
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { newDatabase } from "../harness.js";
import { call, childrenOf, cleanUp, isRunning, launch, listening, ROOT, type Served, until } from "./launch.js";

afterAll(cleanUp);

describe("npm start", () => {
  const start = async (): Promise<{ runner: ReturnType<typeof launch>; service: Served; pid: number }> => {
    const env = { DATABASE_URL: await newDatabase(), PORT: "0" };
    const runner = launch([join(ROOT, "tools/run.mjs"), "start"], { env });
    const service = await listening(runner);
    return { runner, service, pid: childrenOf(runner.pid)[0] as number };
  };

  test("passes the signal on and ends with 0", wide(), async () => {
    const { runner, service, pid } = await start();
    expect((await call(service.origin, "GET", "/readyz")).status).toBe(200);
    runner.child.kill("SIGTERM");
    expect(await runner.ended).toMatchObject({ code: 0, signal: null });
    expect(isRunning(pid)).toBe(false);
  });

  test("killed the hard way, it takes the service along", wide(), async () => {
    const { runner, pid } = await start();
    runner.child.kill("SIGKILL");
    await until(() => !isRunning(pid), "the service has noticed and stopped");
  });
});
