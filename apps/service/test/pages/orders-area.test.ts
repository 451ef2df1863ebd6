/** A buyer's own area over HTTP: whose it is, what it shows, what can be done, and what is refused. */
import { beforeAll, describe, expect, test } from "vitest";
import type { EscrowId } from "../../src/domain/ids.js";
import { moneyOf } from "../../src/pages/buyer/standing.js";
import { ROUTES } from "../../src/pages/routes.js";
import { listRefunds } from "../../src/store/read/money/payments.js";
import { findOrder } from "../../src/store/read/orders/orders.js";
import type { Json, Merchant } from "../harness.js";
import { asBuyer, eventTypes, ORDER, ok, pay, resolve, submit, TWO_PARTS } from "../stories.js";
import { csrfOf, newVisitor, textOf } from "../visitor.js";
import { DINNER_SET } from "./orders.js";
import {
  ADA,
  actionPath,
  confirmedBy,
  cookieOf,
  escrowNow,
  fundedBy,
  orderPath,
  PNG,
  sendDispute,
  signedIn,
} from "./orders-area.js";
import { ada, asAda, read, shop, world } from "./orders-reader.js";

asAda();

/** Every route of the area but those of one's own sign-ins, which name no order. */
const paths = ROUTES.filter(({ path }) => path === "/orders" || path.startsWith("/orders/:seller_code"));

