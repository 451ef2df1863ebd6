/** A dispute between two people: what each writes, hands in and offers, what the other sees of it, and how it ends. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OFFERS_MAX, STATEMENTS_MAX } from "../../src/domain/decisions/negotiate.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import {
  ADA,
  actionPath,
  cookieOf,
  escrowNow,
  fundedBy,
  orderPath,
  PDF,
  PNG,
  type SentFile,
  signedIn,
} from "../pages/orders-area.js";
import { allEvents, asBuyer, ORDER, resolve } from "../stories.js";
import type { Page, Visitor } from "../visitor.js";
import {
  consolePath,
  disputedBy,
  expectShown,
  halfDisputed,
  mailsTo,
  offersOf,
  paidOut,
  readable,
  voices,
} from "./dispute-stories.js";
import { newPerson, type Person } from "./seller.js";
import { postFiles } from "./upload.js";

let world: World;
let shop: Merchant;
let ada: Visitor;
let seller: Person;
let said: ReturnType<typeof voices>;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  ada = await signedIn(world, ADA);
  seller = await newPerson(world, shop);
  said = voices(world, shop);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const adaAt = (escrow: Json, step: string): string => `${orderPath(shop, escrow)}/dispute/${step}`;

const send = (
  visitor: Visitor,
  path: string,
  fields: Record<string, string>,
  files: readonly SentFile[] = [],
): Promise<Page> => postFiles(world, visitor, { path, fields, files });

/** Where an action led, followed. */
async function after(visitor: Visitor, page: Page): Promise<string> {
  expect(page.status, readable(page.html)).toBe(303);
  return (await visitor.get(page.headers.get("location") ?? "")).html;
}

const hrefs = (html: string, part: string): string[] =>
  [...html.matchAll(/(?:href|action)="([^"]+)"/g)].flatMap(([, href = ""]) => (href.includes(part) ? [href] : []));

test("both write and hand in, each reads the other; the buyer accepts an offer, and the money moves at once", async () => {
  const escrow = await disputedBy(shop);
  const heard = (await mailsTo(world, ADA)).length;
  const wrote = await send(
    seller,
    `${consolePath(shop, escrow)}/statements`,
    { statement: "It was whole when it left us.\r\nSee the packing list." },
    [
      { name: "packing list.pdf", content: PDF },
      { name: "crate.png", content: PNG },
    ],
  );
  expectShown(await after(seller, wrote), "Your message was sent", "It was whole when it left us.", "Buyer’s turn");

  const order = (await ada.get(orderPath(shop, escrow))).html;
  expectShown(
    order,
    "The seller is waiting for your reply.",
    "It was whole when it left us.",
    "packing list.pdf",
    "crate.png",
  );
  const [file = ""] = hrefs(order, "/evidence/");
  const download = await fetch(world.url + file, { headers: { Cookie: cookieOf(ada) } });
  expect(Buffer.from(await download.arrayBuffer()).equals(PDF)).toBe(true);
  expect(download.headers.get("content-disposition")).toMatch(/^attachment; filename="packing list.pdf"/);

  const answered = await send(ada, adaAt(escrow, "write"), { reason: "The crate was dropped." }, [
    { name: "dent.png", content: PNG },
  ]);
  expectShown(
    await after(ada, answered),
    "Your message was sent",
    "The crate was dropped.",
    "Waiting for the seller’s reply.",
  );
  const page = (await seller.get(consolePath(shop, escrow))).html;
  expectShown(page, "The crate was dropped.", "dent.png", "DHL 4410 8823 7712", "Your turn");
  const dent = hrefs(page, "/evidence/").at(-1) ?? "";
  expect((await fetch(world.url + dent, { headers: { Cookie: cookieOf(seller) } })).status).toBe(200);

  const offered = await seller.post(`${consolePath(shop, escrow)}/offers`, {
    release: "200",
    text: "Keep it, for less.",
  });
  expectShown(await after(seller, offered), "Your offer is pending", "$200.00", "$49.90");
  const asking = (await ada.get(adaAt(escrow, "offers/1/accept"))).html;
  // Of 6.55 of fees, what 200.00 of 249.90 has earned stays.
  expectShown(
    asking,
    "Keep it, for less.",
    "$200.00 is paid to the seller at once.",
    "$51.21 goes back to you, the way you paid. This includes $1.31 of the escrow protection fee.",
    "$5.24 of the escrow protection fee is not refunded.",
    "You can’t undo this.",
  );
  const before = (await allEvents(shop)).length;
  const accepted = await after(ada, await ada.post(adaAt(escrow, "offers/1/accept")));
  expectShown(accepted, "You accepted the offer. The dispute is settled", "This dispute is over.", "Offer accepted");
  expect(await paidOut(world, escrow)).toEqual({ settlement: 20_000, fee: 524, refund: 5_121 });
  expect((await escrowNow(shop, escrow))["status"]).toBe("CLOSED");
  expect((await allEvents(shop)).slice(before).map(({ type }) => type)).toEqual([
    "escrow.milestone.updated",
    "escrow.updated",
  ]);
  const mails = (await mailsTo(world, ADA)).slice(heard);
  expect(mails.slice(0, 3)).toMatchObject([
    { template: "dispute_statement", params: { note: "It was whole when it left us.\nSee the packing list." } },
    { template: "dispute_offer", params: { release: "20000", refund: "4990", note: "Keep it, for less." } },
    { template: "order_settled", params: { agreed: true } },
  ]);
  expectShown((await seller.get(consolePath(shop, escrow))).html, "Offer accepted: the dispute is settled", "Settled");
});

