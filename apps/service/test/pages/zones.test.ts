/** Moments in the reader's own time zone: on pages, in mails and files, for people who are signed in and for those who aren't. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPerson } from "../console/seller.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { funded, ORDER } from "../stories.js";
import { newVisitor, type Page, type Visitor } from "../visitor.js";
import { ADA, fundedBy, orderPath, signedIn } from "./orders-area.js";

let world: World;
let shop: Merchant;
let home: string;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  home = `/console/${shop.sellerCode}`;
});
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

const COOKIE = "hf_tz";

/** The clock that the moments of a page are written by; "" where it has none, or several. */
const clockOf = ({ html }: Page): string => {
  const said = [...html.matchAll(/<time [^>]*>[^<]*\d\d:\d\d[^<]* (UTC[+\d:-]*)<\/time>/g)].map(
    ([, clock = ""]) => clock,
  );
  return new Set(said).size === 1 ? said[0]! : "";
};

async function choose(who: Visitor, zone: string, next = "/"): Promise<Page> {
  const csrf = /name="csrf" value="([^"]+)"/.exec((await who.get("/zone")).html)?.[1] ?? "";
  return who.postRaw("/zone", new URLSearchParams({ csrf, zone, next }).toString());
}

test("what the browser says is kept of a member, and goes with them into any other browser, until they choose another", async () => {
  const escrow = await funded(shop);
  const path = `${home}/escrows/${escrow["id"]}`;
  const grace = await newPerson(world, shop);
  const before = await grace.get(path);
  expect(clockOf(before)).toBe("UTC");
  expect(before.html).toContain(`data-zone-cookie="${COOKIE}=$; Max-Age=31536000; Path=/; SameSite=Lax"`);

  grace.cookies.set(COOKIE, "Africa/Nairobi");
  const told = await grace.get(path);
  expect(clockOf(told)).toBe("UTC+3");
  expect(told.html).not.toContain("data-zone-cookie");
  expect(told.html).toMatch(/data-zone[^>]*>Africa\/Nairobi \(UTC\+3\)</);
  expect(told.html).toMatch(/<time [^>]*title="[^"]* UTC"/);

  grace.cookies.set(COOKIE, "Asia/Tokyo");
  expect(clockOf(await grace.get(path))).toBe("UTC+3");
  grace.cookies.delete(COOKIE);
  expect(clockOf(await grace.get(path))).toBe("UTC+3");

  const chosen = await choose(grace, "Asia/Kolkata", path);
  expect([chosen.status, chosen.headers.get("location")]).toEqual([303, path]);
  grace.cookies.delete(COOKIE);
  expect(clockOf(await grace.get(path))).toBe("UTC+5:30");
  expect((await grace.get("/zone")).html).toMatch(/<option value="Asia\/(?:Kolkata|Calcutta)" selected/);
});

test("what is no time zone changes nothing", async () => {
  const escrow = await funded(shop);
  const grace = await newPerson(world, shop);
  const path = `${home}/escrows/${escrow["id"]}`;
  for (const hostile of ["Mars/Olympus", "+03:00", "../../etc/passwd", "A".repeat(900), "Africa/Nairobi/x/y"]) {
    grace.cookies.set(COOKIE, hostile);
    const page = await grace.get(path);
    expect([page.status, clockOf(page)], hostile).toEqual([200, "UTC"]);
    expect(page.html).not.toContain("Olympus");
  }
  await choose(grace, "Africa/Nairobi");
  expect((await choose(grace, "Mars/Olympus")).status).toBe(303);
  expect(clockOf(await grace.get(path))).toBe("UTC+3");
  const [person] = await world.people.query<{ zone: string }>({
    name: "test: zone of person",
    text: "select zone from sellers where id = $1",
    values: [grace.sellerId],
  });
  expect(person?.zone).toBe("Africa/Nairobi");
});

test("a buyer's zone is on pages, papers and in mails; a stranger's is the browser's alone", async () => {
  const ada = await signedIn(world, ADA);
  const escrow = await fundedBy(shop, ADA, ORDER);
  ada.cookies.set(COOKIE, "Pacific/Auckland");
  const order = await ada.get(orderPath(shop, escrow));
  expect(clockOf(order)).toMatch(/^UTC\+1[23]$/);
  expect((await ada.get(`${orderPath(shop, escrow)}/receipt`)).html).toMatch(/\d\d:\d\d UTC\+1[23]</);

  const [mail] = await world.db.query<{ id: string }>({
    name: "test: mail about the payment",
    text: "select id from mails where recipient = $1 and template = 'order_funded' order by id desc limit 1",
    values: [ADA],
  });
  expect((await newVisitor(world).get(`/sandbox/mailbox/${mail!.id}`)).html).toMatch(/\d\d:\d\d UTC\+1[23]\b/);

  const stranger = newVisitor(world);
  stranger.cookies.set(COOKIE, "America/Bogota");
  expect((await stranger.get("/sign-in")).html).toMatch(/data-zone[^>]*>America\/Bogota \(UTC-5\)</);
});

test("a day of a list is the reader's, and a file has their clocks in columns behind those of UTC", async () => {
  const grace = await newPerson(world, shop);
  const other = await newPerson(world, shop);
  await choose(grace, "Pacific/Kiritimati");
  const escrow = await funded(shop, { title: "A late bowl", amount: "12.00" });
  const created = new Date(Number(escrow["created"]) * 1000);
  const [utc, there] = [created, new Date(created.getTime() + 14 * 3_600_000)].map((at) => at.toISOString());
  const file = (await grace.get(`${home}/exports/escrows/download?q=late`)).html.replace("\ufeff", "").split("\r\n");
  const plain = (await other.get(`${home}/exports/escrows/download?q=late`)).html.replace("\ufeff", "").split("\r\n");
  expect(file[0]).toBe(`${plain[0]},"Confirmed (Pacific/Kiritimati)"`);
  expect(file[1]).toBe(`${plain[1]},${there!.slice(0, 19).replace("T", " ")}`);
  expect(plain[1]).toContain(utc!.slice(0, 19));

  const on = async (who: Visitor, day: string): Promise<boolean> =>
    (await who.get(`${home}/escrows?from=${day}&until=${day}`)).html.includes("A late bowl");
  expect(await on(grace, there!.slice(0, 10))).toBe(true);
  const isNextDay = utc!.slice(0, 10) !== there!.slice(0, 10);
  expect(await on(other, there!.slice(0, 10))).toBe(!isNextDay);
});