describe("somebody else", () => {
  let mine: Json;
  let evidence: string;
  let credited: string;
  beforeAll(async () => {
    mine = await fundedBy(shop, ADA, TWO_PARTS);
    credited = (await ok(shop.post(`/escrows/${mine["id"]}/refunds`, { amount: "1.00" }), 201))["id"];
    await submit(shop, mine, 0);
    await sendDispute(world, ada, {
      path: actionPath(shop, mine, "dispute", 1),
      reason: "Cracked.",
      files: [{ name: "photo.png", content: PNG }],
    });
    const html = (await ada.get(orderPath(shop, mine))).html;
    evidence = /\/evidence\/([0-9a-f-]{36})/.exec(html)![1]!;
  });

  const fill = (
    path: string,
    { seller = shop.sellerCode, escrow = mine["id"], milestone = mine["milestones"][0].id } = {},
  ) =>
    path
      .replace(":seller_code", seller)
      .replace(":escrow_id", escrow)
      .replace(":milestone_id", milestone)
      .replace(":evidence_id", evidence)
      .replace(":file", evidence)
      .replace(":refund", credited)
      .replace(":number", "1");

  test("has twenty-nine ways to try", () => {
    expect(paths.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      "GET /orders",
      "GET /orders/:seller_code/:escrow_id",
      "GET /orders/:seller_code/:escrow_id/credit-notes/:refund",
      "GET /orders/:seller_code/:escrow_id/decline",
      "GET /orders/:seller_code/:escrow_id/dispute/offer",
      "GET /orders/:seller_code/:escrow_id/dispute/offers/:number/accept",
      "GET /orders/:seller_code/:escrow_id/dispute/write",
      "GET /orders/:seller_code/:escrow_id/evidence/:evidence_id",
      "GET /orders/:seller_code/:escrow_id/invoice.pdf",
      "GET /orders/:seller_code/:escrow_id/messages",
      "GET /orders/:seller_code/:escrow_id/messages/files/:file",
      "GET /orders/:seller_code/:escrow_id/milestones/:milestone_id/approve",
      "GET /orders/:seller_code/:escrow_id/milestones/:milestone_id/dispute",
      "GET /orders/:seller_code/:escrow_id/milestones/:milestone_id/request_revision",
      "GET /orders/:seller_code/:escrow_id/questions",
      "GET /orders/:seller_code/:escrow_id/receipt",
      "GET /orders/:seller_code/:escrow_id/receipt.pdf",
      "GET /orders/:seller_code/:escrow_id/status",
      "POST /orders/:seller_code/:escrow_id/decline",
      "POST /orders/:seller_code/:escrow_id/dispute/offer",
      "POST /orders/:seller_code/:escrow_id/dispute/offers/:number/accept",
      "POST /orders/:seller_code/:escrow_id/dispute/offers/:number/decline",
      "POST /orders/:seller_code/:escrow_id/dispute/offers/:number/withdraw",
      "POST /orders/:seller_code/:escrow_id/dispute/write",
      "POST /orders/:seller_code/:escrow_id/messages",
      "POST /orders/:seller_code/:escrow_id/milestones/:milestone_id/approve",
      "POST /orders/:seller_code/:escrow_id/milestones/:milestone_id/dispute",
      "POST /orders/:seller_code/:escrow_id/milestones/:milestone_id/request_revision",
      "POST /orders/:seller_code/:escrow_id/questions",
    ]);
  });

  test("is told the same of another buyer's order as of none, and changes nothing", async () => {
    const eve = await signedIn(world, "eve@example.com");
    const other = await world.merchant("Another shop");
    const before = [await escrowNow(shop, mine), await eventTypes(shop)];
    const unknown = await eve.get(`/orders/${shop.sellerCode}/01999999-9999-7999-9999-999999999999`);
    expect(unknown.status).toBe(404);
    for (const { method, path } of paths.filter((route) => route.path !== "/orders")) {
      const addresses = [
        fill(path),
        fill(path, { seller: other.sellerCode }),
        fill(path, { escrow: "01999999-9999-7999-9999-999999999999" }),
        fill(path, { escrow: "nonsense" }),
        fill(path, { seller: "%00" }),
      ];
      for (const address of addresses) {
        const answer =
          method === "GET"
            ? await eve.get(address)
            : address.endsWith("/dispute")
              ? await sendDispute(world, eve, { path: address, reason: "Mine!", files: [] })
              : await eve.post(address, { reason: "Mine!" });
        expect({ address, status: answer.status, html: answer.html }).toEqual({
          address,
          status: 404,
          html: unknown.html,
        });
      }
    }
    expect(await read("/orders", eve)).toContain("No orders yet");
    expect([await escrowNow(shop, mine), await eventTypes(shop)]).toEqual(before);
  });

  test("the buyer too finds nothing of theirs below another seller, or with another milestone", async () => {
    const other = await fundedBy(shop, ADA, TWO_PARTS);
    for (const { method, path } of paths.filter((route) => route.path.includes(":milestone_id"))) {
      for (const milestone of [other["milestones"][0].id, "nonsense"]) {
        const address = fill(path, { milestone });
        const answer = method === "GET" ? await ada.get(address) : await ada.post(address, { reason: "x" });
        expect(answer.status, address).toBe(404);
      }
    }
  });

  test("who is nobody signs in first, whatever the address", async () => {
    const nobody = newVisitor(world);
    for (const { path } of paths.filter((route) => route.method === "GET")) {
      for (const address of [fill(path), fill(path, { escrow: "nonsense" })]) {
        const page = await nobody.get(address);
        expect(page.status, address).toBe(200);
        expect(page.html, address).toContain("Sign in to see your orders");
        expect(page.html).toContain(`name="next" value="${address}"`);
        expect(page.html).not.toContain(DINNER_SET.title);
        expect(page.headers.get("cache-control")).toBe("no-store");
      }
    }
    for (const { path } of paths.filter((route) => route.method === "POST")) {
      const answer = await nobody.post(fill(path), { reason: "x" });
      // Where no page asks first, the page of the order does.
      const asks = fill(path).replace(/\/dispute\/offers\/1\/(decline|withdraw)$/, "");
      expect([answer.status, answer.headers.get("location")], path).toEqual([303, asks]);
    }
    const api = await fetch(`${world.url}${orderPath(shop, mine)}`, {
      headers: { Authorization: `Bearer ${shop.apiKey}`, Accept: "text/html" },
    });
    expect(await api.text()).toContain("Sign in to see your orders");
  });

  test("a form that no page of ours sent does nothing", async () => {
    const before = [await escrowNow(shop, mine), await eventTypes(shop)];
    for (const { path } of paths.filter((route) => route.method === "POST")) {
      for (const body of ["", "csrf=made.up&reason=x"]) {
        expect((await ada.postRaw(fill(path), body)).status, path).toBe(403);
      }
      const csrf = csrfOf((await ada.get("/sign-in")).html);
      const foreign = await ada.postRaw(fill(path), `csrf=${csrf}&reason=x`, { Origin: "https://evil.example" });
      expect(foreign.status, path).toBe(403);
    }
    expect([await escrowNow(shop, mine), await eventTypes(shop)]).toEqual(before);
  });
});