test("the seller accepts what the buyer offers; all for the seller completes the order", async () => {
  const escrow = await disputedBy(shop);
  await after(ada, await ada.post(adaAt(escrow, "offer"), { refund: "0", text: "My mistake." }));
  const page = (await seller.get(consolePath(shop, escrow))).html;
  expectShown(page, "Offer to answer", "My mistake.", "Review offer");
  expect(page.split("My mistake.").length - 1, "an offer shows once").toBe(1);
  const accept = `${consolePath(shop, escrow)}/offers/1/accept`;
  expectShown((await seller.get(accept)).html, "$249.90 goes to your wallet.", "You can’t undo it.");
  expectShown(await after(seller, await seller.post(accept)), "You accepted the offer. The dispute is settled");
  expect((await escrowNow(shop, escrow))["status"]).toBe("COMPLETED");
  expect((await mailsTo(world, ADA)).at(-1)).toMatchObject({ template: "order_completed", params: { agreed: true } });
});

test("offers are declined, taken back and replaced; each side has one on the table", async () => {
  const escrow = await disputedBy(shop);
  expect(await said.offers(escrow, "merchant", [24_990n, 0n])).toBeNull();
  expectShown(await after(ada, await ada.post(adaAt(escrow, "offers/1/decline"))), "You declined the offer");
  await after(ada, await ada.post(adaAt(escrow, "offer"), { release: "100,00" }));
  expectShown(await after(ada, await ada.post(adaAt(escrow, "offer"), { release: "90" })), "Your offer is pending");
  expectShown(await after(ada, await ada.post(adaAt(escrow, "offers/3/withdraw"))), "You withdrew your offer.");
  expect(await said.offers(escrow, "buyer", [0n, 24_990n])).toBeNull();
  const declined = await after(seller, await seller.post(`${consolePath(shop, escrow)}/offers/4/decline`));
  expectShown(declined, "You declined the offer");
  expect((await offersOf(world, escrow)).map(({ status }) => status)).toEqual([
    "DECLINED",
    "WITHDRAWN",
    "WITHDRAWN",
    "DECLINED",
  ]);
  expect((await mailsTo(world, ADA)).at(-1)).toMatchObject({ template: "dispute_declined" });
  // What is over is over, for both, and nobody answers their own offer.
  expectShown(await after(ada, await ada.post(adaAt(escrow, "offers/1/accept"))), "no longer pending");
  expect(await said.offers(escrow, "merchant", [1n, 24_989n])).toBeNull();
  for (const step of ["accept", "decline"]) {
    const own = await seller.post(`${consolePath(shop, escrow)}/offers/5/${step}`);
    expect(own.headers.get("location")).toBe(`${consolePath(shop, escrow)}?said=stale`);
  }
  expect((await ada.post(adaAt(escrow, "offers/5/withdraw"))).headers.get("location")).toMatch(/refused=withdrawOffer/);
  expect((await offersOf(world, escrow)).at(-1)?.status).toBe("OPEN");
  expect((await ada.post(adaAt(escrow, "offers/6/accept"))).status).toBe(404);
});

