/**
 * `holdfast trigger`: every type of event can be had, from the real thing, beside a running service and on a stopped one;
 * what may not be triggered is refused.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { API_PATH, EVENT_TYPES } from "@holdfast/contract";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { wide } from "../../../apps/service/test/bounds.js";
import { type Json, newDatabase } from "../../../apps/service/test/harness.js";
import {
  call,
  type Environment,
  newFolder,
  type Served,
  serve,
  until,
  usedDataDir,
} from "../../../apps/service/test/process/launch.js";
import { atEnd, cleanUpAtEnd, holdfast, inThrees, json, newMerchant } from "./commands.js";
import { openReceiver, type Receiver } from "./receiver.js";

cleanUpAtEnd();

const trigger = (type: string, key: string): string[] => ["trigger", type, "--api-key", key];

describe("beside a running service", () => {
  let env: Environment;
  let service: Served;
  let receiver: Receiver;
  let account = "";
  let key = "";
  beforeAll(async () => {
    const url = await newDatabase();
    receiver = await openReceiver();
    atEnd(receiver.close);
    // A limit of one request a minute binds the service, not the operator who runs the command.
    env = { DATABASE_URL: url, WEBHOOK_ALLOWED_ORIGINS: receiver.origin, DATA_DIR: join(newFolder(), "data") };
    service = await serve(env);
    ({ account_id: account, api_key: key } = await newMerchant(env, "a@a.example"));
  });

  const feed = async (query: string): Promise<Json[]> => {
    const answer = await call(service.origin, "GET", `${API_PATH}/events?limit=100&${query}`, { key });
    expect(answer.status, answer.text).toBe(200);
    return answer.body["data"];
  };

  test("each of the nineteen types happens, and its id is told", async () => {
    expect(EVENT_TYPES).toHaveLength(19);
    await inThrees(EVENT_TYPES, async (type) => {
      const told = await json(trigger(type, key), { ...env, RATE_LIMIT_PER_MINUTE: "1" });
      expect(told).toEqual({ event: expect.stringMatching(/^evt_/), type });
      const event = (await feed(`type=${type}`)).find(({ id }) => id === told.event);
      expect(event, type).toMatchObject({ object: "event", type });
    });
  });

  test("the key may stand in the environment", async () => {
    vi.stubEnv("HOLDFAST_API_KEY", key);
    expect(await json(["trigger", "escrow.created"], env)).toMatchObject({ type: "escrow.created" });
    vi.unstubAllEnvs();
  });

  test("it is the real thing: the object is where the event says, the clock was not moved, the books balance", async () => {
    const updated = (await feed("type=escrow.updated")).map((event) => event["data"].object.status);
    expect(updated).toContain("WAITING_PAYMENT_CONFIRMATION");
    const [expired] = await feed("type=escrow.expired");
    const path = `${API_PATH}/escrows/${expired?.["data"].object.id}`;
    expect((await call(service.origin, "GET", path, { key })).body).toMatchObject({ status: "DEADLINE_EXPIRED" });
    const clock = await call(service.origin, "GET", `${API_PATH}/test_helpers/clock`, { key });
    expect(clock.body).toMatchObject({ offset: 0 });
    expect(await json(["ledger", "check"], env)).toMatchObject({ balanced: true });
  });

  test("for people it prints the id and the type", async () => {
    const { stdout, code } = await holdfast(trigger("checkout.session.expired", key), env);
    const [newest] = await feed("type=checkout.session.expired");
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${newest?.["id"]}  checkout.session.expired\n` });
  });

  test("of several at once, each tells its own", async () => {
    const told: string[] = [];
    await inThrees([1, 2, 3], async () => void told.push((await json(trigger("escrow.created", key), env)).event));
    expect(new Set(told).size).toBe(3);
  });

  test("a ping goes to each endpoint that is enabled, whatever types it takes, and to no other", async () => {
    const endpoint = (path: string, ...more: string[]): Promise<Json> =>
      json(["webhook", "create", "--account", account, "--url", `${receiver.origin}${path}`, ...more], env);
    await endpoint("/all");
    await endpoint("/some", "--events", "escrow.funded");
    await json(["webhook", "disable", (await endpoint("/off"))["id"]], env);
    const before = await feed("type=ping");
    expect(before.map((event) => event["data"].object)).toEqual([{ object: "ping", message: expect.any(String) }]);

    const told = await json(trigger("ping", key), env);
    const after = await feed("type=ping");
    expect(after).toHaveLength(before.length + 2);
    expect(after[0]?.["id"]).toBe(told.event);
    await until(() => receiver.deliveries.length === 2, "both endpoints have their ping");
    expect(receiver.deliveries.map(({ path }) => path).sort()).toEqual(["/all", "/some"]);
    expect(receiver.deliveries.map(({ event }) => event["id"]).sort()).toEqual(
      [after[0]?.["id"], after[1]?.["id"]].sort(),
    );
  });

  test("refused with 1 and one line: a wrong key, a revoked one, one that may only read, a rejected account", async () => {
    const reader = await json(["key", "create", "--account", account, "--read-only"], env);
    const revoked = await json(["key", "create", "--account", account], env);
    await json(["key", "revoke", revoked.id], env);
    const rejected = await newMerchant(env, "rejected@a.example");
    await json(["merchant", "reject", rejected.account_id], env);
    const before = await feed("");
    const cases: readonly (readonly [string, string, RegExp])[] = [
      ["escrow.funded", key.replace(/.$/, "_"), /--api-key is no key of this deployment, or it was revoked/],
      ["ping", "hf\nX-Evil: 1", /--api-key takes an API key/],
      ["ping", revoked.api_key, /--api-key is no key of this deployment, or it was revoked/],
      ["escrow.funded", reader.api_key, /this API key lacks the scope sessions:write/],
      ["ping", reader.api_key, /this API key lacks the scope events:write/],
      ["escrow.funded", rejected.api_key, /the account is rejected/i],
    ];
    await inThrees(cases, async ([type, apiKey, line]) => {
      const { code, stdout, stderr } = await holdfast([...trigger(type, apiKey), "--json"], env);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^holdfast: [^\n]+\n$/);
      expect(stderr).toMatch(line);
    });
    expect(await feed("")).toEqual(before);
  });
});

describe("on a stopped service", () => {
  const env = { DATA_DIR: usedDataDir("my data") };

  test("what was triggered is there when it starts", wide(), async () => {
    const { api_key: key } = await newMerchant(env, "a@a.example");
    const told: Json[] = [];
    for (const type of ["ping", "escrow.expired", "escrow.completed", "escrow.milestone.updated"] as const) {
      told.push(await json(trigger(type, key), env));
    }
    expect(existsSync(join(env.DATA_DIR, "postgres/postmaster.pid"))).toBe(false);
    const service = await serve(env);
    const answer = await call(service.origin, "GET", `${API_PATH}/events?limit=100`, { key });
    const ids = answer.body["data"].map(({ id, type }: Json) => ({ event: id, type }));
    expect(ids).toEqual(expect.arrayContaining(told));
    expect((await service.stop()).code).toBe(0);
  });
});

describe("what can't be triggered anywhere", () => {
  test("2 for a type that does not exist, with all that do in the line", async () => {
    const dataDir = join(newFolder(), "data");
    for (const args of [["trigger", "escrow.stolen", "--api-key", "k"], ["trigger", "ping"], ["trigger"]]) {
      const { code, stdout, stderr } = await holdfast(args, { DATA_DIR: dataDir });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(/^holdfast: [^\n]+\n$/);
      if (args[1] === "escrow.stolen") for (const type of EVENT_TYPES) expect(stderr).toContain(type);
    }
    expect(existsSync(dataDir)).toBe(false);
  });

  test("1 in live mode, before anything is opened", async () => {
    const dataDir = join(newFolder(), "data");
    const { code, stdout, stderr } = await holdfast(trigger("escrow.funded", "hf_key"), {
      DATA_DIR: dataDir,
      MODE: "live",
      SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
      SMTP_URL: "smtp://localhost",
      OPERATOR_LEGAL_NAME: "Acme Payments Ltd",
      MAIL_FROM: "a@a.example",
      PUBLIC_URL: "https://pay.example",
    });
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: "",
      stderr: "holdfast: trigger works in the sandbox only (MODE=sandbox).\n",
    });
    expect(existsSync(dataDir)).toBe(false);
  });
});