describe("the list", () => {
  test("shows sixty orders of two shops, newest first, a page at a time, and nobody else's", async () => {
    const email = "list@example.com";
    const other = await world.merchant("Second Shop");
    const ids: string[] = [];
    for (let at = 0; at < 60; at += 1) {
      const seller = at % 2 === 0 ? shop : other;
      ids.unshift((await confirmedBy(seller, at % 3 === 0 ? "List@Example.COM" : email, ORDER))["id"]);
      if (at % 10 === 0) await confirmedBy(seller, "somebody.else@example.com", ORDER);
    }
    const buyer = await signedIn(world, email);
    const idsOf = (html: string) =>
      [...html.matchAll(/<h2[^>]*><a[^>]*href="\/orders\/\w+\/([^"]+)"/g)].map((m) => m[1]);
    const linkOf = (html: string, direction: string) =>
      new RegExp(`href="(/orders\\?${direction}=[^"]+)"`).exec(html)?.[1];
    const seen: (string | undefined)[] = [];
    const pages: string[] = [];
    for (let path: string | undefined = "/orders"; path !== undefined; ) {
      const { html } = await buyer.get(path);
      pages.push(path);
      expect(idsOf(html)).toHaveLength(20);
      seen.push(...idsOf(html));
      path = linkOf(html, "older");
    }
    expect(seen).toEqual(ids);
    expect(pages).toHaveLength(3);
    const back = linkOf((await buyer.get(pages[2]!)).html, "newer")!;
    expect(idsOf((await buyer.get(back)).html)).toEqual(ids.slice(20, 40));
    const first = linkOf((await buyer.get(back)).html, "newer")!;
    const { html } = await buyer.get(first);
    expect([idsOf(html), linkOf(html, "newer")]).toEqual([ids.slice(0, 20), undefined]);
  });

  test("begins at the newest for a position that is none", async () => {
    const plain = textOf((await ada.get("/orders")).html);
    for (const query of ["older=x", "newer=%00", "older=1&older=2", "older[]=3"]) {
      expect(await read(`/orders?${query}`)).toBe(plain);
    }
  });

  test("marks what waits for the buyer", async () => {
    const buyer = await signedIn(world, "todo@example.com");
    const unpaid = await confirmedBy(shop, "todo@example.com", ORDER);
    const toReview = await fundedBy(shop, "todo@example.com", ORDER);
    await submit(shop, toReview);
    await fundedBy(shop, "todo@example.com", ORDER);
    const { html } = await buyer.get("/orders");
    const todo = [...html.matchAll(/aria-label="([^":]+): [^"]*"/g)].map((m) => m[1]);
    expect(todo).toEqual(["Review delivery", "Pay"]);
    const pay = /href="(\/pay\/[^"]+)"/.exec(html)![1]!;
    expect((await buyer.get(pay)).html).toContain(orderPath(shop, unpaid));
    expect(html).toContain(`href="${orderPath(shop, toReview)}"`);
  });

  test("shows what time has done from its second on, and the event is there once", async () => {
    const store = await world.merchant("Expiring");
    const buyer = await signedIn(world, "late@example.com");
    const escrow = await confirmedBy(store, "late@example.com", ORDER);
    await world.db.query({
      name: "test: pass 72 hours",
      text: "update test_clock set offset_seconds = offset_seconds + 72 * 3600",
    });
    const [list, order] = await Promise.all([read("/orders", buyer), read(orderPath(store, escrow), buyer)]);
    expect(list).toContain("Time ran out");
    expect(order).toContain("The order wasn’t paid in time.");
    expect((await eventTypes(store)).filter((type) => type === "escrow.expired")).toHaveLength(1);
  });
});

describe("where the money is", () => {
  const stories: readonly (readonly [string, (shop: Merchant) => Promise<Json>])[] = [
    ["nothing paid", (store) => confirmedBy(store, ADA, TWO_PARTS)],
    ["a part paid", async (store) => pay(store, await confirmedBy(store, ADA, TWO_PARTS), { amount: "100.01" })],
    ["too much paid", async (store) => pay(store, await confirmedBy(store, ADA, TWO_PARTS), { amount: "300.00" })],
    [
      "one part approved",
      async (store) => {
        const escrow = await fundedBy(store, ADA, TWO_PARTS);
        await submit(store, escrow, 0);
        return asBuyer(store, escrow, "approve", 0);
      },
    ],
    [
      "settled",
      async (store) => {
        const escrow = await fundedBy(store, ADA, TWO_PARTS);
        await asBuyer(store, escrow, "dispute", 0, { reason: "Cracked." });
        return resolve(store, escrow, { outcome: "settle", release: "33.33", refund: "216.57" });
      },
    ],
    [
      "paid in part, then cancelled",
      async (store) => {
        const escrow = await pay(store, await confirmedBy(store, ADA, TWO_PARTS), { amount: "100.01" });
        return (await store.post(`/test_helpers/escrows/${escrow["id"]}/decline`, {})).body;
      },
    ],
  ];

  test.each(stories)("adds up to the cent: %s", async (_what, story) => {
    const escrow = await story(shop);
    const order = await findOrder(world.db, { sellerCode: shop.sellerCode, escrow: escrow["id"] as EscrowId }, ADA);
    const { account, id } = order!.escrow;
    const money = moneyOf({ ...order!, refunds: await listRefunds(world.db, account, id) });
    expect(money.held + money.released + money.earned + money.returned).toBe(money.received);
    const [paid] = await world.db.query<{ received: string }>({
      name: "test: received",
      text: "select coalesce(sum(received), 0) as received from payments where escrow_id = $1",
      values: [escrow["id"]],
    });
    expect(money.received).toBe(BigInt(paid!.received));
    const shown = await read(orderPath(shop, escrow));
    const amounts = Object.fromEntries(
      [
        "Held in escrow",
        "Paid out to the seller",
        "Escrow protection fee (charged when the seller is paid)",
        "Refunds to you",
        "Received from you",
      ].map((label) => [
        label,
        Number(new RegExp(`${label.replaceAll(/[()]/g, "\\$&")} \\$([\\d.]+)`).exec(shown)?.[1] ?? "0") * 100,
      ]),
    );
    const { "Received from you": received, ...parts } = amounts;
    expect(Math.round(Object.values(parts).reduce((sum, part) => sum + part, 0))).toBe(Math.round(received!));
  });
});

