/** SECRET_KEY is changed while the service runs: nothing that was sealed, signed or handed out before is lost. */
import { createCipheriv, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resealSecrets } from "../../src/admin/secrets.js";
import { createWebhook } from "../../src/admin/webhooks.js";
import { openSecrets } from "../../src/commands/open-secrets.js";
import { type Config, readConfig } from "../../src/config/index.js";
import type { AccountId } from "../../src/domain/ids.js";
import { uuidv7 } from "../../src/platform/random.js";
import { openConfiguredSeal, openRecoveryKey } from "../../src/setup.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { csrfOf, lastCode, newVisitor } from "../visitor.js";

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const withKeys = (secretKey: Buffer, ...secretKeysBefore: Buffer[]): Config => ({
  ...readConfig({}),
  webhookAllowedOrigins: ["http://127.0.0.1:4242"],
  secretKey,
  secretKeysBefore,
});
let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld({ role: "web", secretKey: OLD });
  shop = await world.merchant();
});
afterAll(() => world?.close());

const sql = async <Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
  (await world.db.pool.query({ text, values: [...values] })).rows as Row[];

/** As secrets were sealed before keys had ids. */
function sealedPlainly(text: string, place: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", OLD, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), sealed]);
}

test("a deployment goes from one key to the next and loses nothing on the way", async () => {
  const create = (config: Config, path: string) =>
    createWebhook(
      { db: world.db, config },
      { account: shop.account, url: `http://127.0.0.1:4242/${path}`, events: null },
    );
  const made = await Promise.all(Array.from({ length: 12 }, (_, at) => create(withKeys(OLD), String(at))));
  const seller = uuidv7();
  await sql(
    "insert into sellers (id, email, name, password_hash, created, totp_sealed) values ($1, $2, 'Ada', 'x', 0, $3)",
    [seller, `${seller}@example.com`, sealedPlainly("JBSWY3DPEHPK3PXP", `totp ${seller}`)],
  );
  const recovery = await openRecoveryKey(world.db, await openConfiguredSeal(withKeys(OLD), world.db));
  const secretsWith = async (config: Config) => {
    const seal = await openConfiguredSeal(config, world.db);
    const opened = await openSecrets({ db: world.db, seal }, shop.account as AccountId, null);
    const [row] = await sql<{ sealed: Buffer }>("select totp_sealed as sealed from sellers where id = $1", [seller]);
    expect(seal.open(row!.sealed, `totp ${seller}`)).toBe("JBSWY3DPEHPK3PXP");
    expect((await openRecoveryKey(world.db, seal)).equals(recovery)).toBe(true);
    return opened.map(({ secret }) => secret).sort();
  };
  const all = made.map(({ secret }) => secret).sort();
  // The new key alone does not do yet, and neither order of the two loses anything.
  await expect(openConfiguredSeal(withKeys(NEW), world.db)).rejects.toThrow(/SECRET_KEY/);
  expect(await secretsWith(withKeys(OLD, NEW))).toEqual(all);
  expect(await secretsWith(withKeys(NEW, OLD))).toEqual(all);
  // Once the new one is first, it seals: the old one alone would not read that.
  await expect(openConfiguredSeal(withKeys(OLD), world.db)).rejects.toThrow(/SECRET_KEY/);
  const late = await create(withKeys(NEW, OLD), "late");
  all.push(late.secret);
  all.sort();

  // Two at once, as if one had been thought dead.
  const both = await Promise.all([1, 2].map(() => resealSecrets(world.db, withKeys(NEW, OLD))));
  expect(both.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(14);
  expect(both.flatMap(({ failed }) => failed)).toEqual([]);
  expect(await resealSecrets(world.db, withKeys(NEW, OLD))).toEqual({ resealed: 0, failed: [], retired: 0 });
  expect(await secretsWith(withKeys(NEW))).toEqual(all);
});

test("what no key opens is told, stays as it is, and keeps the old key in use", async () => {
  const stray = uuidv7();
  await sql(
    "insert into sellers (id, email, name, password_hash, created, totp_sealed) values ($1, $2, 'Eve', 'x', 0, $3)",
    [stray, `${stray}@example.com`, sealedPlainly("JBSWY3DPEHPK3PXP", "totp of somebody else")],
  );
  const told = await resealSecrets(world.db, withKeys(NEW, OLD));
  expect(told.failed).toEqual([`2 ${stray}`]);
  expect(told.retired).toBe(0);
  await sql("delete from sellers where id = $1", [stray]);
});

test("where nothing but recovery codes depends on the key, no process starts with another one either", async () => {
  const small = await startWorld({ role: "web", secretKey: OLD });
  try {
    await openConfiguredSeal(withKeys(OLD), small.db);
    await small.db.pool.query(`
      with person as (
        insert into sellers (id, email, name, password_hash, created)
        values (gen_random_uuid(), 'passkeys@example.com', 'Ada', 'x', 0) returning id
      )
      insert into seller_recovery_codes (seller_id, code_hash) select id, sha256('code') from person`);
    await expect(openConfiguredSeal(withKeys(NEW), small.db)).rejects.toThrow(/SECRET_KEY/);
    await small.db.pool.query("delete from seller_recovery_codes");
    expect(await openConfiguredSeal(withKeys(NEW), small.db)).toBeDefined();
  } finally {
    await small.close();
  }
});

test("forms that are open and codes that are under way are still taken by the next process", async () => {
  const [before, after] = [NEW, randomBytes(32)];
  // In this order: once the next one runs, a process with the old key alone does not start.
  const one = await world.another({ secretKey: before, secretKeysBefore: [] });
  const two = await world.another({ secretKey: after, secretKeysBefore: [before] });
  const email = `${uuidv7()}@example.com`;
  const here = newVisitor(world, `http://127.0.0.1:${one.port}`);
  await here.post("/sign-in", { email });
  const csrf = csrfOf((await here.get("/sign-in")).html);
  const next = newVisitor(world, `http://127.0.0.1:${two.port}`);
  for (const [name, value] of here.cookies) next.cookies.set(name, value);
  const code = await lastCode(world, email);
  const entered = await next.postRaw("/sign-in/code", new URLSearchParams({ csrf, code }).toString());
  expect(entered.status).toBe(303);
  expect(next.cookies.has("hf_session")).toBe(true);
});

test("SECRET_KEY takes several, the newest first, and none twice", () => {
  const [a, b] = [OLD.toString("base64"), NEW.toString("base64")];
  const config = readConfig({ SECRET_KEY: `${b}, ${a}` });
  expect([config.secretKey?.equals(NEW), config.secretKeysBefore.map((key) => key.equals(OLD))]).toEqual([
    true,
    [true],
  ]);
  expect(readConfig({ SECRET_KEY: a }).secretKeysBefore).toEqual([]);
  for (const text of [`${a},${a}`, `${a},`, `,${a}`, `${a},short`])
    expect(() => readConfig({ SECRET_KEY: text }), text).toThrow(/SECRET_KEY=\(hidden\)/);
});
