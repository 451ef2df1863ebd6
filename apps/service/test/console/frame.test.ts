/** What stands around every page of the console and the desk: what waits, notifications, the look, and the way back. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newOperator } from "../desk/operator.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { asBuyer, funded, submit } from "../stories.js";
import { csrfOf, type Page } from "../visitor.js";
import { badgesOf, consoleOf, newPerson, type Person } from "./seller.js";

const DAY = 86_400;

let world: World;
let shop: Merchant;
let ada: Person;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  ada = await newPerson(world, shop);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

/** Each notification: the number behind it, its words, and whether it is unread. */
const notesOf = ({
  html,
}: Page): readonly { readonly number: string; readonly text: string; readonly isNew: boolean }[] =>
  [...html.matchAll(/name="number" value="(\d+)".*?<\/button>/gs)].map(([button, number = ""]) => ({
    number,
    text: button.replaceAll(/<time.*?<\/time>|<[^>]*>|^[^>]*>|\s?\(unread\)/gs, "").trim(),
    isNew: button.includes("(unread)"),
  }));

const notesPath = (): string => `${consoleOf(shop)}/notifications`;
const notes = async (who: Person) => notesOf(await who.get(notesPath()));
const post = async (who: Person, fields: Readonly<Record<string, string>>): Promise<Page> => {
  const csrf = csrfOf((await who.get(notesPath())).html);
  return who.postRaw(notesPath(), new URLSearchParams({ csrf, ...fields }).toString());
};

test("the menu counts what waits, and a colleague's notifications are read by them alone", async () => {
  const ines = await newPerson(world, shop, { role: "support" });
  expect(badgesOf(await ada.get(consoleOf(shop)))).toEqual({});
  const bowl = await funded(shop, { title: "A bowl", amount: "40.00" });
  expect(badgesOf(await ada.get(notesPath()))).toEqual({ Notifications: "2", Orders: "1" });
  expect((await notes(ada)).map(({ text }) => text)).toEqual(["Order paid: A bowl", "New order: A bowl"]);

  const [paid] = await notes(ada);
  const opened = await post(ada, { number: paid!.number });
  expect([opened.status, opened.headers.get("location")]).toEqual([303, `${consoleOf(shop)}/escrows/${bowl["id"]}`]);
  expect((await notes(ada)).map(({ isNew }) => isNew)).toEqual([false, true]);
  expect(badgesOf(await ada.get(notesPath()))["Notifications"]).toBe("1");
  expect(badgesOf(await ines.get(notesPath()))["Notifications"]).toBe("2");

  // What comes while she reads stays unread: the page took as read what it showed.
  const shown = (await notes(ada))[0]!.number;
  await asBuyer(shop, await submit(shop, bowl), "dispute", 0, { reason: "cracked" });
  expect((await post(ada, { through: shown })).status).toBe(303);
  expect((await notes(ada)).map(({ text, isNew }) => [text, isNew])).toEqual([
    ["Dispute opened: A bowl", true],
    ["Order paid: A bowl", false],
    ["New order: A bowl", false],
  ]);
  expect(badgesOf(await ada.get(notesPath()))).toEqual({ Notifications: "1", Disputes: "1" });

  // Nobody reads ahead of what has happened, and a number that is no notification opens nothing.
  await post(ada, { through: "999999999999999999" });
  await funded(shop, { title: "A cup", amount: "12.00" });
  expect(badgesOf(await ada.get(notesPath()))["Notifications"]).toBe("2");
  for (const number of ["0", "7777", "1e3", "-1", ""]) expect((await post(ada, { number })).status).toBe(404);
});

test("a new colleague starts with nothing to catch up on, notifications end after thirty days, and reading leaves with the member", async () => {
  await world.advance(60);
  const late = await newPerson(world, shop, { role: "support" });
  expect(await notes(late)).toEqual([]);
  await funded(shop, { title: "A jug", amount: "15.00" });
  expect(await notes(late)).toHaveLength(2);
  await post(late, { number: (await notes(late))[0]!.number });
  await world.advance(31 * DAY);
  expect(await notes(late)).toEqual([]);
  expect(badgesOf(await late.get(notesPath()))["Notifications"]).toBeUndefined();
  const kept = () =>
    world.db.query({
      name: "test: reads",
      text: "select 1 from notification_reads where seller_id = $1",
      values: [late.sellerId],
    });
  expect(await kept()).toHaveLength(1);
  const csrf = csrfOf((await late.get(`${consoleOf(shop)}/team`)).html);
  await late.postRaw(`${consoleOf(shop)}/team/leave`, new URLSearchParams({ csrf }).toString());
  expect(await kept()).toEqual([]);
});

