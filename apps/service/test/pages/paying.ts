/** What a buyer does elsewhere while the order waits: on the phone, at the bank, and on the page of the card's issuer. */
import type { BrowserContext, Page } from "playwright-core";

/** The page of an order that waits for money, and the browser it is open in. */
type Waiting = { readonly page: Page; readonly context: BrowserContext };

export const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole("button", { name }).click();

/** On its own page in another tab. */
async function elsewhere({ page, context }: Waiting, name: RegExp, act: (other: Page) => Promise<void>): Promise<void> {
  const [other] = await Promise.all([context.waitForEvent("page"), page.getByRole("link", { name }).click()]);
  await act(other);
  await other.getByRole("status").waitFor();
  await other.close();
}

export const byPhone = (waiting: Waiting, answer: "Approve" | "Decline"): Promise<void> =>
  elsewhere(waiting, /simulate the phone/, async (phone) => {
    if (answer === "Approve") await phone.getByLabel("PIN").fill("4711");
    await press(phone, answer);
  });

/** @param amount in US dollars, as typed. */
export const byBank = (waiting: Waiting, amount: string): Promise<void> =>
  elsewhere(waiting, /simulate the transfer/, async (bank) => {
    await bank.getByLabel("Amount in US dollars").fill(amount);
    await press(bank, "Transfer this amount");
  });

export async function byCard({ page }: Pick<Waiting, "page">, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await press(page, "Pay");
}