describe("amounts that do not add up are refused with the sum, as typed", () => {
  let escrow: Json;
  beforeAll(async () => {
    escrow = await disputedBy(shop);
  });

  test.each([
    [{}, "at least one"],
    [{ release: "a lot" }, "Enter an amount such as 120.50."],
    [{ refund: "1,000" }, "Enter an amount such as 120.50."],
    [{ refund: "-5" }, "Enter an amount such as 120.50."],
    [{ release: "249.91" }, "Enter at most $249.90, which is all there is to split."],
    [{ release: "100", refund: "100.00" }, "The two amounts add up to $200.00 instead of $249.90."],
    [{ release: "249.90", refund: "0.01" }, "The two amounts add up to $249.91 instead of $249.90."],
  ] satisfies [Record<string, string>, string][])("%j", async (fields, sentence) => {
    const typed = { text: "Because <b>so</b>.", ...fields };
    const mine = await ada.post(adaAt(escrow, "offer"), typed);
    const theirs = await seller.post(`${consolePath(shop, escrow)}/offers`, typed);
    expect([mine.status, theirs.status]).toEqual([400, 422]);
    for (const { html } of [mine, theirs]) {
      expectShown(html, sentence, "Because &lt;b>so&lt;/b>.");
      for (const amount of Object.values(fields)) expect(html).toContain(`value="${amount}"`);
    }
    expect(await offersOf(world, escrow)).toEqual([]);
  });

  test("too long a word, or none at all", async () => {
    const long = "é".repeat(5_001);
    const offer = { release: "1", text: long };
    expect((await ada.post(adaAt(escrow, "offer"), offer)).status).toBe(400);
    expect((await seller.post(`${consolePath(shop, escrow)}/offers`, offer)).status).toBe(422);
    for (const text of ["", " \r\n ", long]) {
      expect((await send(ada, adaAt(escrow, "write"), { reason: text })).status).toBe(400);
      expect((await send(seller, `${consolePath(shop, escrow)}/statements`, { statement: text })).status).toBe(422);
    }
    const page = Buffer.from("<!DOCTYPE html><script>1</script>");
    const files = [{ name: "photo<b>.png", content: page }];
    const refused = await send(seller, `${consolePath(shop, escrow)}/statements`, { statement: "See." }, files);
    expect(refused.status).toBe(422);
    expectShown(refused.html, "This file is of another type:", "photo&lt;b>.png", "See.");
    expect((await send(ada, adaAt(escrow, "write"), { reason: "See." }, files)).status).toBe(400);
    expect((await mailsTo(world, ADA)).some(({ params }) => params["note"] === "See.")).toBe(false);
  });
});

test("an offer lapses with what it would split, and with any decision", async () => {
  const approved = await halfDisputed(shop);
  await said.offers(approved, "merchant", [24_990n, 0n]);
  await after(ada, await ada.post(actionPath(shop, approved, "approve", 1)));
  expect((await offersOf(world, approved))[0]?.status).toBe("LAPSED");
  expectShown((await ada.get(orderPath(shop, approved))).html, "No longer valid");
  // What is left is what can be offered now.
  expect(await said.offers(approved, "merchant", [24_990n, 0n])).toMatchObject({
    code: "validation_failed",
    details: { release: [expect.stringContaining("99.90")] },
  });
  expect(await said.offers(approved, "merchant", [9_990n, 0n])).toBeNull();
  await resolve(shop, approved, { outcome: "resume" });
  expect((await offersOf(world, approved))[1]?.status).toBe("LAPSED");

  const joined = await halfDisputed(shop);
  await said.offers(joined, "buyer", [0n, 24_990n]);
  await asBuyer(shop, joined, "dispute", 1, { reason: "This one too." });
  expect((await offersOf(world, joined))[0]?.status).toBe("OPEN");
  await resolve(shop, joined, { outcome: "resume", milestone: joined["milestones"][1].id });
  expect((await offersOf(world, joined))[0]?.status).toBe("LAPSED");
});

