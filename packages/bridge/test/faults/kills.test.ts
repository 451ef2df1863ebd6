/**
 * Shop, bridge and service are killed at every point where one of them has done something that another does not know yet. Each order
 * is still offered once, paid once, refunded once, submitted once, and comes to its end.
 */
import { join } from "node:path";
import { Holdfast } from "@holdfast/sdk";
import { sandbox } from "@holdfast/sdk/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLedger } from "../../../../apps/service/src/store/read/money/audit.js";
import { bound, share, withinMs } from "../../../../apps/service/test/bounds.js";
import {
  type Environment,
  freePort,
  launch,
  newFolder,
  ROOT,
  until,
} from "../../../../apps/service/test/process/launch.js";
import { type Deployment, openDeployment, persist } from "../../../sdk/test/deployment.js";

const HERE = join(ROOT, "packages/bridge/test/faults");
const SECRET = `whsec_${Buffer.alloc(30, "a secret of shop and bridge").toString("base64")}`;

/** Who dies, and where: the last thing that was done. */
const EVERY_POINT = [
  ["shop", "order placed"],
  ["bridge", "order kept"],
  ["bridge", "session created"],
  ["service", "/checkout/sessions"],
  ["bridge", "session kept"],
  ["bridge", "escrow read (IN_ESCROW)"],
  ["shop", "order.funded came"],
  ["shop", "order.funded kept"],
  ["bridge", "shop told (markFunded)"],
  ["bridge", "delivery submitting"],
  ["service", "/submit"],
  ["bridge", "milestone submitted"],
  ["bridge", "refund kept"],
  ["service", "/refunds"],
  ["bridge", "refund made"],
] as const;
const POINTS = share(EVERY_POINT, { nth: 1, of: 2 });

type Actor = (typeof EVERY_POINT)[number][0];
type Process = Exclude<Actor, "service">;
type Books = {
  readonly orders: readonly { readonly id: string; readonly state: string; readonly url: string | null }[];
  readonly payments: readonly { readonly order: string }[];
  readonly parcels: readonly { readonly order: string; readonly tracking: string }[];
  readonly refunds: readonly { readonly id: string; readonly order: string }[];
};

let deployment: Deployment;
/** Which requests lose their first answer, and their service with it. */
let cut = "none";
const deaths: string[] = [];
/** The place of the order that is being sold. */
let selling = 0;
let isOver = false;
const environment = new Map<Actor, Environment>();
let shop: string;

beforeAll(async () => {
  deployment = await openDeployment({ cutFirst: (_, path) => path.endsWith(cut) });
  deployment.line.onCut = async () => {
    cut = "none";
    deaths.push("service: SIGKILL");
    void deployment.kill();
  };
  const [shopPort, bridgePort] = [await freePort(), await freePort()];
  shop = `http://127.0.0.1:${shopPort}`;
  const folder = newFolder();
  environment.set("shop", {
    PORT: String(shopPort),
    BRIDGE: `http://127.0.0.1:${bridgePort}`,
    SECRET,
    DATABASE: join(folder, "shop.db"),
  });
  environment.set("bridge", {
    PORT: String(bridgePort),
    SHOP: shop,
    SECRET,
    DATABASE: join(folder, "bridge.db"),
    KEY: deployment.apiKey,
    URL: deployment.line.baseUrl,
  });
});
afterAll(() => {
  isOver = true;
  return deployment.close();
});

/** What it is told to die at, by the place of the order's point. */
const armOf = (actor: Actor, from: number): string => {
  const orders = bound("bridgeKills") * POINTS.length;
  for (let index = from; index < orders; index += 1) {
    const [who, point] = POINTS[index % POINTS.length] ?? [];
    if (who === actor) return `${point} ${nameOf(index)}`;
  }
  return "";
};
const nameOf = (index: number): string => `NW-${index + 1}`;

/** Starts it, to die at its next point. What dies is there again a moment later, as under any supervisor. */
function start(actor: Process, from: number): void {
  const started = launch([join(HERE, `${actor}.ts`)], { env: { ...environment.get(actor), ARM: armOf(actor, from) } });
  void started.ended.then(({ signal, stderr }) => {
    deaths.push(`${actor}: ${signal ?? stderr}`);
    if (!isOver) start(actor, selling + 1);
  });
}

