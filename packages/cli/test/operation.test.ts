/** Running a deployment step by step: its settings, its schema, its service. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { newClient } from "../../../apps/service/test/client.js";
import { newDatabase } from "../../../apps/service/test/harness.js";
import {
  COMMAND_LINE,
  call,
  type Environment,
  launch,
  listening,
  newFolder,
} from "../../../apps/service/test/process/launch.js";
import { cleanUpAtEnd, expectRefused, holdfast, json, text } from "./commands.js";

cleanUpAtEnd();

/** A database nobody has migrated; its address lets the commands below run here, which need none. */
let empty: Environment;
beforeAll(async () => {
  const admin = newClient(inject("adminUrl"));
  await admin.connect();
  await admin.query("create database never_migrated owner holdfast");
  await admin.end();
  empty = { DATABASE_URL: Object.assign(new URL(await newDatabase()), { pathname: "/never_migrated" }).href };
});

describe("config check", () => {
  const check = async (env: Environment): Promise<{ readonly code: number | null; readonly problems: string[] }> => {
    const { code, stdout } = await holdfast(["config", "check", "--json"], { ...empty, ...env });
    return { code, problems: JSON.parse(stdout).problems };
  };

  test("says that every setting can be used", async () => {
    expect(await json(["config", "check"], empty)).toEqual({ usable: true, problems: [] });
    expect(await text(["config", "check"], empty)).toBe("every setting can be used\n");
  });

  test("says everything that is wrong at once, and never what a secret is", async () => {
    const { code, problems } = await check({
      MODE: "live",
      PORT: "seventy",
      FEE_MAX: "0.10",
      SECRET_KEY: "geheim",
      PROVIDERS: "stripe",
      STRIPE_SECRET_KEY: "sk_test_geheimgeheim",
      MAIL_FROM: "Acme",
    });
    expect(code).toBe(1);
    expect(problems.map((one) => one.split(/[ =]/)[0])).toEqual(
      expect.arrayContaining(["PORT", "FEE_MAX", "SECRET_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRETS"]),
    );
    expect(problems.map((one) => one.split(/[ =]/)[0])).toEqual(
      expect.arrayContaining(["SMTP_URL", "PUBLIC_URL", "MAIL_FROM"]),
    );
    expect(problems.join()).not.toContain("geheim");
  });

  test("knows a name that is misspelt from one of somebody else", async () => {
    const { problems } = await check({ STRIPE_SECRETKEY: "x", GRAFANA_URL: "x" });
    expect(problems).toEqual([
      "STRIPE_SECRETKEY is not a setting: see docs/reference/configuration.md for those that there are.",
    ]);
  });

  test("reads secrets from files, each under one rule", async () => {
    const folder = newFolder();
    const file = (name: string, content: string): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const key = file("key", `${Buffer.alloc(32, 1).toString("base64")}\n`);
    expect(
      (await check({ SECRET_KEY_FILE: key, SMTP_URL_FILE: file("smtp", "smtp://mail.example") })).problems,
    ).toEqual([]);
    expect((await check({ SECRET_KEY_FILE: join(folder, "absent") })).problems).toEqual([
      `SECRET_KEY_FILE=${join(folder, "absent")} is not usable: it takes a readable file.`,
    ]);
    expect((await check({ SECRET_KEY_FILE: file("nothing", "\n") })).problems).toEqual([
      `SECRET_KEY_FILE=${join(folder, "nothing")} is not usable: the file is empty.`,
    ]);
    expect((await check({ SECRET_KEY: "x", SECRET_KEY_FILE: key })).problems).toContain(
      "SECRET_KEY and SECRET_KEY_FILE are both set: one of them has to go.",
    );
  });

  test("finds a sentence of the operator's that can't be said", async () => {
    const locales = join(newFolder(), "locales");
    mkdirSync(join(locales, "en"), { recursive: true });
    writeFileSync(join(locales, "en/checkout.json"), "{");
    const { problems } = await check({ LOCALES_DIR: locales });
    expect(problems).toEqual([expect.stringMatching(/^LOCALES_DIR is not usable: .*checkout\.json/)]);
  });
});

test("an image, which has no directory, says what it needs in its place", async () => {
  const { stdout } = await holdfast(["config", "check"], { DATA_DIR: "none" });
  expect(stdout).toMatch(/^DATABASE_URL is not set: DATA_DIR=none takes /m);
  expect(stdout).toMatch(/^SECRET_KEY is not set: DATA_DIR=none takes /m);
  expectRefused(await holdfast(["merchant", "list"], { DATA_DIR: "none" }), 78, /^holdfast: DATABASE_URL is not set/);
});

test("migrate says what it would apply, applies it, and then has nothing left to do", async () => {
  const migrations = readdirSync(new URL("../../../apps/service/migrations", import.meta.url)).sort();
  const dry = await json(["migrate", "--dry-run"], empty);
  expect(dry).toEqual({ dry_run: true, migrations });
  expect(await json(["migrate", "--dry-run"], empty)).toEqual(dry);
  expect(await text(["migrate"], empty)).toBe(migrations.map((name) => `applied: ${name}\n`).join(""));
  expect(await text(["migrate"], empty)).toBe("the schema is up to date\n");
});

test("serve answers until it is told to stop", async () => {
  const env = { DATABASE_URL: await newDatabase(), PORT: "0" };
  const served = await listening(launch([COMMAND_LINE, "serve"], { env }));
  expect((await call(served.origin, "GET", "/readyz")).status).toBe(200);
  expect(await served.stop()).toMatchObject({ code: 0 });
});
