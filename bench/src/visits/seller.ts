/** A new seller in a browser, from the root of the site to a test order that the console shows as paid; writes no code. */
import type { Browser, Locator, Page } from "playwright-core";

/** What it took. */
export type SellerVisit = {
  /** Presses of a button or a link, each form that was sent included, and those on the provider's page. */
  readonly clicks: number;
  /** Of pages and providers: nobody hesitates. */
  readonly seconds: number;
  /** What a slow person needs besides: reading each page down to what is pressed, typing, and pressing it. */
  readonly secondsOfPerson: number;
};

/** Slower than people read English silently (238 words a minute on average) and type (52). */
const READS_WORDS_PER_SECOND = 3;
const TYPES_KEYS_PER_SECOND = 3;
/** Deciding, pointing and pressing, as the keystroke-level model counts them. */
const SECONDS_A_CLICK = 2.65;

/** Words of the page's main part that can be seen before an element, its own included; not those of code. Runs in the page. */
const WORDS_BEFORE = new Function(
  "element",
  `  const main = element.closest("main") ?? document.body;
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  let words = 0;
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const isAfter = (element.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    if (isAfter && !element.contains(text)) break;
    const { parentElement: parent } = text;
    const isSeen = parent.checkVisibility({ visibilityProperty: true }) && parent.getBoundingClientRect().width > 1;
    if (isSeen && parent.closest("pre, option") === null) words += text.data.split(/\\s+/).filter((word) => word !== "").length;
  }
  return words;
`,
) as () => number;

class NewSeller {
  clicks = 0;
  secondsOfPerson = 0;

  async presses(what: Locator): Promise<void> {
    this.clicks += 1;
    const words = await what.evaluate(WORDS_BEFORE);
    this.secondsOfPerson += words / READS_WORDS_PER_SECOND + SECONDS_A_CLICK;
    await what.click();
  }

  async types(field: Locator, text: string): Promise<void> {
    this.secondsOfPerson += text.length / TYPES_KEYS_PER_SECOND;
    await field.fill(text);
  }

  /** The code that the sandbox shows where it is asked for. */
  async typesCode(page: Page): Promise<void> {
    const [code = ""] = /\d{6}/.exec(await page.getByText(/^Sandbox: the code is/).innerText()) ?? [];
    await this.types(page.getByLabel("Six-digit code"), code);
  }
}

export async function sellerComes(browser: Browser, url: string): Promise<SellerVisit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB" });
  const page = await context.newPage();
  const seller = new NewSeller();
  const button = (on: Page, name: string | RegExp): Locator => on.getByRole("button", { name });
  const begun = performance.now();
  await page.goto(url);
  await seller.presses(page.getByRole("link", { name: "Create a seller account" }));
  await seller.types(page.getByLabel("Your name"), "Asha Mwangi");
  await seller.types(page.getByLabel("Trading name"), "Asha Pottery");
  await seller.types(page.getByLabel("Email address"), "asha@example.com");
  await seller.types(page.getByLabel("Password"), "kiln firing at nine");
  await seller.presses(button(page, "Continue"));
  await seller.typesCode(page);
  await seller.presses(button(page, "Confirm"));
  const opening = context.waitForEvent("page");
  await seller.presses(button(page, "Open a test order"));
  const buyer = await opening;
  // The seller's own address is the buyer's, and its code is sent already.
  await seller.typesCode(buyer);
  await seller.presses(button(buyer, "Sign in"));
  await seller.presses(button(buyer, /^Confirm and pay/));
  // The sandbox's card number too.
  await seller.presses(button(buyer, "Pay"));
  await buyer.getByRole("heading", { name: "Payment received" }).waitFor();
  // The console's page looks for news by itself.
  await page.bringToFront();
  await page.getByText("Your first order is paid").waitFor();
  const seconds = (performance.now() - begun) / 1_000;
  await context.close();
  return { clicks: seller.clicks, seconds, secondsOfPerson: seller.secondsOfPerson };
}
