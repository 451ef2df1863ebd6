/** What a buyer does with an order over HTTP: approving it, asking for changes, cancelling it before it is paid. */
import { describe, expect, test } from "vitest";
import { asBuyer, eventTypes, ORDER, pay, submit, TWO_PARTS } from "../stories.js";
import { textOf } from "../visitor.js";
import { ADA, actionPath, confirmedBy, escrowNow, fundedBy, orderPath, PNG, sendDispute } from "./orders-area.js";
import { ada, asAda, read, readAfter, shop, world } from "./orders-reader.js";

asAda();

describe("approving", () => {
  test("asks first, says what is paid out and that it can't be taken back, and does it once", async () => {
    const escrow = await fundedBy(shop, ADA, TWO_PARTS);
    await submit(shop, escrow, 0);
    await submit(shop, escrow, 1);
    const before = await eventTypes(shop);
    const first = await read(actionPath(shop, escrow, "approve", 0));
    expect(first).toContain("$99.90 is paid out to the seller at once.");
    expect(first).toContain("You can’t undo this.");
    expect(first).not.toContain("it completes the whole order");
    expect(await eventTypes(shop)).toEqual(before);
    const done = await readAfter(await ada.post(actionPath(shop, escrow, "approve", 0)));
    expect(done).toContain("You approved it, and $99.90 was paid out to the seller.");
    expect(await read(actionPath(shop, escrow, "approve", 1))).toContain("it completes the whole order");
    // Two tabs, both with the page that asks.
    const answers = await Promise.all([1, 2].map(() => ada.post(actionPath(shop, escrow, "approve", 1))));
    const texts = await Promise.all(answers.map(readAfter));
    expect(texts.filter((text) => text.includes("You approved it, and $150.00 was paid out"))).toHaveLength(1);
    expect(
      texts.filter((text) => text.includes("You’ve already approved this part. It was paid out only once.")),
    ).toHaveLength(1);
    expect(await escrowNow(shop, escrow)).toMatchObject({ status: "COMPLETED" });
    const approvals = (await eventTypes(shop)).slice(before.length);
    expect(approvals.filter((type) => type === "escrow.milestone.approved")).toHaveLength(2);
    expect(approvals.filter((type) => type === "escrow.completed")).toHaveLength(1);
    // The page that asks leads back where there is nothing to ask.
    expect(await readAfter(await ada.get(actionPath(shop, escrow, "approve", 1)))).toContain(
      "You’ve already approved this part",
    );
  });

  test("against a dispute, fifteen times: one of the two is done, the other is told, and nothing is half done", async () => {
    for (let round = 0; round < 15; round += 1) {
      const escrow = await fundedBy(shop, ADA, ORDER);
      await submit(shop, escrow);
      const approve = ada.post(actionPath(shop, escrow, "approve"));
      const dispute = sendDispute(world, ada, {
        path: actionPath(shop, escrow, "dispute"),
        reason: "Cracked.",
        files: [{ name: "photo.png", content: PNG }],
      });
      const texts = await Promise.all((await Promise.all([approve, dispute])).map(readAfter));
      const { status } = await escrowNow(shop, escrow);
      const files = await world.db.query({
        name: "test: files",
        text: "select 1 from evidence where escrow_id = $1",
        values: [escrow["id"]],
      });
      if (status === "COMPLETED") {
        expect(texts[1]).toContain("You’ve already approved this part");
        expect(files).toHaveLength(0);
      } else {
        expect(status).toBe("DISPUTED");
        expect(texts[0]).toContain("This part is in dispute. It waits until that is decided.");
        expect(files).toHaveLength(1);
      }
      expect(texts.filter((text) => text.includes("Nothing was changed"))).toHaveLength(1);
    }
  });
});

describe("asking for changes", () => {
  test("sends the words, as they were written, to the seller", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    await submit(shop, escrow);
    const path = actionPath(shop, escrow, "request_revision");
    const words = "Line one\nLine two <b>& 'more'</b>";
    const done = await readAfter(await ada.post(path, { reason: ` ${words.replace("\n", "\r\n")} ` }));
    expect(done).toContain("We’ve sent your request to the seller.");
    const [entry] = await world.db.query<{ text: string }>({
      name: "test: entry",
      text: "select text from milestone_entries where escrow_id = $1 and verb = 'requestRevision'",
      values: [escrow["id"]],
    });
    expect(entry?.text).toBe(words);
    expect(await readAfter(await ada.post(path, { reason: "Again" }))).toContain("You’ve already requested changes");
    expect((await escrowNow(shop, escrow))["milestones"][0].status).toBe("REVISION_REQUESTED");
  });

  test("wants some words, and not too many, and keeps what was written", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    await submit(shop, escrow);
    const path = actionPath(shop, escrow, "request_revision");
    for (const [reason, said] of [
      ["", "Write a few words first."],
      [" \r\n ", "Write a few words first."],
      ["x".repeat(5001), "Use at most 5000 characters."],
    ] as const) {
      const page = await ada.post(path, { reason });
      expect(page.status).toBe(400);
      expect(textOf(page.html)).toContain(said);
      expect(page.html).toContain('aria-invalid="true"');
      if (reason.trim() !== "") expect(page.html).toContain(reason);
    }
    // Counted as the API counts: in characters, a line break as one.
    const longest = `${"😀".repeat(4_998)}\r\nx`;
    expect((await ada.post(path, { reason: longest })).status).toBe(303);
  });

  test("waits while another part is in dispute", async () => {
    const escrow = await fundedBy(shop, ADA, TWO_PARTS);
    await submit(shop, escrow, 0);
    await asBuyer(shop, escrow, "dispute", 1, { reason: "Never came" });
    const refused = await readAfter(await ada.post(actionPath(shop, escrow, "request_revision", 0), { reason: "x" }));
    expect(refused).toContain("Another part of the order is in dispute.");
  });
});

describe("cancelling before it is paid", () => {
  test("gives back what has arrived", async () => {
    const escrow = await pay(shop, await confirmedBy(shop, ADA, ORDER), { amount: "100.00" });
    expect(await read(`${orderPath(shop, escrow)}/decline`)).toContain(
      "You have paid $100.00 so far. All of it goes back to you.",
    );
    const done = await readAfter(await ada.post(`${orderPath(shop, escrow)}/decline`));
    expect(done).toContain("The order is cancelled.");
    expect(done).toContain("Refunds to you $100.00");
    expect((await escrowNow(shop, escrow))["status"]).toBe("DECLINED");
    const again = await readAfter(await ada.post(`${orderPath(shop, escrow)}/decline`));
    expect(again).toContain("This order has ended.");
  });

  test("is refused kindly once it is paid in full", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    const path = `${orderPath(shop, escrow)}/decline`;
    for (const answer of [await ada.get(path), await ada.post(path)]) {
      expect(await readAfter(answer)).toContain("This order is paid in full, so it can’t be cancelled here.");
    }
    expect((await escrowNow(shop, escrow))["status"]).toBe("IN_ESCROW");
  });
});
