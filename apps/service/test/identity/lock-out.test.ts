/**
 * Strangers who use up the codes of a buyer's address: the money of a delivery is never released for that. From many networks,
 * as the load balancer in front names them.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { uuidv7 } from "../../src/platform/random.js";
import { wide } from "../bounds.js";
import { codeFor, mailsTo, PASSWORD } from "../console/people.js";
import { newPerson } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { allEvents, funded, ORDER, openSession, pay, submit, TWO_PARTS } from "../stories.js";
import { csrfOf, lastCode, newVisitor, type Page, sqlOf, type Visitor } from "../visitor.js";

const DAY = 86_400;
let world: World;
let shop: Merchant;
let ada: string;
/** Without a worker: what a read shows must not depend on one. */
beforeAll(async () => {
  world = await startWorld({ role: "web", trustedProxies: ["127.0.0.0/8"] });
});
afterAll(() => world?.close());
beforeEach(async () => {
  shop = await world.merchant();
  ada = `ada.${uuidv7()}@example.com`;
  await sql("delete from sign_in_windows");
  await sql("update accounts set review_window_seconds = $2 where id = $1", [shop.account, 3 * DAY]);
});
afterEach(() => world.checkLedger());

const sql = sqlOf(() => world);

const passTime = (seconds: number) => sql("update test_clock set offset_seconds = offset_seconds + $1", [seconds]);

/** What ada ordered, paid for and was sent. */
async function delivered(order: Json = ORDER): Promise<Json> {
  const session = await openSession(shop, order);
  const confirm = `/test_helpers/checkout/sessions/${session["id"]}/confirm`;
  const escrow = (await shop.post(confirm, { buyer_email: ada })).body;
  return submit(shop, await pay(shop, escrow));
}

const statusOf = async (escrow: Json): Promise<string> => (await shop.get(`/escrows/${escrow["id"]}`)).body["status"];

let networks = 0;
/** A network that nobody has come from yet. */
const elsewhere = (): Record<string, string> => {
  networks += 1;
  return { "X-Forwarded-For": `198.18.${networks >> 8}.${networks & 255}` };
};

/** Asks for a code to an address; whether one was sent. */
async function asks(visitor: Visitor, email: string, from: Record<string, string>): Promise<boolean> {
  visitor.cookies.delete("hf_code");
  await visitor.post("/sign-in", { email }, from);
  const isSent = visitor.cookies.has("hf_code");
  if (!isSent) await world.hear();
  return isSent;
}

/** Strangers ask for codes to ada's address from ever more networks until they get none. */
async function attack(): Promise<number> {
  for (let sent = 0; ; sent += 1) if (!(await asks(newVisitor(world), ada, elsewhere()))) return sent;
}

/** The path of the link in a code's mail. */
async function codeLink(): Promise<string> {
  const mails = (await shop.get(`/test_helpers/mailbox?to=${ada}&limit=100`)).body["data"] as Json[];
  return /\/sign-in\/link\/[\w.-]+/.exec(mails.map(({ text }) => text).join("\n"))![0];
}

/** The path of the link in the last mail about a delivery. */
async function stopLink(): Promise<string> {
  const [mail] = await sql<{ token: string }>(
    "select params->>'stop' as token from mails where recipient = $1 and template in ('delivery_submitted', 'dispute_resolved') order by id desc limit 1",
    [ada],
  );
  const mails = (await shop.get(`/test_helpers/mailbox?to=${ada}&limit=100`)).body["data"] as Json[];
  expect(mails.map(({ text }) => text).join()).toContain(`/stop/${mail!.token}`);
  return `/stop/${mail!.token}`;
}

