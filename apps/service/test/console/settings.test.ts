/** The settings of an account, as requests: what can be set, what buyers then see, and that it stays with the account. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TERM_DAYS } from "../../src/domain/settings.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { HOSTILE_TEXTS } from "../pages/hostile.js";
import { pagePath } from "../pages/orders.js";
import { JPEG, NOTE, PDF, PNG, signedIn } from "../pages/orders-area.js";
import { openSession, pay, submit } from "../stories.js";
import { newVisitor, type Page, textOf } from "../visitor.js";
import { mailsTo } from "./people.js";
import { consoleOf, newPerson, type Person } from "./seller.js";
import { postFiles } from "./upload.js";

const DAY = 86_400;

let world: World;
let shop: Merchant;
let owner: Person;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
  owner = await newPerson(world, shop);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const at = (path: string, merchant = shop): string => `${consoleOf(merchant)}/settings${path}`;
const led = (answer: Page): readonly unknown[] => [answer.status, answer.headers.get("location")];

/** An account that nobody has verified, and its owner. */
async function newcomer(): Promise<{ merchant: Merchant; person: Person }> {
  const merchant = await world.merchant("Newcomer");
  await setStatus(merchant, "UNVERIFIED");
  return { merchant, person: await newPerson(world, merchant) };
}

/** As an operator decides: the account alone is updated. */
const setStatus = (merchant: Merchant, status: string, reason = "") =>
  world.db.query({
    name: "test: set verification",
    text: "update accounts set verification_status = $2, verification_reason = $3 where id = $1",
    values: [merchant.account, status, reason],
  });

const PROFILE = {
  legal_name: "Northwind Ceramics Ltd",
  country: "GB",
  address: "1 Kiln Lane\r\nStoke-on-Trent ST1 1AA",
  tax_id: " GB 123 4567 89 ",
  phone: "+44 1782 000 000",
  website: "northwind.example",
  support_email: "Help@Northwind.example",
};

describe("the trading name", () => {
  const renamed = async (merchant: Merchant) =>
    (
      await world.db.query<{ subject: string }>({
        name: "test: changes of a trading name",
        text: "select subject from security_events where account_id = $1 and kind = 'trading_name_changed' order by id",
        values: [merchant.account],
      })
    ).map(({ subject }) => subject);

  test("is changed by an owner: buyers read it at once, and the log and every owner's mail say what it was", async () => {
    const { merchant, person } = await newcomer();
    await setStatus(merchant, "VERIFIED");
    const session = await openSession(merchant);
    const answer = await person.post(at("/trading-name", merchant), { trading_name: "  Kitenge\tHouse " });
    expect(led(answer)).toEqual([303, `${at("", merchant)}?said=tradingName`]);
    expect(textOf((await newVisitor(world).get(pagePath(merchant, session))).html)).toContain("Kitenge House");
    expect(await renamed(merchant)).toEqual(["Newcomer → Kitenge House"]);
    const [mail] = await mailsTo(world, person.email);
    expect(mail).toMatchObject({
      template: "seller_access_changed",
      params: { what: "trading_name_changed", subject: "Newcomer → Kitenge House" },
    });
    await person.post(at("/trading-name", merchant), { trading_name: "Kitenge House" });
    expect(await renamed(merchant)).toHaveLength(1);
  });

  test("stays while the account is looked at, is no name of ours, and is an owner's to change, who proved who they are", async () => {
    const { merchant, person } = await newcomer();
    const rename = (by: Person, trading_name: string) => by.post(at("/trading-name", merchant), { trading_name });
    for (const name of ["", " \t ", "x".repeat(256), "Holdfast Support"]) {
      const { status, html } = await rename(person, name);
      expect([status, html.includes('aria-invalid="true"')], name).toEqual([422, true]);
    }
    await setStatus(merchant, "PENDING");
    expect((await person.get(at("", merchant))).html).not.toContain('name="trading_name"');
    expect(led(await rename(person, "Another"))).toEqual([303, at("", merchant)]);
    await setStatus(merchant, "UNVERIFIED");
    const developer = await newPerson(world, merchant, { role: "developer" });
    expect((await rename(developer, "Another")).status).toBe(403);
    const stolen = await newPerson(world, merchant, { proofAge: 901 });
    expect((await rename(stolen, "Another")).status).toBe(307);
    expect(await renamed(merchant)).toEqual([]);
  });
});

