/** What stops a start: a wrong value, a place that will not do, a database or port that is not to be had. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "../../src/config/index.js";
import { wide } from "../bounds.js";
import { newClient } from "../client.js";
import { newDatabase } from "../harness.js";
import { call, cleanUp, type Environment, launchService, newFolder, serve } from "./launch.js";
import { expectOneLine, takePort } from "./refusals.js";

afterAll(cleanUp);

// --- Configuration -----------------------------------------------------------------------------------------------------

/** For every variable, values that it does not take. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  PORT: ["65536", "-1", "http", "3000.5", "0x10", " 80"],
  HOST: ["not a host", "a/b", "http://127.0.0.1"],
  PUBLIC_URL: ["pay.example", "ftp://pay.example", "https://pay.example/shop", "https://u:p@pay.example", "https://"],
  DATABASE_URL: ["mysql://root:hunter2@db/holdfast", "postgres://", "holdfast", "postgres://holdfast:hunt er2@db/x"],
  MODE: ["production", "LIVE", "test"],
  ROLE: ["api", "WEB", "web,worker"],
  RATE_LIMIT_PER_MINUTE: ["0", "-5", "many", "1.5", "1000000001"],
  WEBHOOK_ALLOWED_ORIGINS: ["127.0.0.1:4242", "http://127.0.0.1/hooks", "http://a.example,,", "*"],
  SECRET_KEY: ["hunter2", "c2hvcnQ=", "!".repeat(44)],
  SMTP_URL: ["mail.example", "http://mail.example", "smtp://"],
  MAIL_FROM: ["Holdfast", "@example.com", "a@b c"],
  TLS_EXTRA_CA_FILE: ["/nowhere/ca.pem", "/dev/null"],
  FEE_BPS: ["-1", "10001", "2.5", "2.5%"],
  FEE_FIXED: ["0.3", "-0.30", "30", "free"],
  FEE_MIN: ["0.5", "x", "1000000000000.00"],
  FEE_MAX: ["1", "none", "0.49"],
  FUNDING_DEADLINE_SECONDS: ["0", "3d", "-1", "31536001"],
  LOG_LEVEL: ["verbose", "INFO", "5"],
};

describe("a wrong value stops the start", () => {
  const SECRETS = ["hunter2", "hunt er2", "c2hvcnQ="];
  const expectMessage = (message: string, name: string, value: string): void => {
    if (SECRETS.some((secret) => value.includes(secret))) {
      for (const secret of SECRETS) expect(message).not.toContain(secret);
    } else if (name !== "SECRET_KEY") expect(message).toContain(`${name}=${value} `);
    expect(message).toMatch(new RegExp(`^${name}=.* is not usable: it takes [^\\n]{4,}\\.$`));
  };

  test.each(Object.entries(WRONG))("%s: each value is refused with what it takes", (name, values) => {
    for (const value of values) {
      expect(() => readConfig({ [name]: value }), value).toThrow(ConfigError);
      try {
        readConfig({ [name]: value });
      } catch (error) {
        expectMessage((error as Error).message, name, value);
      }
    }
  });

  test("every process ends with 78 and that line, and has touched nothing", async () => {
    const dataDir = join(newFolder(), "data");
    const waiting = Object.entries(WRONG).map(([name, values]) => [name, values[0] as string] as const);
    const startEach = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [name, value] = next;
        const ended = await launchService({ DATA_DIR: dataDir, [name]: value }).ended;
        expect({ name, code: ended.code, stdout: ended.stdout }).toEqual({ name, code: 78, stdout: "" });
        expectOneLine(ended);
        expectMessage(ended.stderr.slice("holdfast: ".length, -1), name, value);
      }
    };
    await Promise.all([startEach(), startEach(), startEach()]);
    expect(existsSync(dataDir)).toBe(false);
  });

  test("also one that reads well and names a directory, address or database that won't do", wide(), async () => {
    const url = new URL(await newDatabase());
    const at = (change: Partial<Pick<URL, "password" | "pathname" | "port">>): string =>
      Object.assign(new URL(url), change).href;
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    const DATABASE_URL = url.href;
    const cases: readonly (readonly [Environment, RegExp])[] = [
      [{ DATA_DIR: file }, /^holdfast: DATA_DIR=.*file is not usable: it takes a directory/],
      [{ DATABASE_URL: at({ password: "wrong" }) }, /^holdfast: DATABASE_URL=.*password authentication failed/],
      [{ DATABASE_URL: at({ pathname: "/nowhere" }) }, /^holdfast: DATABASE_URL=.*"nowhere" does not exist/],
      [{ DATABASE_URL, HOST: "192.0.2.1" }, /^holdfast: HOST=192\.0\.2\.1 is not usable: it takes an address/],
    ];
    for (const [env, line] of cases) {
      const ended = await launchService(env).ended;
      expectOneLine(ended);
      expect(ended.stderr).toMatch(line);
      expect(ended.stderr).not.toContain(url.password);
      expect(ended.code, ended.stderr).toBe(78);
    }
  });

  test("a port that is taken ends it with 1 and one line, whether the database is there or away", wide(), async () => {
    const there = new URL(await newDatabase());
    const away = Object.assign(new URL(there), { port: "1" });
    const { port, close } = await takePort();
    for (const { href } of [there, away]) {
      const ended = await launchService({ DATABASE_URL: href, PORT: String(port), LOG_LEVEL: "error" }).ended;
      expectOneLine(ended);
      expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(`the port ${port} is in use`) });
    }
    close();
  });

  test("a schema that a later version has migrated ends it with 1 and one line", async () => {
    const DATABASE_URL = await newDatabase();
    const client = newClient(DATABASE_URL);
    await client.connect();
    await client.query("insert into schema_migrations (name, checksum) values ('9999_of_tomorrow.sql', 'x')");
    await client.end();
    const ended = await launchService({ DATABASE_URL }).ended;
    expectOneLine(ended);
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("by a later version (9999_of_tomorrow.sql)"),
    });
  });

  test(".env is read where the service starts, and the environment has the last word", wide(), async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, ".env"), `DATABASE_URL=${await newDatabase()}\nROLE=neither\nLOG_LEVEL="warn"\n`);
    const refused = await launchService({}, { cwd }).ended;
    expect(refused.stderr).toBe("holdfast: ROLE=neither is not usable: it takes all, web or worker.\n");
    const service = await serve({ ROLE: "all" }, { cwd });
    expect((await call(service.origin, "GET", "/readyz")).status).toBe(200);
    const { code, stdout } = await service.stop();
    expect(code).toBe(0);
    expect(stdout).not.toContain('"msg":"request"');
    // The key that seals secrets lies there; a database of its own does not.
    expect(existsSync(join(cwd, ".data", "postgres"))).toBe(false);
  });
});
