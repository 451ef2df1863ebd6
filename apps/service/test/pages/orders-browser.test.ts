/** A buyer's own area as a person sees it, with scripts and without. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isDeep, share, some, wide } from "../bounds.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { asBuyer, pay, resolve, submit } from "../stories.js";
import { lastCode, type Visitor } from "../visitor.js";
import {
  enterCode,
  expectGood,
  expectNoSidewaysScroll,
  expectStill,
  LONG,
  LOOKS,
  openBrowser,
  openPage,
  ownComplaints,
  TWO_LOOKS,
  watchShifts,
} from "./browser.js";
import { DINNER_SET } from "./orders.js";
import {
  ADA,
  actionPath,
  confirmedBy,
  escrowNow,
  fundedBy,
  NOTE,
  orderPath,
  PNG,
  sendDispute,
  signedIn,
} from "./orders-area.js";

let world: World;
let shop: Merchant;
let browser: Browser;
let ada: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  shop = await world.merchant();
  await world.db.query({
    name: "test: timers",
    text: "update accounts set review_window_seconds = 259200, delivery_deadline_seconds = 1209600 where id = $1",
    values: [shop.account],
  });
  ada = await signedIn(world, ADA);
});
afterAll(async () => {
  await browser?.close();
  await world?.checkLedger();
  await world?.close();
});

/** The cookies of somebody who has signed in, for a browser. */
const wear = (context: BrowserContext, { cookies }: Visitor): Promise<void> =>
  context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: world.url })));

async function signIn(page: Page, email: string, hasScripts = true): Promise<void> {
  await world.people.query({ name: "test: make room", text: "delete from sign_in_windows" });
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await enterCode(page, await lastCode(world, email), hasScripts);
}

const saysMain = (page: Page): Promise<string> => page.getByRole("main").innerText();

