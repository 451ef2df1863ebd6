/**
 * An upgrade as it happens: the last release serves, this one brings the schema up to date and joins it, orders go to whichever of the
 * two is asked, workers of both deliver, and the last release leaves.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { API_PATH } from "@holdfast/contract";
import { afterAll, expect, test } from "vitest";
import { buildRelease, isInHistory, LAST } from "../../../../tools/release/earlier.mjs";
import { wide } from "../bounds.js";
import { newClient } from "../client.js";
import { lookAfter, type Order, PLANS } from "../faults/kill-plans.js";
import { emptyDatabase, SECRET_KEY } from "../harness.js";
import { type Answer, call, cleanUp, holdfast, launch, serve, until } from "./launch.js";

const MINUTES = 15 * 60_000; // the last release is built when nobody has done so before
const closers: (() => void)[] = [];
afterAll(async () => {
  for (const close of closers) close();
  await cleanUp();
});

/** A store that takes every webhook, and remembers which events came. */
async function openStore(): Promise<{ readonly origin: string; readonly events: Set<string> }> {
  const events = new Set<string>();
  const server = createServer((request, response) => {
    request.setEncoding("utf8");
    let body = "";
    request.on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      const { id, type } = JSON.parse(body);
      if (type !== "ping") events.add(id);
      response.writeHead(204).end();
    });
  }).listen(0, "127.0.0.1");
  closers.push(
    () => server.closeAllConnections(),
    () => void server.close(),
  );
  await until(() => server.listening, "the store listens");
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, events };
}

const newOrder = (key: string, { milestones, steps }: (typeof PLANS)[number]): Order => ({
  key,
  body: { title: "Dinner set", amount: "249.90", external_reference: key, ...(milestones ? { milestones } : {}) },
  steps,
  created: null,
  session: "",
  escrow: "",
  milestones: [],
  done: 0,
  inDoubt: false,
  busy: false,
  touched: false,
});

/** Those whose every step the earlier release knows, by its own document. */
function plansOf(root: string): typeof PLANS {
  const { paths } = JSON.parse(readFileSync(join(root, "docs/api/openapi.json"), "utf8")) as { paths: object };
  const known = Object.keys(paths).map((path) => new RegExp(`(?:^|/v1)${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`));
  const isKnown = (path: string): boolean => known.some((one) => one.test(path));
  const sample = { ...newOrder("sample", { steps: [] }), session: "s", escrow: "e", milestones: ["m", "m"] };
  return PLANS.filter(({ steps }) => steps.every((step) => isKnown(step.path(sample))));
}

const lookOf = ({ body }: Answer): string =>
  body["object"] === "escrow"
    ? [body["status"], body["funded_amount"], ...body["milestones"].map((one: { status: string }) => one.status)].join(
        " ",
      )
    : body["status"];

test("orders go through the last release and this one side by side, on the schema of this one", {
  ...wide(),
  timeout: MINUTES,
}, async (context) => {
  context.skip(!isInHistory(LAST.commit), `the history of release ${LAST.version} is not here`);
  const root = buildRelease(LAST.commit);
  const store = await openStore();
  const databaseUrl = await emptyDatabase();
  const env = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: SECRET_KEY.toString("base64"),
    WEBHOOK_ALLOWED_ORIGINS: store.origin,
    LOG_LEVEL: "warn",
  };
  const earlier = await serve(env, { main: `${root}apps/service/dist/bundle/main.js` });
  const asEarlier = (...args: string[]) =>
    launch([`${root}packages/cli/bin/holdfast.js`, ...args, "--json"], { env }).ended;
  const seller = ["--email", "shop@example.com", "--trading-name", "North Wares", "--verified"];
  const { account_id: account, api_key: key } = JSON.parse((await asEarlier("merchant", "create", ...seller)).stdout);
  await asEarlier("webhook", "create", "--account", account, "--url", store.origin);

  /** One step of an order, by one of the two; what comes back is what the step leaves. */
  const step = async (origin: string, order: Order): Promise<void> => {
    const next = order.created === null ? undefined : order.steps[order.done];
    const path = next === undefined ? "/checkout/sessions" : next.path(order);
    const headers = next === undefined ? { "Idempotency-Key": order.key } : {};
    const answer = await call(origin, "POST", API_PATH + path, { key, body: next?.body ?? order.body, headers });
    expect(answer.status, `${path}: ${answer.text}`).toBe(next === undefined ? 201 : 200);
    if (next === undefined) Object.assign(order, { created: answer.text, session: answer.body["id"] });
    else order.done += 1;
    if (answer.body["object"] === "escrow")
      Object.assign(order, {
        escrow: answer.body["id"],
        milestones: answer.body["milestones"].map((one: { id: string }) => one.id),
      });
    const read =
      answer.body["object"] === "milestone"
        ? await call(origin, "GET", `${API_PATH}/escrows/${order.escrow}`, { key })
        : answer;
    expect(lookOf(read), path).toBe(lookAfter(order, order.done));
  };
  const isOver = (order: Order): boolean => order.done === order.steps.length;

  const plans = plansOf(root);
  expect(plans.length).toBeGreaterThan(2);
  const begun = plans.map((plan, at) => newOrder(`begun-${at}`, plan));
  for (const order of begun)
    for (let steps = 0; steps < 2 && !isOver(order); steps += 1) await step(earlier.origin, order);

  const present = await serve(env);
  const both = [earlier.origin, present.origin];
  const walked = plans.flatMap((plan, at) =>
    both.map((_, first) => ({ first, order: newOrder(`walked-${at}-${first}`, plan) })),
  );
  for (const { first, order } of walked)
    for (let turn = first; order.created === null || !isOver(order); turn += 1) await step(both[turn % 2] ?? "", order);
  for (const { order } of walked)
    for (const origin of both) {
      const again = await call(origin, "POST", `${API_PATH}/checkout/sessions`, {
        key,
        body: order.body,
        headers: { "Idempotency-Key": order.key },
      });
      expect([again.status, again.text]).toEqual([201, order.created]);
    }

  expect((await earlier.stop()).code).toBe(0);
  for (const order of begun) while (!isOver(order)) await step(present.origin, order);
  const db = newClient(databaseUrl);
  await db.connect();
  const { rows } = await db.query("select count(*)::int as events from events");
  await until(() => store.events.size === rows[0].events, "the store has every event");
  await db.end();
  expect((await present.stop()).code).toBe(0);
  const check = await holdfast(["ledger", "check", "--all"], env);
  expect(check.stdout, check.stderr).toMatch(/^the books balance/);
});
