/** Receipt and invoice of an order, as page and as PDF, to its buyer alone. */
import { describe, expect, test } from "vitest";
import { asBuyer, ORDER, resolve } from "../stories.js";
import { DINNER_SET } from "./orders.js";
import { ADA, confirmedBy, fundedBy, orderPath, signedIn } from "./orders-area.js";
import { ada, asAda, read, shop, world } from "./orders-reader.js";

asAda();

describe("the receipt", () => {
  test.each([
    ["en", "Receipt", "$256.45", "Dispute settled"],
    ["fr", "Reçu", "256,45 $US", "Litige réglé"],
    ["sw", "Risiti", "US$ 256.45", "Mgogoro umemalizwa"],
    ["pt", "Recibo", "256,45 US$", "Litígio resolvido"],
    ["ar", "إيصال", "$256.45", "سُوّي النزاع"],
  ])("says in %s who paid what to whom", async (lang, title, total, standing) => {
    const escrow = await fundedBy(shop, ADA, DINNER_SET);
    await asBuyer(shop, escrow, "dispute", 0, { reason: "Never came" });
    await resolve(shop, escrow, { outcome: "settle", release: "100.00", refund: "149.90" });
    const shown = (await read(`${orderPath(shop, escrow)}/receipt?lang=${lang}`)).replaceAll(/[\u00a0\u202f]/g, " ");
    for (const part of [title, total, standing, escrow["reference_code"], shop.sellerCode, ADA, "Northwind Ceramics"]) {
      expect(shown).toContain(part);
    }
    for (const { name } of DINNER_SET.line_items) expect(shown).toContain(name);
  });

  test.each(["receipt", "invoice"])("%s comes as a PDF, to its buyer alone, and not without end", async (kind) => {
    const escrow = await fundedBy(shop, ADA, DINNER_SET);
    const path = `${orderPath(shop, escrow)}/${kind}.pdf`;
    const pdf = await ada.get(path);
    expect(pdf.status).toBe(200);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect(pdf.headers.get("content-disposition")).toContain(
      `attachment; filename="${kind}-${escrow["reference_code"]}.pdf"`,
    );
    expect(pdf.headers.get("content-security-policy")).toContain("sandbox");
    expect(pdf.html.startsWith("%PDF-")).toBe(true);
    const eve = await signedIn(world, "eve@example.com");
    expect((await eve.get(path)).status).toBe(404);
    await world.db.query({
      name: "test: a full window",
      text: "update rate_windows set requests = 30 where kind = 'drawing' and subject = $1",
      values: [ADA],
    });
    const refused = await ada.get(path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await world.db.query({ name: "test: an empty window", text: "delete from rate_windows where kind = 'drawing'" });
  });

  test("a refund has a credit note, linked from the order, for its buyer alone", async () => {
    const escrow = await fundedBy(shop, ADA, DINNER_SET);
    const made = await shop.post(`/escrows/${escrow["id"]}/refunds`, { amount: "24.00", reason: "damaged" });
    const path = `${orderPath(shop, escrow)}/credit-notes/${made.body["id"]}`;
    expect((await ada.get(orderPath(shop, escrow))).html).toContain(path);
    const pdf = await ada.get(path);
    expect([pdf.status, pdf.html.slice(0, 5)]).toEqual([200, "%PDF-"]);
    expect(pdf.headers.get("content-disposition")).toContain(`credit-note-${made.body["id"]}.pdf`);
    expect((await (await signedIn(world, "eve@example.com")).get(path)).status).toBe(404);
    const other = await fundedBy(shop, ADA, DINNER_SET);
    expect((await ada.get(path.replace(escrow["id"], other["id"]))).status).toBe(404);
  });

  test("an order that is not paid has an invoice", async () => {
    const escrow = await confirmedBy(shop, ADA, ORDER);
    expect((await ada.get(orderPath(shop, escrow))).html).toContain(`${orderPath(shop, escrow)}/invoice.pdf`);
  });

  test("says so while nothing was paid", async () => {
    const escrow = await confirmedBy(shop, ADA, ORDER);
    expect(await read(`${orderPath(shop, escrow)}/receipt`)).toContain("No payment has been received yet.");
    expect((await ada.get(orderPath(shop, escrow))).html).not.toContain("/receipt");
  });
});