describe("strangers use up the codes of a buyer whose delivery waits for review", () => {
  test("the money is not released, however long they go on and however often time runs out", wide(), async () => {
    const escrow = await delivered();
    expect(await attack()).toBe(40);
    const buyer = newVisitor(world);
    for (let days = 0; days < 12; days += 1) {
      expect(await asks(buyer, ada, elsewhere())).toBe(false);
      await passTime(DAY - 3600);
      expect(await statusOf(escrow)).toBe("WORK_IN_PROGRESS");
    }
    // Once they stop, ada has the three days that she would have had, less what she was not kept from.
    await sql("delete from sign_in_windows");
    expect(await asks(buyer, ada, elsewhere())).toBe(true);
    await passTime(3 * DAY);
    expect(await statusOf(escrow)).toBe("WORK_IN_PROGRESS");
    await passTime(DAY + 3600);
    expect(await statusOf(escrow)).toBe("COMPLETED");
    expect((await allEvents(shop)).filter(({ type }) => type === "escrow.completed")).toHaveLength(1);
  });

  test("a buyer who is kept out for a day has a day longer, to the second, and the page says so", async () => {
    const escrow = await delivered();
    await passTime(DAY);
    await attack();
    const [span] = await sql<{ seconds: string }>(
      "select until - since as seconds from sign_in_refusals where email = $1",
      [ada],
    );
    const extra = Number(span!.seconds);
    expect(extra).toBeGreaterThan(DAY - 120);
    const [due] = await sql<{ at: string }>("select due_at - service_now() as at from escrows where id = $1", [
      escrow["id"],
    ]);
    await passTime(Number(due!.at) + extra - 30);
    expect(await statusOf(escrow)).toBe("WORK_IN_PROGRESS");
    const [moved] = await sql<{ left: string }>("select due_at - service_now() as left from escrows where id = $1", [
      escrow["id"],
    ]);
    expect(Number(moved!.left)).toBeGreaterThan(0);
    expect(Number(moved!.left)).toBeLessThanOrEqual(30);
    await passTime(31);
    expect(await statusOf(escrow)).toBe("COMPLETED");
  });

  test("by the link in the mail the buyer stops the clock without signing in", async () => {
    const escrow = await delivered();
    await attack();
    const buyer = newVisitor(world);
    const link = await stopLink();
    const { html, status } = await buyer.get(link);
    expect(status).toBe(200);
    await buyer.postRaw(link, new URLSearchParams({ csrf: csrfOf(html), reason: "A plate is broken" }).toString());
    await passTime(30 * DAY);
    expect(await statusOf(escrow)).toBe("DISPUTED");
    const said = await sql(
      "select verb, actor, text from milestone_entries where account_id = $1 and verb = 'dispute'",
      [shop.account],
    );
    expect(said).toEqual([{ verb: "dispute", actor: "buyer", text: "A plate is broken" }]);
    expect((await buyer.get(link)).html).toContain("The clock has stopped");
    // Nobody is signed in by it.
    expect((await buyer.get("/orders")).html).toContain("Sign in to see your orders");
  });

  test("a browser in which the buyer has signed in before still gets its codes", async () => {
    const buyer = newVisitor(world);
    await buyer.signIn(ada);
    await buyer.post("/sign-out");
    await delivered();
    await attack();
    const home = elsewhere();
    expect(await asks(newVisitor(world), ada, home)).toBe(false);
    expect(await asks(buyer, ada, home)).toBe(true);
    await buyer.post("/sign-in/code", { code: await lastCode(world, ada) }, home);
    expect((await buyer.get("/orders")).html).toContain(ORDER.title);
    // Its reserve is its own, and for that address alone.
    for (let time = 0; time < 4; time += 1) expect(await asks(buyer, ada, home)).toBe(true);
    expect(await asks(buyer, ada, home)).toBe(false);
  });

  test("anyone who reads the mails gets in by the link in one of them, from a browser that nobody knows", async () => {
    await delivered();
    await attack();
    const home = elsewhere();
    const buyer = newVisitor(world);
    expect(await asks(buyer, ada, home)).toBe(false);
    const link = await codeLink();
    const { html } = await buyer.get(link);
    expect(html).toContain("This link can’t sign you in here");
    const ticket = /name="ticket" value="([^"]+)"/.exec(html)![1]!;
    expect(link).toBe(`/sign-in/link/${ticket}`);
    // Looking at it changes nothing.
    expect(await asks(buyer, ada, home)).toBe(false);
    const sent = await buyer.post("/sign-in/here", { ticket }, home);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/sign-in#sign-in-code"]);
    await buyer.post("/sign-in/code", { code: await lastCode(world, ada) }, home);
    expect((await buyer.get("/orders")).html).toContain(ORDER.title);

    // One mail makes one browser known, however many use it; and for its own address alone.
    const thief = newVisitor(world);
    for (let time = 0; time < 4; time += 1) {
      expect((await thief.post("/sign-in/here", { ticket }, elsewhere())).status).toBe(303);
      expect(thief.cookies.has("hf_code")).toBe(true);
    }
    thief.cookies.delete("hf_code");
    await thief.post("/sign-in/here", { ticket }, elsewhere());
    expect(thief.cookies.has("hf_code")).toBe(false);
    const [code, own, nonce, day, email, signature] = ticket.split(".");
    for (const forged of [
      "x",
      `${code}.${own}`,
      [code, own, nonce, day, Buffer.from("eve@example.com").toString("base64url"), signature].join("."),
      [code, own, nonce, Number(day) + 1, email, signature].join("."),
    ]) {
      const stranger = newVisitor(world);
      await stranger.post("/sign-in/here", { ticket: forged }, elsewhere());
      expect([...stranger.cookies.keys()]).not.toContain("hf_known");
      expect(stranger.cookies.has("hf_code")).toBe(false);
    }
  });

  test("what one network asks for costs another nothing", async () => {
    const [theirs, ours] = [elsewhere(), elsewhere()];
    let given = 0;
    for (let time = 0; time < 8; time += 1) if (await asks(newVisitor(world), ada, theirs)) given += 1;
    expect(given).toBe(5);
    expect(await asks(newVisitor(world), ada, ours)).toBe(true);
  });

  test("refusals that keep nobody from a review are not written down", async () => {
    await funded(shop);
    await attack();
    expect(await sql("select 1 from sign_in_refusals where email = $1", [ada])).toEqual([]);
  });
});

