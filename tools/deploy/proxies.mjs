/** The proxies of deploy/proxy, by the tests that start them: here all of them have to be there, and connections can be idle for long. */
import { expect, ROOT, tryProgram } from "./machine.mjs";

const TESTS = "apps/service/test/abuse/behind-a-proxy.test.ts";
const IDLE_SECONDS = 300;

export async function checkProxies({ isLong }) {
  const env = isLong ? { PROXY_IDLE_SECONDS: String(IDLE_SECONDS) } : {};
  const { code, output } = await tryProgram(process.execPath, ["tools/run.mjs", "test", TESTS], {
    cwd: ROOT,
    env,
    withinMs: 1_800_000,
  });
  const last = output.trim().split("\n").at(-1) ?? "";
  expect(code === 0 && !last.includes("skipped"), output.slice(-4_000));
  return `${last}; a connection is idle for ${isLong ? `${IDLE_SECONDS} seconds` : "a second"}`;
}
