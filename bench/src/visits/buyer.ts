/** A buyer in a browser, whose clicks are counted; and the other side of a payment, whose clicks are not ours. */
import type { BrowserContext, Locator, Page } from "playwright-core";

export type Method = "card" | "mobile_money" | "bank";

export const METHOD_NAMES: Readonly<Record<Method, string>> = {
  card: "Card",
  mobile_money: "Mobile money",
  bank: "Bank transfer",
};

/** Presses of a button, a link or a choice on our pages. Typing, and Enter after what was typed, is no click. */
export class Buyer {
  clicks = 0;
  readonly context: BrowserContext;
  readonly page: Page;

  constructor(page: Page) {
    this.context = page.context();
    this.page = page;
  }

  async click(what: Locator): Promise<void> {
    this.clicks += 1;
    await what.click();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name });
  }

  /** Chooses a way to pay, unless it is chosen already; types the phone, unless it is there already. */
  async chooses(method: Method): Promise<void> {
    const choice = this.page.getByLabel(METHOD_NAMES[method]);
    await choice.waitFor();
    if (!(await choice.isChecked())) await this.click(choice);
    const phone = this.page.getByLabel("Phone number");
    if (method === "mobile_money" && (await phone.inputValue()) === "") await phone.fill("+254 712 345 678");
  }

  /** To the end, with what the provider asks for in between. */
  async pays(method: Method): Promise<void> {
    await this.click(this.button(/^Confirm and pay/));
    await this.answersProvider(method);
    await this.page.getByRole("heading", { level: 1, name: "Payment received" }).waitFor();
  }

  /** On the pages of the payment's other side. */
  async answersProvider(method: Method): Promise<void> {
    if (method === "card") {
      await this.page.getByLabel("Card number").fill("4242 4242 4242 4242");
      await this.page.getByRole("button", { name: "Pay" }).click();
      return;
    }
    const link = this.page.getByRole("link", { name: /^Sandbox: simulate/ });
    const [other] = await Promise.all([this.context.waitForEvent("page"), link.click()]);
    if (method === "mobile_money") await other.getByLabel("PIN").fill("4711");
    await other.getByRole("button", { name: method === "mobile_money" ? "Approve" : "Transfer this amount" }).click();
    await other.getByRole("status").waitFor();
    await other.close();
  }
}