test("nothing is said before a dispute, nor after it", async () => {
  const quiet = await fundedBy(shop, ADA, ORDER);
  expect((await seller.get(consolePath(shop, quiet))).status).toBe(404);
  expect((await ada.get(orderPath(shop, quiet))).html).not.toContain('id="dispute"');
  expect(await said.writes(quiet, "buyer")).toMatchObject({ code: "invalid_state" });
  expect(await said.offers(quiet, "merchant", [24_990n, 0n])).toMatchObject({ code: "invalid_state" });

  const escrow = await disputedBy(shop);
  await said.offers(escrow, "merchant", [24_990n, 0n]);
  await resolve(shop, escrow, { outcome: "release" });
  const late = await send(ada, adaAt(escrow, "write"), { reason: "One more thing." });
  expectShown(await after(ada, late), "This dispute is already over.");
  for (const step of ["write", "offer", "offers/1/accept"]) {
    expectShown(await after(ada, await ada.get(adaAt(escrow, step))), "This dispute is already over.");
  }
  const page = consolePath(shop, escrow);
  const sent = await send(seller, `${page}/statements`, { statement: "One more thing." });
  expectShown(await after(seller, sent), "Nothing was changed");
  expectShown(await after(seller, await seller.post(`${page}/offers`, { release: "1" })), "Nothing was changed");
  const { html } = await seller.get(page);
  expect(html).not.toContain("One more thing.");
  expect(hrefs(html, "/offers")).toEqual([]);
});

test("a side writes and offers so often, and no more", async () => {
  const escrow = await disputedBy(shop);
  for (let index = 0; index < STATEMENTS_MAX; index += 1) expect(await said.writes(escrow, "merchant")).toBeNull();
  const sent = await send(seller, `${consolePath(shop, escrow)}/statements`, { statement: "And another." });
  expect(sent.status).toBe(422);
  expectShown(sent.html, `You’ve reached the limit of ${STATEMENTS_MAX} messages`, "And another.");
  expect(await said.writes(escrow, "buyer")).toBeNull();
  for (let index = 0; index < OFFERS_MAX; index += 1) await said.offers(escrow, "buyer", [0n, 24_990n]);
  const offered = await ada.post(adaAt(escrow, "offer"), { release: "0" });
  expect(offered.status).toBe(400);
  expectShown(offered.html, `You’ve reached the limit of ${OFFERS_MAX} offers`);
});

test("the list tells whose turn it is, and what has ended", async () => {
  const mine = await world.merchant("Turns");
  const owner = await newPerson(world, mine);
  const speak = voices(world, mine);
  const list = `/console/${mine.sellerCode}/disputes`;
  expectShown((await owner.get(list)).html, "No open disputes");
  const escrow = await disputedBy(mine);
  expectShown((await owner.get(list)).html, "Your turn", "$249.90", ADA, String(escrow["dispute_reference"] ?? "DS-"));
  await speak.writes(escrow, "merchant");
  expectShown((await owner.get(list)).html, "Buyer’s turn");
  await speak.offers(escrow, "buyer", [0n, 24_990n]);
  expectShown((await owner.get(list)).html, "Offer to answer");
  await speak.accepts(escrow, "merchant", 1);
  expectShown((await owner.get(list)).html, "No open disputes");
  expectShown((await owner.get(`${list}?which=ended`)).html, "Settled");
});

