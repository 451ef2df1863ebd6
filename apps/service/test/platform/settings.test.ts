/** What connections bring to the server, and what a start does where somebody between takes it away. */
import net from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SetupError } from "../../src/platform/data-dir.js";
import { openDatabase, type Queryable } from "../../src/platform/database.js";
import { requireSettings } from "../../src/platform/required-settings.js";
import { newDatabase } from "../harness.js";

const HOUR_MS = 3_600_000;
const BOUND = /statement_timeout|lock_timeout|idle_in_transaction_session_timeout/;

let url = "";
beforeAll(async () => {
  url = await newDatabase();
});

const REFUSAL = (() => {
  const fields = ["SFATAL", "C08P01", "Munsupported startup parameter: statement_timeout", ""].join("\0");
  const body = Buffer.from(`${fields}\0`);
  const head = Buffer.alloc(5, "E");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
})();

/** Takes connections that bring no settings, as a PgBouncer that is not told otherwise does. */
const refuser = net.createServer((near) => {
  near.once("data", (opening) => {
    if (BOUND.test(opening.toString("latin1"))) {
      near.end(REFUSAL);
      return;
    }
    const far = net.connect(Number(new URL(url).port), new URL(url).hostname);
    far.write(opening);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on("error", () => undefined);
  });
});

async function behindRefuser(): Promise<string> {
  if (!refuser.listening) await new Promise<void>((resolve) => refuser.listen(0, "127.0.0.1", resolve));
  return Object.assign(new URL(url), { port: String((refuser.address() as net.AddressInfo).port) }).href;
}

afterAll(() => refuser.close());

async function settingOf(db: Queryable, name: string): Promise<unknown> {
  const [row] = await db.query<{ setting: string }>({
    name: "test: read setting",
    text: "select setting from pg_settings where name = $1",
    values: [name],
  });
  return row?.setting;
}

const brought = async (to: string, timeoutMs?: number): Promise<readonly unknown[]> => {
  const db = openDatabase(to, { connections: 1, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  try {
    return [await settingOf(db, "statement_timeout"), await settingOf(db, "lock_timeout")];
  } finally {
    await db.close();
  }
};

test("connections bring bounds of a request; who needs longer brings its own, whatever stands between", async () => {
  expect(await brought(url)).toEqual(["12000", "10000"]);
  expect(await brought(url, HOUR_MS)).toEqual([`${HOUR_MS}`, `${HOUR_MS - 2_000}`]);
  const through = await behindRefuser();
  expect(await brought(through)).toEqual(["0", "0"]);
  expect(await brought(through, HOUR_MS)).toEqual([`${HOUR_MS}`, `${HOUR_MS - 2_000}`]);
});

test("a start goes on where connections have what they brought", async () => {
  await expect(requireSettings(url, 7)).resolves.toBeUndefined();
});

test("a start behind one that refuses names what is missing and the lines that set it, and goes on once they were run", async () => {
  const through = await behindRefuser();
  const refused = await requireSettings(through, 7).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SetupError);
  const { message } = refused as SetupError;
  for (const name of ["statement_timeout is 0", "lock_timeout is 0", "idle_in_transaction_session_timeout is 0"])
    expect(message).toContain(name);
  const lines = [...message.matchAll(/alter role [^;]+;/g)].map(([line]) => line);
  expect(lines).toHaveLength(4);
  const owner = openDatabase(url, { connections: 1 });
  for (const [at, text] of lines.entries()) await owner.query({ name: `test: alter ${at}`, text });
  await expect(requireSettings(through, 7)).resolves.toBeUndefined();
  await owner.query({ name: "test: longer", text: (lines[0] ?? "").replace(/'.*'/, "'1h'") });
  await owner.close();
  await expect(requireSettings(through, 7)).rejects.toThrow(
    /statement_timeout is 3600000|lock_timeout is 3600000|timeout is 3600000/,
  );
});

test("each of several hosts is asked, also where the first refuses settings", async () => {
  const through = new URL(await behindRefuser());
  // As a pooler whose server is away.
  const away = net.createServer((near) =>
    near.once("data", (opening) => (BOUND.test(opening.toString("latin1")) ? near.end(REFUSAL) : near.destroy())),
  );
  await new Promise<void>((resolve) => away.listen(0, "127.0.0.1", resolve));
  const first = `127.0.0.1:${(away.address() as net.AddressInfo).port}`;
  await expect(brought(through.href.replace(through.host, `${first},${through.host}`))).resolves.toHaveLength(2);
  away.close();
});

test("two hosts are waited for less long, and their bounds are shorter", async () => {
  const { host } = new URL(url);
  expect(await brought(url.replace(host, `${host},${host}`))).toEqual(["5000", "3000"]);
});
