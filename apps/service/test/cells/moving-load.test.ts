/** An account trades while it moves to and fro, and each move is killed once: nothing is lost, and nothing is done twice. */
import { API_PATH } from "@holdfast/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { STEPS } from "../../src/cells/move.js";
import { bound, withinMs } from "../bounds.js";
import type { Json, Merchant } from "../harness.js";
import { allEvents, ORDER, pay } from "../stories.js";
import { listen, openStreet, type Street } from "../webhooks/shop.js";
import { openMovers, startTown, type Town } from "./town.js";

let street: Street;
let town: Town;
let movers: Awaited<ReturnType<typeof openMovers>>;
beforeAll(async () => {
  street = await openStreet();
  town = await startTown(["north", "south"], { webhookAllowedOrigins: [street.origin] });
  movers = await openMovers(town);
});
afterAll(async () => {
  await movers?.close();
  await town?.close();
  await street?.close();
});

/** As the proxy and a patient client together: asks where the account was last, goes where it is sent, comes back when asked to. */
function openClient({ apiKey }: Merchant) {
  let at = "north";
  return async (path: string, body: Json, key: Record<string, string> = {}): Promise<Json> => {
    for (;;) {
      const reply = await fetch(`${town.cells[at]!.url}${API_PATH}${path}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json", ...key },
      });
      const text = await reply.text();
      if (reply.ok) return JSON.parse(text) as Json;
      expect([421, 503], `${path}: ${text}`).toContain(reply.status);
      if (reply.status === 421) at = reply.headers.get("holdfast-cell") as string;
      else await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };
}

test(
  "moves under load",
  async () => {
    const shop = await town.cells["north"]!.merchant();
    const endpoint = await listen({ world: town.cells["north"]!, street }, shop, "/hooks/moving");
    const send = openClient(shop);
    const acknowledged: string[] = [];
    let isOver = false;
    const trading = (async () => {
      while (!isOver) {
        const session = await send("/checkout/sessions", ORDER, { "Idempotency-Key": `order-${acknowledged.length}` });
        acknowledged.push(session["id"] as string);
        // Its events go out as webhooks.
        await send(`/test_helpers/checkout/sessions/${session["id"]}/confirm`, {});
      }
    })();
    let way: readonly [string, string] = ["north", "south"];
    for (let made = 0; made < bound("moves"); made += 1) {
      const killedAt = STEPS[(made * 4 + 3) % STEPS.length];
      await movers
        .move(shop.account, way, (step) => {
          if (step === killedAt) throw new Error(`killed before ${step}`);
        })
        .catch(() => undefined); // killed: what is under way tells nobody
      await movers.move(shop.account, way);
      way = [way[1], way[0]];
    }
    isOver = true;
    await trading;
    const [home] = way;
    const there = town.cells[home]!.speakAs(shop.apiKey) as Merchant;
    // Each acknowledged session is there once, and none besides.
    const kept = await movers.ownerOf(home).query<{ count: string }>({
      name: "test: sessions",
      text: "select count(*) as count from checkout_sessions where account_id = $1",
      values: [shop.account],
    });
    expect(Number(kept[0]?.count)).toBe(acknowledged.length);
    for (const id of acknowledged) expect((await there.get(`/checkout/sessions/${id}`)).status).toBe(200);
    // A paid order after it all, whose webhooks come from the last cell; each event arrived once.
    const [first] = (await there.get("/escrows?limit=1")).body["data"] as readonly Json[];
    expect((await pay(there, first as Json))["status"]).toBe("IN_ESCROW");
    const told = (await allEvents(there)).map(({ id }) => id as string);
    await street.wait(endpoint.path, told.length);
    const arrived = street.at(endpoint.path).map(({ event }) => event["id"] as string);
    expect([...arrived].sort()).toEqual([...told].sort());
    for (const world of Object.values(town.cells)) await world.checkLedger();
  },
  withinMs("moves", 20_000),
);
