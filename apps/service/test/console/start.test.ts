/** The first hour's page: its lines are run as they stand there, and its steps are ticked off by what really happened. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Merchant, World } from "../harness.js";
import { startWorld } from "../harness.js";
import { needs } from "../programs.js";
import { funded } from "../stories.js";
import type { Page } from "../visitor.js";
import { freePort, serve } from "./receiver.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "holdfast-start-"));

let port: number;
let world: World;
beforeAll(async () => {
  port = await freePort();
  world = await startWorld({ webhookAllowedOrigins: [`http://127.0.0.1:${port}`] });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.checkLedger();
  await world.close();
});

/** A seller whose account has done nothing yet. */
async function newcomer(): Promise<{ shop: Merchant; ada: Person; start: string }> {
  const shop = await world.merchant("Kitenge & Co");
  await world.db.query({
    name: "test: no key",
    text: "update api_keys set revoked_at = service_now() where account_id = $1",
    values: [shop.account],
  });
  return { shop, ada: await newPerson(world, shop), start: `${consoleOf(shop)}/start` };
}

/** The lines that a page shows under a label, as they are copied. */
function linesOf({ html }: Page, label: string): string {
  const [, code] = new RegExp(`aria-label="${label}"[^>]*><code>(.*?)</code></pre>`, "s").exec(html) ?? [];
  expect(code, label).toBeDefined();
  return code!.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** Which of the three steps are ticked off. */
const done = ({ html }: Page): readonly boolean[] =>
  ["key", "session", "webhook"].map((id) => {
    const [, title = ""] = new RegExp(`id="${id}".*?<h2[^>]*>(.*?)</h2>`, "s").exec(html) ?? [];
    return title.includes("· done");
  });

function keep(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const KEY = /hf_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}/;

/** What runs the lines of each language; Node is always there. */
const PROGRAMS = { curl: "curl", TypeScript: "node", Python: "python3", PHP: "php" } as const;

describe("from nothing to a session", () => {
  let shop: Merchant;
  let ada: Person;
  let start: string;
  let made: Page;
  let key: string;
  beforeAll(async () => {
    ({ shop, ada, start } = await newcomer());
  });

  test("a payment link is offered to people who don't write code, until a first order is paid", async () => {
    const { shop, ada, start } = await newcomer();
    const offer = `href="${consoleOf(shop)}/sessions/new"`;
    expect((await ada.get(consoleOf(shop))).html).toContain(offer);
    expect((await ada.get(start)).html).toContain(offer);
    await world.db.query({
      name: "test: its key again",
      text: "update api_keys set revoked_at = null where account_id = $1",
      values: [shop.account],
    });
    await shop.post("/checkout/sessions", { title: "Desk lamp", amount: "80.00" });
    expect((await ada.get(start)).html).toContain(offer);
  });

  test("a test order is opened by one button, once, paid as its buyer, and delivered next", async () => {
    const { shop, ada, start } = await newcomer();
    const [, form = ""] = /name="form" value="([^"]+)"/.exec((await ada.get(start)).html) ?? [];
    const opened = await ada.post(`${start}/test-order`, { form });
    const again = await ada.post(`${start}/test-order`, { form });
    const [, id = ""] = /\/(cs_[0-9a-z]{26})#sign-in-code$/.exec(opened.headers.get("location") ?? "") ?? [];
    expect(again.headers.get("location")).toContain(id);
    await world.db.query({
      name: "test: its key again",
      text: "update api_keys set revoked_at = null where account_id = $1",
      values: [shop.account],
    });
    expect((await shop.get("/checkout/sessions")).body["data"]).toMatchObject([{ id, title: "Test order" }]);
    // The code is on its way to the seller's own address, and this browser is the one that takes it.
    expect((await ada.get(`/pay/${shop.sellerCode}/${id}`)).html).toMatch(/Sandbox: the code is .*\d{6}/);
    expect((await ada.get(start)).html).toContain("Open a test order");

    const escrow = (await shop.post(`/test_helpers/checkout/sessions/${id}/confirm`, {})).body;
    await shop.post(`/test_helpers/escrows/${escrow["id"]}/payments`, {});
    const paid = await ada.get(start);
    expect(paid.html).not.toContain("Open a test order");
    expect(paid.html).toContain(`href="${consoleOf(shop)}/escrows/${escrow["id"]}"`);
    const milestone = escrow["milestones"][0].id as string;
    await shop.post(`/escrows/${escrow["id"]}/milestones/${milestone}/submit`, { submission_details: "By hand" });
    expect((await ada.get(start)).html).not.toContain("Your first order is paid");
  });

  test("the first steps are offered, and the key is shown once", async () => {
    const overview = await ada.get(consoleOf(shop));
    expect(overview.html).toContain("No orders yet");
    expect(overview.html).toContain(`href="${start}"`);
    const before = await ada.get(start);
    expect(done(before)).toEqual([false, false, false]);
    expect(linesOf(before, "A first session in curl")).toContain("Bearer hf_your_key");

    made = await ada.post(start, { step: "key" });
    expect(made.status).toBe(200);
    expect(made.headers.get("cache-control")).toBe("no-store");
    key = KEY.exec(made.html)?.[0] ?? "";
    expect(key).not.toBe("");
    // It would be gone if the page were loaded again.
    expect(made.html).not.toContain("data-status");
    expect(made.html).not.toContain("http-equiv");
    const after = await ada.get(start);
    expect(after.html).not.toMatch(KEY);
    expect(done(after)).toEqual([true, false, false]);
    const { version } = JSON.parse((await ada.get(`${start}/status`)).html) as { version: string };
    expect(after.html).toContain(`data-version="${version}"`);
  });

  const runs = {
    curl: (code: string) => run("sh", ["-c", `${code.replace("curl ", "curl -s ")}`]),
    TypeScript: (code: string) => run(process.execPath, [keep("session.mts", code)]),
    Python: (code: string) => run("python3", [keep("session.py", code)]),
    PHP: (code: string) => run("php", [keep("session.php", code)]),
  } as const;
  test.for(["TypeScript", "curl", "Python", "PHP"] as const)(
    "the lines in %s lead to it",
    async (language, context) => {
      needs(context, PROGRAMS[language]);
      const before = (await ada.get(`${start}/status`)).html;
      const isFirst = language === "TypeScript";
      const lines = linesOf(made, `A first session in ${language}`).replace(world.service.publicUrl, world.url);
      const { stdout } = await runs[language](lines);
      expect(stdout).toContain(world.service.publicUrl);
      expect(stdout).toMatch(/cs_[0-9a-z]{26}/);
      expect((await ada.get(`${start}/status`)).html !== before).toBe(isFirst);
    },
  );

  test("it is one session in all languages, and the step is ticked off", async () => {
    const sessions = await world.speakAs(key).get("/checkout/sessions");
    expect(sessions.body["data"]).toHaveLength(1);
    expect(done(await ada.get(start))).toEqual([true, true, false]);
    // Figures begin with a payment: until then nothing but zeros could be shown.
    const overview = await ada.get(consoleOf(shop));
    expect(overview.html).toContain("Waiting for your first payment");
    expect(overview.html).not.toContain("<dt");
  });
});