describe("the page of an order", () => {
  test("tells the whole story, in its order", async () => {
    const escrow = await fundedBy(shop, ADA, TWO_PARTS);
    await submit(shop, escrow, 0, "First try");
    await asBuyer(shop, escrow, "request_revision", 0, { reason: "The lid is missing" });
    await submit(shop, escrow, 0, "Second try, with the lid");
    await asBuyer(shop, escrow, "dispute", 0, { reason: "Wrong lid" });
    await resolve(shop, escrow, { outcome: "release" });
    const shown = await read(orderPath(shop, escrow));
    const story = shown.slice(shown.indexOf("Order history"));
    const steps = [
      "Order confirmed",
      "$256.45 arrived in escrow",
      "Paid in full",
      "The seller reported a delivery",
      "You requested changes",
      "The seller reported a delivery",
      "You opened a dispute",
      "The dispute was decided, and $99.90 was paid out to the seller",
    ];
    let from = 0;
    for (const step of steps) {
      const at = story.indexOf(step, from);
      expect(at, `${step} in ${story}`).toBeGreaterThanOrEqual(from);
      from = at + step.length;
    }
    for (const words of ["First try", "The lid is missing", "Second try, with the lid", "Wrong lid"]) {
      expect(shown).toContain(words);
    }
  });

  test("says until when, where a clock runs", async () => {
    const store = await world.merchant("Timers");
    await world.db.query({
      name: "test: timers",
      text: "update accounts set review_window_seconds = 259200, delivery_deadline_seconds = 1209600 where id = $1",
      values: [store.account],
    });
    const unpaid = await confirmedBy(store, ADA, ORDER);
    expect(await read(orderPath(store, unpaid))).toMatch(/Pay by \d+ \w+ \d{4} at \d\d:\d\d UTC/);
    const escrow = await pay(store, unpaid);
    expect(await read(orderPath(store, escrow))).toMatch(/If nothing is delivered by then, .*: \d+ \w+ \d{4}/);
    await submit(store, escrow);
    expect(await read(orderPath(store, escrow))).toMatch(
      /If you don’t respond, this is approved automatically: \d+ \w+ \d{4}/,
    );
    await world.advance(259_200);
    const done = await read(orderPath(store, escrow));
    expect(done).toContain("The time to review a delivery ran out, and $249.90 was paid out to the seller");
    expect(done).not.toContain("If you don’t respond");
  });

  test("says nothing that a link made up", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    const plain = await read(orderPath(shop, escrow));
    for (const query of [
      "done=approve&part=1",
      "done=decline",
      "done=dispute&part=9",
      "refused=dispute&part=1",
      "done=constructor",
      "refused[]=approve&part=__proto__",
    ]) {
      expect(await read(`${orderPath(shop, escrow)}?${query}`), query).toBe(plain);
    }
  });
});

test("no page of the area is kept by anything in between, nor changes anything by being looked at", async () => {
  const escrow = await fundedBy(shop, ADA, ORDER);
  await submit(shop, escrow);
  const before = [await escrowNow(shop, escrow), await eventTypes(shop)];
  const paths = [
    "/orders",
    orderPath(shop, escrow),
    `${orderPath(shop, escrow)}/receipt.pdf`,
    `${orderPath(shop, escrow)}/decline`,
    ...["approve", "request_revision", "dispute"].map((verb) => actionPath(shop, escrow, verb)),
  ];
  for (const path of paths) {
    for (const method of ["GET", "HEAD"]) {
      const { headers } = await fetch(world.url + path, {
        method,
        headers: { Cookie: cookieOf(ada) },
        redirect: "manual",
      });
      expect(headers.get("cache-control"), path).toMatch(/\bno-store$/);
      expect(headers.get("content-security-policy"), path).toContain("default-src 'none'");
      // At most our own file, which turns moments into the reader's time zone.
      expect(headers.get("content-security-policy"), path).not.toMatch(/script-src (?!'self'(?:;|$))/);
    }
  }
  expect([await escrowNow(shop, escrow), await eventTypes(shop)]).toEqual(before);
});
