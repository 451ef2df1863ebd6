/** The buyer's browser on Holdfast's hosted pages. */
import { chromium } from "playwright-core";
import { openBrowser } from "../../../tools/browser/browser.mjs";
import { until } from "./world.mjs";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

/** @returns `page` of a telephone's size, and `close`. */
export async function openPage() {
  const { executablePath, env } = await openBrowser();
  const browser = await chromium.launch({ executablePath, env, args: FLAGS });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-GB" });
  // The shop's own page is the storefront's, which is not there.
  await context.route("https://shop.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "the shop" }),
  );
  const page = await context.newPage();
  return { page, close: () => browser.close() };
}

const press = (page, name) => page.getByRole("button", { name }).click();

/** Signs in with the code of the mail. */
export async function signIn({ buyer }, page, email) {
  await page.getByLabel("Email address").fill(email);
  await press(page, "Send me a code");
  await page.getByLabel("Six-digit code").waitFor();
  const code = await until(`a code for ${email}`, async () => {
    const { data } = await buyer.mails({ to: email });
    return /\b\d{6}\b/.exec(data[0]?.text ?? "")?.[0];
  });
  // The sixth digit sends the form.
  await page.getByLabel("Six-digit code").fill(code);
  await page.getByText(`Signed in as ${email}`).first().waitFor();
}

/** How a buyer pays: `confirm` takes the offer, `pay` sends the money, and `events` are what the feed tells of that. */
export const METHODS = {
  card: {
    confirm: async (page) => {
      await page.getByLabel("Card").check();
      await press(page, /Confirm and pay/);
      await page.getByLabel("Card number").waitFor();
    },
    pay: async (page) => {
      await page.getByLabel("Card number").fill("4242 4242 4242 4242");
      await press(page, "Pay");
    },
    events: ["escrow.funded"],
  },
  "mobile money": {
    confirm: async (page) => {
      await page.getByLabel("Mobile money").check();
      await page.getByLabel("Phone number").fill("+254 712 345 678");
      await press(page, /Confirm and pay/);
    },
    pay: async (page) => {
      const link = page.getByRole("link", { name: /sandbox.*phone/i });
      const [phone] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
      await phone.getByLabel("PIN").fill("4711");
      await press(phone, "Approve");
      await phone.getByRole("status").waitFor();
      await phone.close();
    },
    // On its way, then there.
    events: ["escrow.updated", "escrow.funded"],
  },
};

/** Lets the page lead back to the shop, once the money is there. */
export async function goBack(page) {
  await page.getByRole("heading", { name: "Payment received" }).waitFor();
  const order = await page.getByRole("link", { name: "See your order" }).getAttribute("href");
  await page.getByRole("link", { name: "Continue to shop.example" }).click();
  await page.waitForURL("https://shop.example/**");
  return { order, back: page.url() };
}

/** Opens the order's page, and approves what was delivered. */
export async function approve(page, address) {
  await page.goto(address);
  await page.getByRole("link", { name: /Approve/ }).click();
  await press(page, /Approve|Yes/);
  await page
    .getByText(/You approved/)
    .first()
    .waitFor();
}