describe("a webhook", () => {
  let ada: Person;
  let start: string;
  let made: Page;
  beforeAll(async () => {
    ({ ada, start } = await newcomer());
  });

  test("is registered at an address that may be reached, with a secret that is shown once", async () => {
    const refused = await ada.post(start, { step: "endpoint", url: "http://192.168.1.1/hooks" });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('value="http://192.168.1.1/hooks"');
    expect(refused.html).toMatch(/id="url-problem">[^<]{10}/);

    made = await ada.post(start, { step: "endpoint", url: `http://127.0.0.1:${port}/hooks` });
    expect(made.status, made.html).toBe(200);
    const [secret] = /whsec_[0-9A-Za-z]{40}/.exec(made.html) ?? [];
    expect(secret).toBeDefined();
    expect((await ada.get(start)).html).not.toContain(secret);
    expect(done(await ada.get(start))[2]).toBe(false);
  });

  const receivers: Record<"TypeScript" | "Python" | "PHP", (lines: string) => [program: string, args: string[]]> = {
    TypeScript: (lines: string) => [process.execPath, [keep("hooks.mts", lines)]],
    Python: (lines: string) => ["python3", [keep("hooks.py", lines)]],
    PHP: (lines: string) => ["php", ["-S", `127.0.0.1:${port}`, keep("hooks.php", lines)]],
  };
  test.for(["TypeScript", "Python", "PHP"] as const)("is received by the lines in %s", async (language, context) => {
    needs(context, PROGRAMS[language]);
    const lines = linesOf(made, `A receiver in ${language}`).replaceAll("4242", String(port));
    const [command, args] = receivers[language](lines);
    const receiver = await serve(command, args, port);
    const forged = await fetch(`http://127.0.0.1:${port}/hooks`, {
      method: "POST",
      headers: { "X-Escrow-Signature": `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}` },
      body: "{}",
    });
    expect(forged.status).toBe(400);
    const sent = await ada.post(start, { step: "ping" });
    expect(sent.headers.get("location")).toBe(`${start}?said=pinged`);
    await receiver.says("received ping");
    await receiver.stop();
  });

  test("once received, ticks the step off", async () => {
    await expect.poll(async () => done(await ada.get(start))[2]).toBe(true);
  });
});