/** Between two looks at what takes several processes a while. */
const POLL_MS = 100;

const books = async (): Promise<Books> => (await (await fetch(shop)).json()) as Books;

test(
  `killed ${bound("bridgeKills")} times at each of ${POINTS.length} points: one session, one payment, one refund, one submission for each order`,
  async () => {
    const holdfast = new Holdfast({ apiKey: deployment.apiKey, baseUrl: deployment.line.baseUrl });
    const buyer = sandbox(holdfast);
    /** Until the escrow of an order, which nobody has yet or which is on its way, is where it should be. */
    const reach = (order: string, status: string, step: (escrow: string, milestone: string) => Promise<unknown>) =>
      persist(async () => {
        const [escrow] = (await holdfast.escrows.list({ external_reference: order })).data;
        if (escrow?.status === status) return;
        await step(escrow?.id ?? "", escrow?.milestones[0]?.id ?? "").catch(() => undefined);
        throw new Error(`${order} is ${escrow?.status}`);
      }, POLL_MS);
    const orderInShop = async (order: string) => (await books()).orders.find(({ id }) => id === order);

    async function sell(order: string): Promise<void> {
      await persist(() => fetch(`${shop}/place/${order}`, { method: "POST" }).then((answer) => answer.text()), POLL_MS);
      const url = await persist(async () => (await orderInShop(order))?.url ?? Promise.reject(), POLL_MS);
      const session = url.split("/").at(-1) ?? "";
      await reach(order, "PENDING_FUNDING", () => buyer.confirm(session, { buyer_email: "ada@example.com" }));
      await reach(order, "WORK_IN_PROGRESS", (escrow) => buyer.pay(escrow));
      await reach(order, "COMPLETED", (escrow, milestone) => buyer.approve(escrow, milestone));
      await persist(async () => (await orderInShop(order))?.state === "completed" || Promise.reject(), POLL_MS);
    }

    start("shop", 0);
    start("bridge", 0);
    const ordered = Array.from({ length: bound("bridgeKills") * POINTS.length }, (_, index) => nameOf(index));
    for (const [index, order] of ordered.entries()) {
      const [actor, point] = POINTS[index % POINTS.length] ?? ["service", "none"];
      selling = index;
      if (actor === "service") cut = point;
      await sell(order);
      await until(() => deaths.length > index, `the ${actor} has died at: ${point}`);
    }
    expect(deaths).toEqual(ordered.map((_, index) => `${POINTS[index % POINTS.length]?.[0]}: SIGKILL`));

    const { orders, payments, parcels, refunds } = await books();
    expect(orders.map(({ id }) => id).sort()).toEqual([...ordered].sort());
    expect(new Set(orders.map(({ state }) => state))).toEqual(new Set(["completed"]));
    expect(payments.map(({ order }) => order).sort()).toEqual([...ordered].sort());
    expect(refunds.map(({ id }) => id).sort()).toEqual(ordered.map((order) => `R ${order}`).sort());
    const told = new Map<string, number>();
    for await (const event of holdfast.events.list({ limit: 100 })) {
      const { object } = event.data;
      const name = `${event.type} ${object.object === "ping" ? "" : object.external_reference}`;
      told.set(name, (told.get(name) ?? 0) + 1);
    }
    for (const order of ordered) {
      const reference = order;
      expect((await holdfast.sessions.list({ external_reference: reference })).data, order).toHaveLength(1);
      const [escrow] = (await holdfast.escrows.list({ external_reference: reference })).data;
      expect(escrow?.milestones[0]?.submission_details).toBe(parcels.find((one) => one.order === order)?.tracking);
      expect(escrow?.amount_refunded, order).toBe("10.00");
      for (const type of ["escrow.funded", "escrow.milestone.submitted", "escrow.completed"])
        expect(told.get(`${type} ${reference}`), `${type} ${order}`).toBe(1);
    }
    expect(await auditLedger(deployment.db)).toEqual([]);
  },
  withinMs("bridgeKills", 60_000),
);