test("however much happens, a hundred notifications are counted and kept", async () => {
  const busy = await world.merchant("Busy Bees");
  const bee = await newPerson(world, busy);
  const path = `${consoleOf(busy)}/notifications`;
  // Two of each: that there is an order, and that it is paid.
  await Promise.all(Array.from({ length: 51 }, () => funded(busy, { title: "Honey", amount: "9.00" })));
  const all = notesOf(await bee.get(path));
  expect(all).toHaveLength(100);
  expect(badgesOf(await bee.get(path))["Notifications"]).toBe("99+");
  const csrf = csrfOf((await bee.get(path)).html);
  for (const { number } of all.slice(0, 3)) await bee.postRaw(path, new URLSearchParams({ csrf, number }).toString());
  expect(badgesOf(await bee.get(path))["Notifications"]).toBe("97");
});

test("what is not there is told inside of the frame, the same for every address, with a way back", async () => {
  const home = consoleOf(shop);
  const gone = await ada.get(`${home}/nothing/like/that`);
  expect(gone.status).toBe(404);
  expect(gone.html).toContain('<nav aria-label="Console">');
  expect(gone.html).toContain(`href="${home}">Back to the overview`);
  const escrow = await ada.get(`${home}/escrows/0192aaaa-0000-7000-8000-000000000000`);
  expect([escrow.status, escrow.html]).toEqual([404, gone.html]);
  // Somebody else's account: not its menu, but one's own way back; without a sign-in neither.
  const eve = await newPerson(world, null);
  const strange = await eve.get(`${home}/escrows`);
  expect(strange.status).toBe(404);
  expect(strange.html).not.toContain(home);
  expect(strange.html).toContain("Your accounts");

  const grace = await newOperator(world);
  const desk = await grace.get("/desk/nothing");
  expect(desk.status).toBe(404);
  expect(desk.html).toContain('<nav aria-label="Desk">');
  expect(desk.html).toContain('href="/console"');
  expect((await ada.get("/desk/nothing")).html).not.toContain('aria-label="Desk"');
});

test("a theme is kept in the browser's cookie, is in the page as it is sent, and goes with “System”", async () => {
  const home = consoleOf(shop);
  const choose = async (theme: string, next = `${home}/keys?a=1`) => {
    const csrf = csrfOf((await ada.get(home)).html);
    return ada.postRaw("/theme", new URLSearchParams({ csrf, theme, next }).toString());
  };
  const rootOf = ({ html }: Page) => /<html[^>]*>/.exec(html)?.[0];
  expect(rootOf(await ada.get(home))).toBe('<html lang="en">');
  const dark = await choose("dark");
  expect([dark.status, dark.headers.get("location")]).toEqual([303, `${home}/keys?a=1`]);
  expect(dark.headers.get("set-cookie")).toMatch(/^hf_theme=dark; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  const page = await ada.get(home);
  expect(rootOf(page)).toBe('<html lang="en" data-theme="holdfast-dark">');
  expect(page.html).toContain('<meta name="color-scheme" content="dark"');
  expect(page.html).toMatch(/value="dark"[^>]*aria-pressed="true"/);
  expect(rootOf(await ada.get("/nothing"))).toContain("holdfast-dark");
  const buyers = await ada.get("/orders");
  expect(rootOf(buyers)).toContain("holdfast-dark");
  expect(buyers.html).toMatch(/action="\/theme"[\s\S]*value="dark"[^>]*aria-pressed="true"/);
  await choose("purple");
  expect(rootOf(await ada.get(home))).toContain("holdfast-dark");
  expect((await choose("light", "//other.example/")).headers.get("location")).toBe("/");
  expect(rootOf(await ada.get(home))).toContain('data-theme="holdfast"');
  // On a page that answers a form it leads to where one can go again.
  const csrf = csrfOf((await ada.get(`${home}/sessions/new`)).html);
  const answer = await ada.postRaw(`${home}/sessions/new`, new URLSearchParams({ csrf, more: "1" }).toString());
  expect(answer.status).toBe(200);
  expect(answer.html).toMatch(/action="\/theme"[^]*?name="next" value="\/console"[^]*?action="\/language"/);
  await choose("system");
  expect(rootOf(await ada.get(home))).toBe('<html lang="en">');
});

test("a seller who reads buyers' pages in Arabic keeps the language of the console", async () => {
  const languageOf = ({ html }: Page) => /<html lang="(\w+)"( dir="rtl")?/.exec(html)?.slice(1);
  const speak = async (lang: string) => {
    const csrf = csrfOf((await ada.get(consoleOf(shop))).html);
    return ada.postRaw("/language", new URLSearchParams({ csrf, lang, next: "/" }).toString());
  };
  await speak("fr");
  expect((await speak("ar")).status).toBe(303);
  expect(languageOf(await ada.get("/"))).toEqual(["ar", ' dir="rtl"']);
  const console = await ada.get(consoleOf(shop));
  expect(languageOf(console)).toEqual(["fr", undefined]);
  expect(console.html).not.toContain('value="ar"');
  await speak("en");
});