describe("the profile", () => {
  test("is saved as it is meant, and what makes no sense is said beside its field", async () => {
    const { merchant, person } = await newcomer();
    expect(led(await person.post(at("", merchant), PROFILE))).toEqual([303, `${at("", merchant)}?said=profile`]);
    const { html } = await person.get(at("", merchant));
    for (const shown of [
      "Northwind Ceramics Ltd",
      'value="GB 123 4567 89"',
      "+441782000000",
      "https://northwind.example/",
      "help@northwind.example",
    ])
      expect(html).toContain(shown);
    expect(html).toMatch(/<option selected value="GB"|<option value="GB" selected/);

    const wrong = {
      ...PROFILE,
      country: "XX",
      phone: "call me",
      website: "javascript:alert(1)",
      support_email: "nobody",
    };
    const answer = await person.post(at("", merchant), wrong);
    expect(answer.status).toBe(422);
    for (const said of ["Choose a country", "with the country’s code", "Enter a web address", "Enter an email address"])
      expect(answer.html.replaceAll("'", "&#39;")).toContain(said);
    expect(answer.html).toContain('value="call me"');
    expect((await person.get(at("", merchant))).html).toContain("https://northwind.example/");
  });

  test("what was verified stays", async () => {
    await owner.post(at(""), PROFILE);
    await owner.post(at(""), {
      ...PROFILE,
      legal_name: "Somebody Else",
      country: "FR",
      address: "x",
      phone: "+33123456789",
    });
    const { html } = await owner.get(at(""));
    expect(html).toContain("Northwind Ceramics Ltd");
    expect(html).toContain("+33123456789");
    expect(html).not.toMatch(/Somebody Else|name="legal_name"/);
  });

  test("hostile words stay words", async () => {
    const { merchant, person } = await newcomer();
    const tags = (html: string) => [...html.matchAll(/<[a-z][^\s>]*/g)].map(([tag]) => tag).join(" ");
    const frame = tags((await person.get(at("", merchant))).html);
    for (const words of HOSTILE_TEXTS.slice(0, 20)) {
      const text = [...words].slice(0, 150).join("");
      await person.post(at("", merchant), { ...PROFILE, legal_name: text, address: text });
      expect(tags((await person.get(at("", merchant))).html), words).toBe(frame);
    }
  });
});

