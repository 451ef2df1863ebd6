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

const READS_WORDS_PER_SECOND = 3;
const TYPES_KEYS_PER_SECOND = 3;
const SECONDS_A_CLICK = 1;

/** Words of the page's main part that stand before an element; what is folded away isn't read. Runs in the page. */
const WORDS_BEFORE = new Function(
  "element",
  `  const range = document.createRange();
  range.setStart(element.closest("main") ?? document.body, 0);
  range.setEndAfter(element);
  const part = range.cloneContents();
  for (const folded of part.querySelectorAll("details:not([open]) > :not(summary), option, pre")) folded.remove();
  return (part.textContent ?? "").split(/\\s+/).filter((word) => word !== "").length;
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
  await seller.presses(page.getByRole("link", { name: "Create a payment link" }));
  await seller.types(page.getByLabel("Item or service"), "Dinner set");
  await seller.types(page.getByLabel("Amount").first(), "249.90");
  await seller.presses(button(page, "Create link"));
  const opening = context.waitForEvent("page");
  await seller.presses(page.getByRole("link", { name: "Open as a buyer" }));
  const buyer = await opening;
  await seller.types(buyer.getByLabel("Email address"), "buyer@example.com");
  await seller.presses(button(buyer, "Send me a code"));
  await seller.typesCode(buyer);
  await seller.presses(button(buyer, "Sign in"));
  await seller.presses(button(buyer, /^Confirm and pay/));
  await seller.types(buyer.getByLabel("Card number"), "4242 4242 4242 4242");
  await seller.presses(button(buyer, "Pay"));
  await buyer.getByRole("heading", { name: "Payment received" }).waitFor();
  // The console's page looks for news by itself.
  await page.bringToFront();
  await page.getByText("Paid, to be delivered").first().waitFor();
  const seconds = (performance.now() - begun) / 1_000;
  await context.close();
  return { clicks: seller.clicks, seconds, secondsOfPerson: seller.secondsOfPerson };
}
