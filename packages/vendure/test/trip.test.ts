/** One order's whole way, as its buyer goes it in a browser: the storefront, Holdfast's pages, and back. */
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openBrowser } from "../../../tools/browser/browser.mjs";
import { buyer, eventsOf, given, holdfast, staff, stateOf } from "./people.js";

const EMAIL = "grace@example.com";

let browser: Browser;
let page: Page;
beforeAll(async () => {
  const { executablePath, env } = await openBrowser();
  browser = await chromium.launch({ executablePath, env: env as Record<string, string>, args: ["--no-sandbox"] });
});
beforeEach(async () => {
  page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-GB" })).newPage();
});
afterAll(() => browser?.close());

const press = (name: string | RegExp): Promise<void> => page.getByRole("button", { name }).click();
const follow = (name: string | RegExp): Promise<void> => page.getByRole("link", { name }).first().click();

async function fillDelivery(): Promise<void> {
  for (const [label, value] of [
    ["Email", EMAIL],
    ["Full name", "Grace Hopper"],
    ["Street and number", "1 Navy Yard"],
    ["City", "Arlington"],
    ["Postal code", "22201"],
  ] as const)
    await page.getByLabel(label).fill(value);
}

async function signIn(): Promise<void> {
  await page.getByRole("textbox", { name: /e-?mail/i }).fill(EMAIL);
  await press(/code/i);
  await page.getByLabel(/six-digit code/i).waitFor();
  const [mail] = (await buyer.mails({ to: EMAIL })).data;
  // The sixth digit sends the form.
  await page.getByLabel(/six-digit code/i).fill(/\b\d{6}\b/.exec(mail!.text)![0]);
  await page.getByText(EMAIL).first().waitFor();
}

type Method = {
  confirm(): Promise<void>;
  pay(): Promise<void>;
  /** What the feed tells of the payment. */
  readonly events: readonly string[];
};

const METHODS: Readonly<Record<string, Method>> = {
  "mobile money": {
    confirm: async () => {
      await page.getByLabel(/^mobile money/i).check();
      await page.getByLabel("Phone number").fill("+254 712 345 678");
      await press(/confirm/i);
    },
    pay: async () => {
      const [phone] = await Promise.all([page.context().waitForEvent("page"), follow(/sandbox.*phone/i)]);
      await phone.getByLabel("PIN").fill("4711");
      await phone.getByRole("button", { name: "Approve" }).click();
      await phone.getByRole("status").waitFor();
      await phone.close();
    },
    // On its way, then there.
    events: ["escrow.updated", "escrow.funded"],
  },
  card: {
    confirm: async () => {
      await page.getByLabel(/^card/i).check();
      await press(/confirm/i);
    },
    pay: async () => {
      await page.getByLabel("Card number").fill("4242 4242 4242 4242");
      await press("Pay");
    },
    events: ["escrow.funded"],
  },
};

/** Each step's new events, and the state that the shop's order has come to. */
const stepsBy = ({ events }: Method) =>
  ({
    offered: { events: [], state: "ArrangingPayment" },
    confirmed: {
      events: ["checkout.session.completed", "escrow.created", "escrow.updated"],
      state: "ArrangingPayment",
    },
    paid: { events, state: "PaymentSettled" },
    shipped: { events: ["escrow.milestone.submitted", "escrow.work_started"], state: "Shipped" },
    approved: { events: ["escrow.milestone.approved", "escrow.completed"], state: "Delivered" },
  }) as const;

type Step = keyof ReturnType<typeof stepsBy>;

async function expectStep(step: Step, code: string, method: Method): Promise<void> {
  const steps = stepsBy(method);
  const names = Object.keys(steps) as Step[];
  const events = names.slice(0, names.indexOf(step) + 1).flatMap((name) => steps[name].events);
  await expect.poll(() => eventsOf(code)).toEqual(events);
  await expect.poll(() => stateOf(code)).toBe(steps[step].state);
}

test.each([
  ["mobile money", 9],
  ["card", 8],
])(
  "a visitor pays into escrow by %s, the store ships, the visitor approves, and the store is paid: %i events",
  async (name, count) => {
    const method = METHODS[name]!;
    const began = Date.now();
    await page.goto(given.shopUrl);
    await follow(/Teapot/);
    await press("Add to cart");
    await follow("Check out");
    await fillDelivery();
    await press("Continue to payment");
    await page.waitForURL(`${given.publicUrl}/pay/**`);
    const session = new URL(page.url()).pathname.split("/").at(-1)!;
    const code = (await holdfast.sessions.get(session)).external_reference;
    await expectStep("offered", code, method);
    await signIn();
    await method.confirm();
    await expectStep("confirmed", code, method);
    await method.pay();
    await expectStep("paid", code, method);

    await follow(/localhost/);
    await page.waitForURL(`${given.shopUrl}/orders/${code}`);
    await expect.poll(() => page.locator("h1").innerText()).toBe("Paid, and held safely");
    await press("Ship everything");
    await expectStep("shipped", code, method);

    await follow("Review and approve");
    await page.waitForURL(`${given.publicUrl}/**`);
    await follow(/order/i);
    await follow(/^Approve/);
    await press(/^Approve/);
    await expectStep("approved", code, method);
    expect(await eventsOf(code)).toHaveLength(count);
    const { escrow: id } = await holdfast.sessions.get(session);
    const escrow = await holdfast.escrows.get(id!);
    expect(escrow).toMatchObject({ status: "COMPLETED", amount: "93.00", funded_amount: escrow.total });
    const { customFields } = await staff.order(code);
    expect(customFields).toMatchObject({ escrowStatus: "COMPLETED", escrowReference: escrow.reference_code });
    expect(customFields.escrowConsole).toContain(`/escrows/${id}"`);
    await page.goto(`${given.shopUrl}/orders/${code}`);
    expect(await page.locator("h1").innerText()).toBe("All done, thank you");
    // Told and not judged: the machine may be busy with something else.
    process.stdout.write(`the trip took ${((Date.now() - began) / 1_000).toFixed(1)} s\n`);
  },
);