describe("the link in the mail about a delivery", () => {
  const post = async (visitor: Visitor, link: string, fields: Record<string, string> = {}): Promise<Page> =>
    visitor.post(link, fields);

  test("does nothing when it is opened, by a mail scanner or by a browser, and nothing by a form that is not ours", async () => {
    const escrow = await delivered();
    const link = await stopLink();
    for (const headers of [{}, { "Sec-Fetch-Mode": "navigate" }, { Purpose: "prefetch" }])
      expect((await newVisitor(world).get(link, headers)).status).toBe(200);
    expect((await newVisitor(world).postRaw(link, "reason=x")).status).toBe(403);
    expect(await statusOf(escrow)).toBe("WORK_IN_PROGRESS");
  });

  test("is for its own milestone alone", async () => {
    const escrow = await delivered(TWO_PARTS);
    const first = await stopLink();
    await submit(shop, escrow, 1);
    expect(await stopLink()).not.toBe(first);
    await post(newVisitor(world), first);
    const { milestones } = (await shop.get(`/escrows/${escrow["id"]}`)).body;
    expect(milestones.map(({ status }: Json) => status)).toEqual(["DISPUTED", "AWAITING_REVIEW"]);
    // A second click finds it done.
    expect((await post(newVisitor(world), first)).status).toBe(303);
    expect(
      await sql("select 1 from milestone_entries where account_id = $1 and verb = 'dispute'", [shop.account]),
    ).toHaveLength(1);
  });

  test("ends with the review, and then says the same as one that was never sent", async () => {
    const escrow = await delivered();
    const link = await stopLink();
    const asBuyer = async (verb: string, body: Json = {}) =>
      shop.post(`/test_helpers/escrows/${escrow["id"]}/milestones/${escrow["milestones"][0].id}/${verb}`, body);
    await asBuyer("request_revision", { reason: "Blue, please" });
    const ended = await newVisitor(world).get(link);
    const never = await newVisitor(world).get(`/stop/${"x".repeat(43)}`);
    expect([ended.status, never.status]).toEqual([410, 410]);
    const blank = (html: string): string => html.replaceAll(/value="[^"]{30,}"|\/stop\/\w+/g, "");
    expect(blank(ended.html)).toBe(blank(never.html));
    expect((await post(newVisitor(world), link)).status).toBe(410);
    // The next delivery has a link of its own, and the old one stays over.
    await passTime(60);
    await submit(shop, escrow);
    expect((await newVisitor(world).get(link)).status).toBe(410);
    expect((await newVisitor(world).get(await stopLink())).status).toBe(200);
    expect(await statusOf(escrow)).toBe("WORK_IN_PROGRESS");
  });

  test("is over once time has approved, and is kept as a hash", async () => {
    const escrow = await delivered();
    const link = await stopLink();
    const [stored] = await sql<{ row: string }>(
      "select row_to_json(l)::text as row from stop_links l where account_id = $1",
      [shop.account],
    );
    expect(stored!.row).not.toContain(link.slice("/stop/".length));
    await passTime(3 * DAY);
    expect((await post(newVisitor(world), link)).status).toBe(410);
    expect(await statusOf(escrow)).toBe("COMPLETED");
  });

  test("comes again with the mail about a dispute that ended with the review beginning anew", async () => {
    const escrow = await delivered();
    await post(newVisitor(world), await stopLink());
    await passTime(60);
    await shop.post(`/test_helpers/escrows/${escrow["id"]}/resolve`, { outcome: "resume" });
    await post(newVisitor(world), await stopLink());
    expect(await statusOf(escrow)).toBe("DISPUTED");
  });

  test("speaks every language, and keeps what was typed when it is too long", async () => {
    await delivered();
    const link = await stopLink();
    for (const [lang, words] of [
      ["en", "Stop the clock"],
      ["fr", "Suspendre le délai"],
      ["sw", "Simamisha muda"],
      ["pt", "Suspender o prazo"],
      ["ar", "أوقف المهلة"],
    ])
      expect((await newVisitor(world).get(`${link}?lang=${lang}`)).html).toContain(words);
    const long = await post(newVisitor(world), link, { reason: "x".repeat(5001) });
    expect(long.status).toBe(400);
    expect(long.html).toContain("xxxxx");
  });
});