describe("verification", () => {
  const documents = "/verification/documents";

  test("from the first document to a refusal, and to a second try that is accepted", async () => {
    const { merchant, person } = await newcomer();
    const path = at("/verification", merchant);
    // Nothing to look at yet.
    expect((await person.post(path)).status).toBe(422);
    await person.post(at("", merchant), PROFILE);
    const send = (kind: string, name: string, content: Uint8Array) =>
      postFiles(world, person, { path: at(documents, merchant), fields: { kind }, files: [{ name, content }] });
    expect(led(await send("identity", "passport.png", PNG))).toEqual([303, `${path}?said=documents`]);
    await send("other", "letter.pdf", PDF);
    expect((await person.post(path)).status).toBe(422);
    await send("address", "bill.pdf", PDF);
    const ids = linksIn((await person.get(path)).html);
    expect(ids).toHaveLength(3);
    expect(led(await person.post(`${at(documents, merchant)}/${ids[1]}/remove`))).toEqual([
      303,
      `${path}?said=removed`,
    ]);
    expect(led(await person.post(path))).toEqual([303, `${path}?said=submitted`]);
    expect(await statusOf(merchant)).toBe("PENDING");

    // What was submitted stands, and nothing is added meanwhile.
    expect((await send("other", "late.pdf", PDF)).status).toBe(422);
    expect((await person.post(`${at(documents, merchant)}/${ids[0]}/remove`)).status).toBe(404);
    expect((await person.post(path)).status).toBe(422);
    const waiting = (await person.get(path)).html;
    expect(waiting).toContain("In review");
    expect(linksIn(waiting)).toEqual([ids[0], ids[2]]);

    await setStatus(merchant, "REJECTED", "The bill is older than <b>three</b> months.");
    const refused = (await person.get(path)).html;
    expect(refused).toContain("The bill is older than &lt;b>three&lt;/b> months.");
    expect(refused).toContain("Submit again");
    await send("address", "new bill.pdf", PDF);
    expect((await person.post(path)).status).toBe(303);
    await setStatus(merchant, "VERIFIED");
    const accepted = (await person.get(path)).html;
    expect(accepted).toContain("Accepted");
    expect(accepted).toContain("Refused");
    expect(linksIn(accepted)).toHaveLength(3);
  });

  test("a submission that is sent twice at once is one", async () => {
    const { merchant, person } = await newcomer();
    await person.post(at("", merchant), PROFILE);
    for (const kind of ["identity", "address"]) {
      await postFiles(world, person, {
        path: at(documents, merchant),
        fields: { kind },
        files: [{ name: "a.pdf", content: PDF }],
      });
    }
    const answers = await Promise.all(Array.from({ length: 6 }, () => person.post(at("/verification", merchant))));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  });

  test("takes what can be a document, ten at most, and nothing else", async () => {
    const { merchant, person } = await newcomer();
    const send = (name: string, content: Uint8Array, kind = "identity") =>
      postFiles(world, person, { path: at(documents, merchant), fields: { kind }, files: [{ name, content }] });
    expect((await send("note.txt", NOTE)).status).toBe(422);
    expect((await send("page.png", Buffer.from("<svg onload=alert(1)>"))).status).toBe(422);
    expect((await send("a.pdf", PDF, "birthday")).status).toBe(422);
    expect(
      (await postFiles(world, person, { path: at(documents, merchant), fields: { kind: "identity" } })).status,
    ).toBe(422);
    expect(linksIn((await person.get(at("/verification", merchant))).html)).toEqual([]);
    const files = Array.from({ length: 5 }, (_, page) => ({ name: `page ${page}.jpg`, content: JPEG }));
    const five = () =>
      postFiles(world, person, { path: at(documents, merchant), fields: { kind: "registration" }, files });
    const statuses = (await Promise.all([five(), five(), five()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([303, 303, 422]);
    expect(linksIn((await person.get(at("/verification", merchant))).html)).toHaveLength(10);
  });

  test("documents come back to owners as files to be saved, and to nobody else", async () => {
    const { merchant, person } = await newcomer();
    const name = 'Паспорт "Ada".pdf';
    await postFiles(world, person, {
      path: at(documents, merchant),
      fields: { kind: "identity" },
      files: [{ name, content: PDF }],
    });
    const [id] = linksIn((await person.get(at("/verification", merchant))).html);
    const file = await person.get(`${at(documents, merchant)}/${id}`);
    expect(file.status).toBe(200);
    expect(file.html).toBe(PDF.toString());
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(/^attachment; filename="[^"]+"; filename\*=UTF-8''/),
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });

    const unknown = await owner.get(at(`${documents}/0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81`));
    const nowhere = await owner.get("/console/ZZZZ0000/settings");
    // Below one's own account, and below the account that it belongs to, which is nowhere to others.
    const own = await owner.get(at(`${documents}/${id}`));
    const theirs = await owner.get(at(`${documents}/${id}`, merchant));
    expect([own.status, own.html]).toEqual([404, unknown.html]);
    expect([theirs.status, theirs.html]).toEqual([404, nowhere.html]);
    expect((await owner.post(`${at(documents)}/${id}/remove`)).status).toBe(404);
    for (const role of ["developer", "support"] as const) {
      const colleague = await newPerson(world, merchant, { role });
      expect((await colleague.get(`${at(documents, merchant)}/${id}`)).status).toBe(403);
      expect((await colleague.get(at("/verification", merchant))).status).toBe(403);
    }
    const buyer = await signedIn(world, "eve@example.com");
    expect(led(await buyer.get(`${at(documents, merchant)}/${id}`))[0]).toBe(303);
    const withKey = await newVisitor(world).get(`${at(documents, merchant)}/${id}`, {
      Authorization: `Bearer ${merchant.apiKey}`,
    });
    expect(withKey.headers.get("location")).toMatch(/^\/console\/sign-in/);
    expect((await person.get(`${at(documents, merchant)}/${id}`)).status).toBe(200);
  });

  test("a form of files that no page of ours has sent is refused", async () => {
    const { merchant, person } = await newcomer();
    const form = {
      path: at(documents, merchant),
      fields: { kind: "identity" },
      files: [{ name: "a.pdf", content: PDF }],
    };
    expect((await postFiles(world, person, { ...form, csrf: "made up" })).status).toBe(403);
    expect(linksIn((await person.get(at("/verification", merchant))).html)).toEqual([]);
  });

  const linksIn = (html: string): readonly string[] =>
    [...html.matchAll(/documents\/([0-9a-f-]{36})"/g)].map(([, id]) => id!);
  const statusOf = async (merchant: Merchant): Promise<string> =>
    (await merchant.get("/account")).body["verification_status"];
});

describe("terms", () => {
  const ada = "ada@example.com";

  test("are off; once switched on, new sessions say so before payment, and the clocks run", async () => {
    const before = await openSession(shop);
    expect(led(await owner.post(at("/terms"), { review: "7", delivery: "own", delivery_days: "21" }))).toEqual([
      303,
      `${at("/terms")}?said=terms`,
    ]);
    const settings = (await owner.get(at("/terms"))).html;
    const visitor = newVisitor(world);
    const words = async (session: { [key: string]: unknown }) =>
      textOf((await visitor.get(pagePath(shop, session))).html);
    const [silence, deadline] = [
      "If you don’t respond within 7 days of a reported delivery, it is approved automatically.",
      "If nothing is delivered within 21 days of your payment, you get all your money back.",
    ];
    const after = await openSession(shop, { title: "Dinner set", amount: "249.90", customer_email: ada });
    for (const said of [silence, deadline]) {
      expect(textOf(settings)).toContain(said);
      expect(await words(after)).toContain(said);
      expect(await words(before)).not.toContain(said);
    }

    const confirm = async (session: { [key: string]: unknown }) =>
      (await shop.post(`/test_helpers/checkout/sessions/${session["id"]}/confirm`, {})).body;
    const delivered = await pay(shop, await confirm(after));
    await submit(shop, delivered);
    const old = await pay(shop, await confirm(before));
    const waiting = await pay(shop, await confirm(await openSession(shop)));
    const statuses = async () =>
      Promise.all([delivered, old, waiting].map(async ({ id }) => (await shop.get(`/escrows/${id}`)).body["status"]));
    await world.advance(7 * DAY);
    expect(await statuses()).toEqual(["COMPLETED", "IN_ESCROW", "IN_ESCROW"]);
    await world.advance(14 * DAY);
    expect(await statuses()).toEqual(["COMPLETED", "IN_ESCROW", "DEADLINE_EXPIRED"]);

    await owner.post(at("/terms"), { review: "off", delivery: "off" });
    expect(await words(await openSession(shop))).not.toContain("counts as approved");
  });

  test.each([
    ["nothing", {}],
    ["no number", { review: "own", review_days: "soon", delivery: "off" }],
    ["a part of a day", { review: "own", review_days: "1.5", delivery: "off" }],
    ["no time at all", { review: "0", delivery: "off" }],
    ["more than a review may take", { review: "own", review_days: String(TERM_DAYS.review.max + 1), delivery: "off" }],
    [
      "more than a delivery may take",
      { review: "3", delivery: "own", delivery_days: String(TERM_DAYS.delivery.max + 1) },
    ],
  ])("%s is refused, and nothing changes", async (_what, fields) => {
    await owner.post(at("/terms"), { review: "14", delivery: "30" });
    expect((await owner.post(at("/terms"), fields as Record<string, string>)).status).toBe(422);
    expect(textOf((await owner.get(at("/terms"))).html)).toContain("If you don’t respond within 14 days");
  });
});

describe("who may", () => {
  test("only owners configure; others find their mails", async () => {
    for (const role of ["developer", "support"] as const) {
      const colleague = await newPerson(world, shop, { role });
      expect(led(await colleague.get(at("")))).toEqual([303, at("/notifications")]);
      const { html } = await colleague.get(at("/notifications"));
      expect(html).not.toContain(at("/brand"));
      for (const path of ["/verification", "/terms", "/brand"])
        expect((await colleague.get(at(path))).status).toBe(403);
      expect((await colleague.post(at(""), PROFILE)).status).toBe(403);
      expect((await colleague.post(at("/terms"), { review: "off", delivery: "off" })).status).toBe(403);
      expect((await colleague.post(at("/brand/logo/remove"))).status).toBe(403);
      expect((await postFiles(world, colleague, { path: at("/brand"), fields: { colour_of: "ours" } })).status).toBe(
        403,
      );
    }
  });

  test("nobody of another account", async () => {
    const stranger = await newPerson(world, await world.merchant("Stranger"));
    for (const path of ["", "/verification", "/terms", "/brand", "/notifications"]) {
      expect((await stranger.get(at(path))).status, path).toBe(404);
      const post =
        path === "/brand" ? postFiles(world, stranger, { path: at(path) }) : stranger.post(at(path), PROFILE);
      expect((await post).status, path).toBe(404);
    }
  });

  test("while an account is suspended nothing of it can be set, but for one's own mails", async () => {
    const { merchant, person } = await newcomer();
    await world.db.query({
      name: "test: suspend",
      text: "update accounts set suspended = true where id = $1",
      values: [merchant.account],
    });
    expect(led(await person.get(at("", merchant)))).toEqual([303, at("/notifications", merchant)]);
    expect((await person.post(at("", merchant), PROFILE)).status).toBe(403);
    expect((await person.post(at("/notifications", merchant), {})).status).toBe(303);
  });
});