test("the shell's check knows a delivery of ours, and no other", async (context) => {
  needs(context, "openssl");
  const { ada, start } = await newcomer();
  const made = await ada.post(start, { step: "endpoint", url: `http://127.0.0.1:${port}/hooks` });
  const script = keep("check.sh", linesOf(made, "A receiver in Shell"));
  const arrived = Promise.withResolvers<{ signature: string; body: string }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.end();
      arrived.resolve({
        signature: String(request.headers["x-escrow-signature"]),
        body: Buffer.concat(chunks).toString(),
      });
    });
  }).listen(port, "127.0.0.1");
  await ada.post(start, { step: "ping" });
  const { signature, body } = await arrived.promise;
  server.closeAllConnections();
  server.close();
  const header = keep("signature.txt", signature);
  expect((await run("sh", [script, header, keep("body.json", body)])).stdout).toBe("genuine\n");
  const other = await run("sh", [script, header, keep("other.json", `${body} `)]).catch((error: unknown) => error);
  expect(other).toMatchObject({ code: 1, stdout: "forged\n" });
});

describe("the checklist on the overview", () => {
  /** Title of each step, and whether it is done; null where there is no checklist. */
  const steps = ({ html }: Page): Readonly<Record<string, boolean>> | null => {
    const [, list] = /id="setup".*?<ul[^>]*>(.*?)<\/ul>/s.exec(html) ?? [];
    if (list === undefined) return null;
    return Object.fromEntries(
      list.split("<li>").flatMap((step) => {
        const [, title] = /<span class="(?:block font-medium|min-w-0 flex-1)">([^<]+)</.exec(step) ?? [];
        return title === undefined ? [] : [[title, step.includes("(done)")]];
      }),
    );
  };

  test("asks for a developer, and has the steps of either way", async () => {
    const { shop, ada, start } = await newcomer();
    const home = consoleOf(shop);
    const asked = await ada.get(home);
    expect(asked.html).toContain("Do you have a developer?");
    expect(Object.keys(steps(asked)!)[0]).toBe("Create your first payment link");
    expect((await ada.post(`${home}/setup`, { by: "developer" })).headers.get("location")).toBe(start);
    expect(Object.keys(steps(await ada.get(home))!).slice(0, 2)).toEqual(["Create an API key", "Receive a webhook"]);
    expect((await ada.post(`${home}/setup`, { by: "seller" })).headers.get("location")).toBe(home);
    const answered = await ada.get(home);
    expect(answered.html).not.toContain("Do you have a developer?");
    expect(steps(answered)).not.toHaveProperty("Create an API key");
    expect((await ada.post(`${home}/setup`, { by: "nobody" })).status).toBe(404);
  });

  test("ticks a step by what has happened, and goes when it is hidden", async () => {
    const shop = await world.merchant("Kitenge & Co");
    const ada = await newPerson(world, shop);
    const home = consoleOf(shop);
    const set = (text: string) =>
      world.db.query({
        name: `test: ${text}`,
        text: `update accounts set ${text} where id = $1`,
        values: [shop.account],
      });
    await set("verification_status = 'UNVERIFIED'");
    expect(Object.values(steps(await ada.get(home))!)).toEqual(Array(6).fill(false));
    await ada.post(`${home}/settings/terms`, { review: "off", delivery: "off" });
    await set("brand_name = 'Kitenge', verification_status = 'PENDING'");
    await funded(shop, { title: "A cloth", amount: "20.00" });
    const page = await ada.get(home);
    expect(steps(page)).toEqual({
      "Create your first payment link": true,
      "Pay a test order": true,
      "Add your name, logo and colour": true,
      "Choose your terms": true,
      "Verify your business": false,
      "Add a payout account": false,
    });
    expect(page.html).toContain("We’re checking your documents.");
    await ada.post(`${home}/setup`, { by: "hide" });
    expect(steps(await ada.get(home))).toBeNull();
    expect((await ada.get(`${home}/settings`)).html).toContain("Show the checklist again");
    expect((await ada.post(`${home}/setup`, { by: "show" })).headers.get("location")).toBe(home);
    expect(steps(await ada.get(home))).toMatchObject({ "Add a payout account": false });
    expect((await ada.get(`${home}/settings`)).html).not.toContain("Show the checklist again");
  });

  test("is for those who can take its steps", async () => {
    const { shop, ada } = await newcomer();
    const home = consoleOf(shop);
    expect(steps(await ada.get(home))).not.toBeNull();
    const [dev, sam] = [
      await newPerson(world, shop, { role: "developer" }),
      await newPerson(world, shop, { role: "support" }),
    ];
    expect(Object.keys(steps(await dev.get(home))!)).toEqual(["Create your first payment link", "Pay a test order"]);
    expect(steps(await sam.get(home))).toBeNull();
    expect((await sam.post(`${home}/setup`, { by: "hide" })).status).toBe(403);
  });
});

test("who only reads sees the steps and can't take them", async () => {
  const { shop, start } = await newcomer();
  const sam = await newPerson(world, shop, { role: "support" });
  const page = await sam.get(start);
  expect(page.status).toBe(200);
  expect(page.html).not.toContain('name="step"');
  for (const step of ["key", "endpoint", "ping"]) expect((await sam.post(start, { step })).status).toBe(403);
});
