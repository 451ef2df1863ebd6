/** A process that starts before its database: alive, not ready, and serving as soon as the database is there. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { API_PATH, ERRORS } from "@holdfast/contract";
import { afterAll, expect, test } from "vitest";
import { newDatabase } from "../harness.js";
import { call, cleanUp, freePort, launchService, listening, until } from "./launch.js";

afterAll(cleanUp);

/**
 * A database whose server is not there yet: `arrive` lets it answer, at the address that `DATABASE_URL` names. Until then it hangs up on all
 * who ask; a port that nobody held could be somebody else's by then.
 */
async function databaseToCome() {
  const real = new URL(await newDatabase());
  let isThere = false;
  const server = createServer((socket) => {
    if (!isThere) {
      socket.destroy();
      return;
    }
    const onward = connect(Number(real.port), real.hostname);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      one.on("error", () => other.destroy()).pipe(other);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    DATABASE_URL: Object.assign(new URL(real), { port: String(port) }).href,
    arrive: () => {
      isThere = true;
    },
    leave: () => server.close(),
  };
}

async function startEarly(DATABASE_URL: string) {
  const port = await freePort();
  const launched = launchService({ DATABASE_URL, PORT: String(port), LOG_LEVEL: "warn" });
  const origin = `http://127.0.0.1:${port}`;
  const isAlive = (): Promise<boolean> =>
    call(origin, "GET", "/healthz").then(
      ({ status }) => status === 200,
      () => false,
    );
  await until(isAlive, "it is alive");
  return { launched, origin };
}

test("it is alive and not ready, refuses programs and people in their words, and serves once the database is there", async () => {
  const { DATABASE_URL, arrive, leave } = await databaseToCome();
  const { launched, origin } = await startEarly(DATABASE_URL);
  expect((await call(origin, "GET", "/readyz")).status).toBe(503);
  expect((await call(origin, "GET", "/metrics")).status).toBe(503);
  const refused = await call(origin, "GET", `${API_PATH}/account`, { key: "hf_any" });
  const { message } = ERRORS.service_unavailable;
  expect(refused).toMatchObject({ status: 503, body: { error: { code: "service_unavailable", message } } });
  expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  const page = await call(origin, "GET", "/orders", { headers: { Accept: "text/html" } });
  expect(page.status).toBe(503);
  const sheet = /href="(\/assets\/[^"]+\.css[^"]*)"/.exec(page.text)?.[1] ?? "";
  expect((await call(origin, "GET", sheet.replaceAll("&amp;", "&"))).status).toBe(200);
  expect(launched.stdout()).not.toContain("listening on");

  arrive();
  await listening(launched);
  expect((await call(origin, "GET", "/readyz")).status).toBe(200);
  expect((await call(origin, "GET", `${API_PATH}/account`, { key: "hf_any" })).status).toBe(401);
  launched.child.kill("SIGTERM");
  const { code, stdout, stderr } = await launched.ended;
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.match(/"msg":"waiting for the database"/g)).toHaveLength(1);
  expect(stdout).not.toContain(new URL(DATABASE_URL).password);
  leave();
});

test("asked to stop while it waits, it ends with 0", async () => {
  const { DATABASE_URL, leave } = await databaseToCome();
  const { launched } = await startEarly(DATABASE_URL);
  launched.child.kill("SIGTERM");
  expect(await launched.ended).toMatchObject({ code: 0, stderr: "" });
  leave();
});