test("others see nothing of it: one answer for what is not theirs and what is not there; support only reads", async () => {
  const escrow = await disputedBy(shop);
  await send(ada, adaAt(escrow, "write"), { reason: "See." }, [{ name: "x.png", content: PNG }]);
  await said.offers(escrow, "buyer", [0n, 24_990n]);
  const [file] = hrefs((await seller.get(consolePath(shop, escrow))).html, "/evidence/");
  const other = await world.merchant("Elsewhere");
  const stranger = await newPerson(world, other);
  const below = (path: string): string => path.replace(shop.sellerCode, other.sellerCode);
  const unknown = { id: "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81" };
  const nothing = await stranger.get(consolePath(other, unknown));
  expect(nothing.status).toBe(404);
  for (const path of [consolePath(shop, escrow), `${consolePath(shop, escrow)}/offers/1/accept`, file ?? ""]) {
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.get(below(path))).status).toBe(404);
  }
  expect((await stranger.get(below(consolePath(shop, escrow)))).html.replaceAll(String(escrow["id"]), unknown.id)).toBe(
    nothing.html,
  );
  for (const step of ["offers", "offers/1/accept", "offers/1/decline", "offers/1/withdraw"]) {
    expect((await stranger.post(`${consolePath(other, escrow)}/${step}`, { release: "1" })).status).toBe(404);
  }
  expect((await send(stranger, `${consolePath(other, escrow)}/statements`, { statement: "Mine." })).status).toBe(404);

  const eve = await signedIn(world, "eve@example.com");
  for (const step of ["write", "offer", "offers/1/accept"])
    expect((await eve.get(adaAt(escrow, step))).status).toBe(404);
  expect((await eve.post(adaAt(escrow, "offers/1/withdraw"))).status).toBe(404);
  expect((await send(eve, adaAt(escrow, "write"), { reason: "Mine." })).status).toBe(404);

  const support = await newPerson(world, shop, { role: "support" });
  const { html } = await support.get(consolePath(shop, escrow));
  expectShown(html, "See.", "Back to the buyer $249.90 plus $6.55 of the fee Pending");
  expect(hrefs(html, "/offers")).toEqual([]);
  expect((await support.post(`${consolePath(shop, escrow)}/offers/1/accept`)).status).toBe(403);
  expect((await send(support, `${consolePath(shop, escrow)}/statements`, { statement: "Hm." })).status).toBe(403);
  expect((await offersOf(world, escrow))[0]?.status).toBe("OPEN");
});

test("the database takes no offer that does not fit, and keeps what was offered", async () => {
  const escrow = await disputedBy(shop);
  await said.offers(escrow, "merchant", [24_990n, 0n]);
  let statements = 0;
  const run = (text: string): Promise<unknown> => {
    statements += 1;
    return world.db.query({ name: `test: refused ${statements}`, text, values: [escrow["id"]] });
  };
  const offer = (by: string, release: number, refund: number): string => `
    insert into settlement_offers (account_id, escrow_id, number, made_by, release, refund, status, entry_number, created)
    select account_id, escrow_id, 9, '${by}', ${release}, ${refund}, 'OPEN', max(number), max(created)
    from milestone_entries where escrow_id = $1 group by 1, 2`;
  await expect(run(offer("merchant", 24_990, 1))).rejects.toThrow(/splits what is left/);
  // Nor one whose line somebody else wrote.
  await expect(run(offer("buyer", 24_990, 0))).rejects.toThrow(/splits what is left/);
  await expect(run("update settlement_offers set refund = 1 where escrow_id = $1")).rejects.toThrow(/does not change/);
  await expect(run("delete from settlement_offers where escrow_id = $1")).rejects.toThrow(/written once/);
  await expect(run("update escrows set status = 'WORK_IN_PROGRESS' where id = $1")).rejects.toThrow(/open offer/);
  await expect(
    run("update settlement_offers set status = 'LAPSED', closed_at = null where escrow_id = $1"),
  ).rejects.toThrow(/check/);
});