describe("guessing at codes", () => {
  const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  const noticeOf = ({ headers }: Page) => /hf_notice=(\w+)\./.exec(headers.getSetCookie().join())?.[1];
  const enter = async (visitor: Visitor, code: string, from: Record<string, string>): Promise<string | undefined> =>
    noticeOf(await visitor.post("/sign-in/code", { code }, from));

  /** Somebody new, whose code is under way. */
  async function newcomer(from: Record<string, string>): Promise<{ visitor: Visitor; email: string; code: string }> {
    const visitor = newVisitor(world);
    const email = `${uuidv7()}@example.com`;
    expect(await asks(visitor, email, from)).toBe(true);
    return { visitor, email, code: await lastCode(world, email) };
  }

  /** One visitor enters a hundred wrong codes. */
  async function guess(from: Record<string, string>): Promise<void> {
    for (let addresses = 0; addresses < 20; addresses += 1) {
      const { visitor, code } = await newcomer(from);
      for (let time = 0; time < 5; time += 1) expect(await enter(visitor, wrong(code), from)).toBe("code_wrong");
      expect(await enter(visitor, code, from)).toBe("code_spent");
    }
  }

  test("locks nobody else out of the network: a right code signs in, and a wrong one is one more code to ask for", async () => {
    const from = elsewhere();
    // Who began before, and has mistyped already.
    const early = await newcomer(from);
    expect(await enter(early.visitor, wrong(early.code), from)).toBe("code_wrong");
    await guess(from);
    const right = await newcomer(from);
    await enter(right.visitor, right.code, from);
    expect(right.visitor.cookies.has("hf_session")).toBe(true);
    await enter(early.visitor, early.code, from);
    expect(early.visitor.cookies.has("hf_session")).toBe(true);

    const mistyped = await newcomer(from);
    expect(await enter(mistyped.visitor, wrong(mistyped.code), from)).toBe("code_wrong");
    expect(await enter(mistyped.visitor, mistyped.code, from)).toBe("code_spent");
    await mistyped.visitor.post("/sign-in/again", {}, from);
    await enter(mistyped.visitor, await lastCode(world, mistyped.email), from);
    expect(mistyped.visitor.cookies.has("hf_session")).toBe(true);
  });

  /** As if it had happened. */
  const guessed = ({ "X-Forwarded-For": network }: Record<string, string>) =>
    sql(
      "insert into sign_in_windows (kind, subject, ends_at, codes) values ('guess', $1, clock_timestamp() + interval '1 day', 100)",
      [network],
    );

  test("has one look at each code once the network has guessed a lot, however many come at once; elsewhere there are five", async () => {
    const [from, away] = [elsewhere(), elsewhere()];
    await guessed(from);
    const { visitor, code } = await newcomer(from);
    const csrf = csrfOf((await visitor.get("/sign-in")).html);
    const body = new URLSearchParams({ csrf, code: wrong(code) }).toString();
    const said = await Promise.all(
      Array.from({ length: 8 }, async () => noticeOf(await visitor.postRaw("/sign-in/code", body, from))),
    );
    expect(said.filter((problem) => problem === "code_wrong")).toHaveLength(1);
    const other = await newcomer(away);
    for (let time = 0; time < 4; time += 1)
      expect(await enter(other.visitor, wrong(other.code), away)).toBe("code_wrong");
    await enter(other.visitor, other.code, away);
    expect(other.visitor.cookies.has("hf_session")).toBe(true);
    // The day after, all is as before.
    await sql("update sign_in_windows set ends_at = clock_timestamp() where kind = 'guess'");
    const later = await newcomer(from);
    for (let time = 0; time < 2; time += 1)
      expect(await enter(later.visitor, wrong(later.code), from)).toBe("code_wrong");
  });

  test("right codes are no guesses, however many sign in", async () => {
    const from = elsewhere();
    for (let time = 0; time < 3; time += 1) {
      const { visitor, code } = await newcomer(from);
      await enter(visitor, code, from);
    }
    expect(await sql("select 1 from sign_in_windows where kind = 'guess'")).toEqual([]);
  });

  test("at one address ends after two hundred in a day, from however many browsers and networks", wide(), async () => {
    let looks = 0;
    for (let codes = 0; ; codes += 1) {
      const visitor = newVisitor(world);
      const from = elsewhere();
      if (!(await asks(visitor, ada, from))) break;
      // Sending again makes a second code good, and gives no more tries.
      if (codes % 10 === 0) await visitor.post("/sign-in/again", {}, from);
      const [row] = await sql<{ codes: string[] }>(
        "select array_agg(params->>'code') as codes from mails where recipient = $1 and params ? 'code'",
        [ada],
      );
      const [guessed = ""] = ["000001", "000002"].filter((one) => !row!.codes.includes(one));
      while ((await enter(visitor, guessed, from)) === "code_wrong") looks += 1;
    }
    expect(looks).toBeLessThanOrEqual(200);
    expect(looks).toBeGreaterThan(150);
  });

  test("at sign-ups locks no seller out of the network, nor does guessing at buyers' codes", async () => {
    const from = elsewhere();
    await guessed(from);
    const email = `${uuidv7()}@example.com`;
    const seller = newVisitor(world);
    const fields = { email, name: "Ada Byron", trading_name: "Byron Bowls", password: PASSWORD };
    await seller.post("/console/sign-up", fields, from);
    const code = await codeFor(world, email);
    expect((await seller.post("/console/sign-up/code", { code: wrong(code) }, from)).html).toContain(
      "Request a new one.",
    );
    await seller.post("/console/sign-up/again", {}, from);
    const entered = await seller.post("/console/sign-up/code", { code: await codeFor(world, email) }, from);
    expect(entered.headers.get("location")).toMatch(/^\/console\/\w{8}$/);
    // A code that nobody guesses has its five tries anywhere.
    await newPerson(world, null, { email: `x${email}` });
    const forgetful = newVisitor(world);
    await forgetful.post("/console/forgotten", { email: `x${email}` }, from);
    for (let time = 0; time < 3; time += 1)
      await forgetful.post("/console/forgotten/code", { code: "ABCD-EFGH", new_password: "a kiln full of cups" }, from);
    const done = await forgetful.post(
      "/console/forgotten/code",
      { code: await codeFor(world, `x${email}`), new_password: "a kiln full of cups" },
      from,
    );
    expect(done.status).toBe(303);
  });

  test("a reset takes eight letters and digits, of which ten thousand networks could not guess one in a lifetime", async () => {
    const email = `${uuidv7()}@example.com`;
    await newPerson(world, null, { email });
    await newVisitor(world).post("/console/forgotten", { email }, elsewhere());
    const [mail] = await mailsTo(world, email);
    expect(mail!.params["code"]).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  });
});