// In short the first story is told with scripts and without, the others without.
describe.each([true, false])("with scripts: %s", (javaScriptEnabled) => {
  let context: BrowserContext;
  let page: Page;
  const email = `walker.${javaScriptEnabled}@example.com`;
  beforeAll(async () => {
    context = await browser.newContext({ javaScriptEnabled, viewport: { width: 390, height: 900 } });
    page = await context.newPage();
    await wear(context, await signedIn(world, email));
  });
  afterAll(() => context.close());

  test(
    "signs in, asks for changes, approves, and the order is completed",
    javaScriptEnabled ? wide() : {},
    async () => {
      const escrow = await fundedBy(shop, email, { ...DINNER_SET, milestones: [] });
      await context.clearCookies();
      await page.goto(`${world.url}/orders`);
      await signIn(page, email, javaScriptEnabled);
      await page.getByRole("link", { name: DINNER_SET.title, exact: true }).click();
      await expect.poll(() => saysMain(page)).toContain("Paid, waiting for delivery");

      await submit(shop, escrow, 0, "DHL 4410 8823 7712");
      await page.goto(`${world.url}/orders`);
      await page.getByRole("link", { name: "Review delivery" }).click();
      await expect.poll(() => saysMain(page)).toContain("DHL 4410 8823 7712");
      await page.getByRole("link", { name: "Request changes" }).click();
      await page.getByLabel("What should be changed?").fill("The lid is missing.\nPlease send it.");
      await page.getByRole("button", { name: "Send to the seller" }).click();
      await expect.poll(() => page.getByRole("status").innerText()).toBe("We’ve sent your request to the seller.");
      expect((await escrowNow(shop, escrow))["milestones"][0].status).toBe("REVISION_REQUESTED");

      await submit(shop, escrow, 0, "With the lid");
      await page.reload();
      await page.getByText("History: 3 entries").click();
      const history = page.locator("details", { hasText: "History" });
      expect(await history.innerText()).toContain("The lid is missing.\nPlease send it.");
      await page.getByRole("link", { name: "Approve and pay out $249.90" }).click();
      await expect.poll(() => saysMain(page)).toContain("You can’t undo this.");
      expect((await escrowNow(shop, escrow))["status"]).toBe("WORK_IN_PROGRESS");
      // Thought better of it, and then of that.
      await page.getByRole("link", { name: "Cancel", exact: true }).click();
      await page.getByRole("link", { name: "Approve and pay out $249.90" }).click();
      await page.getByRole("button", { name: "Approve and pay out $249.90" }).dblclick();
      await page.getByRole("status").or(page.getByRole("alert")).waitFor();
      expect((await escrowNow(shop, escrow))["status"]).toBe("COMPLETED");
      await expect.poll(() => saysMain(page)).toContain("Everything was approved and paid out to the seller.");
    },
  );

  if (isDeep || !javaScriptEnabled)
    test("opens a dispute with two files, which is resolved", wide(), async () => {
      const escrow = await fundedBy(shop, email, DINNER_SET);
      await page.goto(world.url + actionPath(shop, escrow, "dispute", 1));
      await page.getByLabel("What went wrong?").fill("Two of the bowls arrived cracked.");
      await page.getByLabel("Photos and documents (optional)").setInputFiles([
        { name: "IMG_2041.PNG", mimeType: "image/png", buffer: PNG },
        { name: "page.png", mimeType: "image/png", buffer: Buffer.from("<html><script>1</script>") },
      ]);
      await page.getByRole("button", { name: "Open the dispute" }).click();
      await expect.poll(() => page.getByRole("alert").innerText()).toContain("page.png");
      expect(await page.getByLabel("What went wrong?").inputValue()).toBe("Two of the bowls arrived cracked.");
      expect((await escrowNow(shop, escrow))["status"]).toBe("IN_ESCROW");
      await page.getByLabel("Photos and documents (optional)").setInputFiles([
        { name: "IMG_2041.PNG", mimeType: "image/png", buffer: PNG },
        { name: "note.txt", mimeType: "text/plain", buffer: NOTE },
      ]);
      await page.getByRole("button", { name: "Open the dispute" }).click();
      await page.getByRole("status").waitFor();
      expect((await escrowNow(shop, escrow))["status"]).toBe("DISPUTED");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "IMG_2041.png" }).first().click(),
      ]);
      expect(download.suggestedFilename()).toBe("IMG_2041.png");
      await resolve(shop, escrow, { outcome: "settle", release: "99.90", refund: "150.00" });
      await page.reload();
      const shown = await saysMain(page);
      expect(shown).toContain("The dispute was settled: $99.90 was paid out to the seller");
      expect(shown).toMatch(/Refunds to you\s+\$15\d\.\d\d/);
    });

  if (isDeep || !javaScriptEnabled)
    test("cancels an order before it is paid, by the keyboard alone", async () => {
      const escrow = await confirmedBy(shop, email, DINNER_SET);
      await page.goto(world.url + orderPath(shop, escrow));
      await page.getByRole("link", { name: "Cancel this order" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Cancel the order" }).waitFor();
      const focused = async (): Promise<string> => (await page.locator(":focus").allInnerTexts()).join();
      for (let presses = 0; presses < 20 && (await focused()) !== "Cancel the order"; presses += 1) {
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Enter");
      await page.getByText("The order is cancelled.").waitFor();
      expect((await escrowNow(shop, escrow))["status"]).toBe("DECLINED");
    });
});

/** One order in every standing that looks different, and the pages that ask. */
async function everyPage(): Promise<Readonly<Record<string, string>>> {
  const review = await fundedBy(shop, ADA, DINNER_SET);
  await submit(shop, review, 0, "First\ntry");
  await asBuyer(shop, review, "request_revision", 0, { reason: "The lid is missing" });
  await submit(shop, review, 0, "Long\n".repeat(200));
  const dispute = await fundedBy(shop, ADA, { ...DINNER_SET, title: "Oak side table" });
  await sendDispute(world, ada, {
    path: actionPath(shop, dispute, "dispute"),
    reason: "Cracked.",
    files: [
      { name: "photo.png", content: PNG },
      { name: "note.txt", content: NOTE },
    ],
  });
  const partly = await pay(shop, await confirmedBy(shop, ADA, DINNER_SET), { amount: "100.00" });
  const settled = await fundedBy(shop, ADA, DINNER_SET);
  await asBuyer(shop, settled, "dispute", 0, { reason: "Never came" });
  await resolve(shop, settled, { outcome: "settle", release: "100.00", refund: "149.90" });
  const [link] = await world.db.query<{ token: string }>({
    name: "test: stop link",
    text: "select params->>'stop' as token from mails where template = 'delivery_submitted' and params->>'escrow' = $1 order by id desc limit 1",
    values: [review["id"]],
  });
  await signedIn(world, ADA);
  return {
    list: "/orders",
    signIns: "/orders/sign-ins",
    stop: `/stop/${link!.token}`,
    stopOver: `/stop/${"x".repeat(43)}`,
    review: orderPath(shop, review),
    dispute: orderPath(shop, dispute),
    partly: orderPath(shop, partly),
    settled: orderPath(shop, settled),
    refused: `${orderPath(shop, settled)}?refused=approve&part=1`,
    receipt: `${orderPath(shop, settled)}/receipt`,
    approve: actionPath(shop, review, "approve"),
    revision: actionPath(shop, review, "request_revision"),
    disputing: actionPath(shop, review, "dispute"),
    decline: `${orderPath(shop, partly)}/decline`,
  };
}

describe("every page", () => {
  let pages: Readonly<Record<string, string>>;
  beforeAll(async () => {
    pages = await everyPage();
  });

  test("is accessible and fits in every look", LONG, async () => {
    const watched = await openPage(browser, LOOKS[0]!);
    await wear(watched.context, ada);
    for (const [name, path] of Object.entries(pages)) {
      await watched.page.goto(world.url + path);
      await watched.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      await expectGood(watched.page, LOOKS, name);
      expect(ownComplaints(watched), name).toEqual([]);
    }
    expect(watched.requests.filter((url) => !url.startsWith(world.url))).toEqual([]);
    await watched.context.close();
  });

  test("the next step stands first, nothing moves by itself, and news come by themselves", LONG, async () => {
    const { page, context } = await openPage(browser, { width: 390, colorScheme: "light" });
    await wear(context, ada);
    await watchShifts(context);
    const escrow = await fundedBy(shop, ADA, { ...DINNER_SET, milestones: [] });
    await page.goto(world.url + orderPath(shop, escrow));
    await expectStill(page);
    expect(await page.getByText("Your turn", { exact: true }).count()).toBe(0);
    await submit(shop, escrow, 0, "DHL 4410 8823 7712");
    const approve = page.getByRole("link", { name: "Approve and pay out $249.90" });
    await approve.waitFor();
    await page.getByText("Your turn", { exact: true }).waitFor();
    const box = await approve.boundingBox();
    expect(box!.y + box!.height).toBeLessThan(844);
    const read = await page.getByRole("main").ariaSnapshot();
    const places = [DINNER_SET.title, "Check what was delivered", "Approve and pay out", "Progress of your order"].map(
      (text) => read.indexOf(text),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    await page.setViewportSize({ width: 320, height: 256 });
    await expectNoSidewaysScroll(page);
    await context.close();
  });

  test("a request for changes takes photos, which the seller sees", async () => {
    const { page, context } = await openPage(browser, { width: 390, colorScheme: "light" });
    await wear(context, ada);
    const escrow = await fundedBy(shop, ADA, { ...DINNER_SET, milestones: [] });
    await submit(shop, escrow, 0, "All of it");
    await page.goto(world.url + actionPath(shop, escrow, "request_revision"));
    await page.getByLabel("What should be changed?").fill("One plate is chipped.");
    await page
      .getByLabel("Photos and documents (optional)")
      .setInputFiles({ name: "chipped.png", mimeType: "image/png", buffer: PNG });
    await page.getByRole("button", { name: "Send to the seller" }).click();
    await page.getByRole("status").waitFor();
    await page.getByText("History: 2 entries").click();
    await page.getByRole("link", { name: "chipped.png" }).waitFor();
    await context.close();
  });

  test("an order of twenty parts fits two screens and a bit, and what waits for review comes first", {
    ...LONG,
    ...wide(),
  }, async () => {
    const titles = Array.from(
      { length: 20 },
      (_, at) => `Stage ${at + 1} of the workshop: ${"joinery ".repeat(at % 4)}`,
    );
    const milestones = titles.map((title) => ({ title, amount: "10000.00", description: "As drawn." }));
    const escrow = await fundedBy(shop, ADA, { title: "Workshop", amount: "200000.00", milestones });
    for (const index of [0, 1, 4, 7]) await submit(shop, escrow, index, "Done: https://plans.example/stage.");
    for (const index of [0, 1]) await asBuyer(shop, escrow, "approve", index);
    const { page, context } = await openPage(browser, { width: 1280, colorScheme: "light" });
    await wear(context, ada);
    await page.goto(world.url + orderPath(shop, escrow));
    expect(await page.evaluate<number>("document.documentElement.scrollHeight")).toBeLessThanOrEqual(2_050);
    expect(await saysMain(page)).toContain("4 of 20 delivered, $20,000.00 of $200,000.00 paid out");
    const parts = await page.getByRole("region", { name: "Delivery in 20 parts" }).locator("h3").allInnerTexts();
    expect(parts.map((title) => Number(/Part (\d+)/.exec(title)?.[1])).slice(0, 4)).toEqual([5, 8, 1, 2]);
    // A link to a part opens it.
    await page.goto(`${world.url}${orderPath(shop, escrow)}#part-8`);
    await page.getByRole("link", { name: "Approve and pay out $10,000.00" }).nth(1).waitFor();
    await context.close();
  });

  test("asks to sign in, accessibly, when nobody is there", async () => {
    const { page, context } = await openPage(browser, { width: 390, colorScheme: "dark" });
    await page.goto(world.url + pages["review"]!);
    await expectGood(page, [{ width: 390, colorScheme: "dark" }]);
    await context.close();
  });

  test.each(some(["ar", "fr", "sw", "pt"] as const, 1))("speaks %s, and says nothing in English", async (lang) => {
    const { page, context } = await openPage(browser, { width: 390, colorScheme: "light" });
    await wear(context, ada);
    for (const [name, path] of share(Object.entries(pages), { nth: 0, of: 2 })) {
      await page.goto(`${world.url}${path}${path.includes("?") ? "&" : "?"}lang=${lang}`);
      expect(await page.locator("html").getAttribute("lang")).toBe(lang);
      await expectNoSidewaysScroll(page);
      expect(await page.locator("body").innerText(), name).not.toMatch(
        /\b(?:order|seller|delivery|escrow|dispute|payment|refund|receipt|your|paid)\b/i,
      );
    }
    await context.close();
  });

  test("runs from right to left in Arabic, accessibly, and codes and amounts as they are written", {
    ...LONG,
    ...wide(),
  }, async () => {
    const { page, context } = await openPage(browser, TWO_LOOKS[0]);
    await wear(context, ada);
    for (const name of ["list", "review", "dispute", "receipt"]) {
      await page.goto(`${world.url}${pages[name]}?lang=ar`);
      await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      await expectGood(page, TWO_LOOKS);
    }
    // The way back leads to the right, the first step stands there, and a minus before its amount.
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(`${world.url}${pages["settled"]}?lang=ar`);
    const steps = page.locator("ol.panel").first().getByRole("listitem");
    const [first, second] = await Promise.all([0, 1].map((at) => steps.nth(at).boundingBox()));
    expect(first!.x).toBeGreaterThan(second!.x);
    expect(await page.evaluate("getComputedStyle(document.querySelector('main a svg')).transform")).toBe(
      "matrix(-1, 0, 0, 1, 0, 0)",
    );
    await page.goto(`${world.url}${pages["dispute"]}/dispute/offer?lang=ar`);
    expect(await page.evaluate("getComputedStyle(document.querySelector('input.field')).direction")).toBe("ltr");
    await page.goto(`${world.url}${pages["settled"]}?lang=ar`);
    expect(await page.locator("bdi[dir=ltr]", { hasText: /^−.*\$156\.45/u }).count()).toBe(1);
    await context.close();
  });

  test("a receipt leaves on paper what is to be read, and nothing that is to be clicked", wide(), async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, context } = await openPage(browser, { width: 1280, colorScheme });
      await wear(context, ada);
      await page.goto(world.url + pages["receipt"]!);
      await page.emulateMedia({ media: "print" });
      expect(await page.getByRole("link").or(page.getByRole("button")).filter({ visible: true }).count()).toBe(0);
      await expect.poll(() => page.locator("article").innerText()).toContain("$256.45");
      const colours = await page.evaluate<string[]>(
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]",
      );
      expect(colours).toEqual(["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
      expect(/\/MediaBox \[0 0 (\d+)[\d.]* (\d+)/.exec(pdf)?.slice(1)).toEqual(["594", "841"]);
      expect(/\/Count (\d+)/.exec(pdf)?.[1]).toBe("1");
      await context.close();
    }
  });
});
