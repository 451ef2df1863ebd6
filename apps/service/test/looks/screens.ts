/** Every page and state that a buyer, a seller and an operator come to. */
import type { Page } from "playwright-core";
import { ROUTES } from "../../src/pages/routes.js";
import { newEmail, PASSWORD, signUpFields } from "../console/people.js";
import { ACCOUNT_ROOT, fill } from "../console/routes.js";
import type { Json } from "../harness.js";
import { pagePath } from "../pages/orders.js";
import { actionPath, orderPath } from "../pages/orders-area.js";
import { openSession } from "../stories.js";
import type { Visitor } from "../visitor.js";
import type { Fixture } from "./fixture.js";
import type { Screen } from "./judge.js";

/** What one person sees; null is a visitor whom nobody knows. */
export type Seen = { readonly who: Visitor | null; readonly screens: readonly Screen[] };

/** By the name that each is kept under. */
const named = (area: string, pages: Readonly<Record<string, string>>): Screen[] =>
  Object.entries(pages).map(([name, path]) => ({ name: `${area}-${name}`, path }));

/** `/pay/CODE/…` as it is inside of a shop's page: `/embed/CODE/pay/…`. */
const framed = (path: string): string => path.replace(/^\/(\w+)\/(\w+)/, "/embed/$2/$1");

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("main").getByRole("button", { name }).first().click();

/** Somebody whom nobody knows fills in the form of a page, and is asked for a code. */
const step = (name: string, path: string, fields: Readonly<Record<string, string>>): Seen => ({
  who: null,
  screens: [
    {
      name,
      path,
      act: async (page) => {
        const form = page.locator("main form:has(input[name=email])");
        for (const [field, text] of Object.entries(fields)) await form.locator(`input[name=${field}]`).fill(text);
        await form.locator("button[type=submit]").first().click();
        await page.locator("main input[name=code]").waitFor();
      },
    },
  ],
});

/** Pages that anybody may ask for, and those of a buyer. */
export async function buyerScreens({ world, shop, orders, paths, waiting, people, ids }: Fixture): Promise<Seen[]> {
  const [open, expired] = [await openSession(shop), await openSession(shop)];
  await shop.post(`/checkout/sessions/${expired["id"]}/expire`);
  const checkout = (session: Json): string => pagePath(shop, session);
  const of = (escrow: Json): string => orderPath(shop, escrow);
  const paid = `/pay/${shop.sellerCode}/${orders.paid["checkout_session"]}`;
  const [mail] = await world.db.query<{ id: string }>({ name: "test: a mail", text: "select id from mails limit 1" });
  return [
    {
      who: null,
      screens: named("visitor", {
        home: "/",
        theme: "/theme",
        zone: "/zone",
        reference: "/docs",
        guides: "/docs/guides",
        guide: "/docs/guides/webhooks",
        docsSearch: "/docs/search?q=signature",
        signIn: "/sign-in",
        signInLink: "/sign-in/link/nobody-asked-for-this",
        nowhere: "/nowhere",
        checkout: checkout(open),
        expired: checkout(expired),
        completed: paid,
        link: paths.link,
        framed: framed(checkout(open)),
        framedLink: framed(paths.link),
        stranger: of(orders.review),
        stopOver: `/stop/${"x".repeat(43)}`,
        stop: paths.stop,
        mailbox: "/sandbox/mailbox",
        rates: "/sandbox/rates",
        mail: `/sandbox/mailbox/${mail?.id}`,
        playCard: `/sandbox/card/${waiting.card}`,
        playPhone: `/sandbox/phone/${waiting.mobile_money}`,
        playBank: `/sandbox/bank/${waiting.bank}`,
      }),
    },
    ...Object.entries({ code: "/sign-in", codeAtCheckout: checkout(open) }).map(([name, path]) =>
      step(`visitor-${name}`, path, { email: `${name.toLowerCase()}@example.com` }),
    ),
    {
      who: people.ada,
      screens: named("buyer", {
        home: "/",
        checkout: checkout(open),
        paid,
        list: "/orders",
        signIns: "/orders/sign-ins",
        ...Object.fromEntries(Object.entries(orders).map(([name, escrow]) => [`order-${name}`, of(escrow)])),
        refused: `${of(orders.settled)}?refused=approve&part=1`,
        receipt: `${of(orders.review)}/receipt`,
        receiptOfPart: `${of(orders.partly)}/receipt`,
        receiptSettled: `${of(orders.settled)}/receipt`,
        approve: actionPath(shop, orders.review, "approve"),
        changes: actionPath(shop, orders.review, "request_revision"),
        openDispute: actionPath(shop, orders.review, "dispute"),
        cancel: `${of(orders.confirmed)}/decline`,
        write: `${of(orders.disputed)}/dispute/write`,
        offer: `/orders/${shop.sellerCode}/${ids["escrow"]}/dispute/offer`,
        talk: `/orders/${shop.sellerCode}/${ids["escrow"]}`,
        messages: `/orders/${shop.sellerCode}/${ids["escrow"]}/messages`,
        questions: `/orders/${shop.sellerCode}/${ids["escrow"]}/questions`,
        accept: `${of(orders.offered)}/dispute/offers/1/accept`,
      }),
    },
  ];
}

/** Every page of an account, in one that has one of everything; its orders, an empty account, and what the support team sees. */
export async function sellerScreens(fixture: Fixture): Promise<Seen[]> {
  const { shop, ids, people, orders, endpoints, payouts, paths } = fixture;
  const home = `/console/${shop.sellerCode}`;
  // Its only part is in dispute: nothing can be submitted.
  const { milestone, ...idsButPart } = ids;
  const hooks = (name: string): string => `${home}/webhooks/${name}`;
  const open = await openSession(shop, { title: "Dinner set", amount: "90.00", customer_email: "grace@example.com" });
  return [
    {
      who: people.owner,
      screens: [
        ...every("console", ACCOUNT_ROOT, { ...idsButPart, seller_code: shop.sellerCode }),
        ...named("console-order", ordersOf(home, { ...orders, chargeback: fixture.chargeback.escrow })),
        ...named("console", {
          found: `${home}/search?q=dinner`,
          nothingFound: `${home}/search?q=zzzz`,
          noneOfThese: `${home}/escrows?status=EXPIRED`,
          sessionOpen: `${home}/sessions/${open["id"]}`,
          sessionPaid: `${home}/sessions/${orders.paid["checkout_session"]}`,
          payoutRefused: `${home}/wallet/payouts/${payouts.refused}`,
          payoutMoving: `${home}/wallet/payouts/${payouts.moving}`,
          bankAccount: `${home}/wallet/destinations/new?kind=bank`,
          endpoint: hooks(endpoints.good.name),
          endpointFailing: hooks(endpoints.bad.name),
          failing: `${hooks(endpoints.bad.name)}/failed`,
          checked: `${hooks(endpoints.bad.name)}/check`,
          customer: `${home}/escrows/${orders.review["id"]}/customer`,
          submit: `${home}/escrows/${orders.twenty["id"]}/milestones/${orders.twenty["milestones"][5].id}/submit`,
          cancel: `${home}/escrows/${orders.paid["id"]}/cancel`,
          refund: `${home}/escrows/${orders.paid["id"]}/refund`,
          refundAlone: `${home}/escrows/${orders.paid["id"]}/refund?review=1&amount=24`,
          refundByTwo: `${home}/escrows/${orders.paid["id"]}/refund?review=1`,
          refundAsked: `${home}/escrows/${orders.review["id"]}/refund`,
          nowhere: `${home}/nowhere`,
          me: "/console/me",
          password: "/console/me/password",
          secondFactor: "/console/me/second-factor",
          prove: "/console/me/prove",
          newAccount: "/console/new",
        }),
        ...formsOfSellers(home, hooks(endpoints.good.name)),
      ],
    },
    {
      who: people.support,
      screens: [
        ...named("support-order", ordersOf(home, { review: orders.review, disputed: orders.disputed })),
        ...every("support", ACCOUNT_ROOT, { seller_code: shop.sellerCode }).filter(({ name }) => FOR_ALL.test(name)),
      ],
    },
    {
      who: people.newSeller.visitor,
      screens: every("empty", ACCOUNT_ROOT, { seller_code: people.newSeller.home.slice("/console/".length) }),
    },
    { who: people.invited, screens: named("invited", { accounts: "/console", invitation: paths.invitation }) },
    {
      who: null,
      screens: named("door", {
        signIn: "/console/sign-in",
        signUp: "/console/sign-up",
        forgotten: "/console/forgotten",
        invitation: paths.invitation,
        invitationOver: "/console/invitations/AAAAAAAA/none",
        accountEmailOver: "/console/account-email/AAAAAAAA/none",
      }),
    },
    step("door-secondFactor", "/console/sign-in", { email: people.guarded.email, password: PASSWORD }),
    step("door-signUpCode", "/console/sign-up", signUpFields(newEmail())),
    step("door-forgottenCode", "/console/forgotten", { email: newEmail() }),
  ];
}

/** Pages that look otherwise to someone who may change nothing. */
const FOR_ALL = /-(home|wallet|team|keys|webhooks|start)$/;

const ordersOf = (home: string, orders: Readonly<Record<string, Json>>): Record<string, string> =>
  Object.fromEntries(Object.entries(orders).map(([name, escrow]) => [name, `${home}/escrows/${escrow["id"]}`]));

/** Pages that answer a form, and forms that come back. */
function formsOfSellers(home: string, endpoint: string): Screen[] {
  return [
    {
      name: "console-form-keyMade",
      path: `${home}/keys`,
      act: async (page) => {
        await page.getByLabel("Name").fill("Till");
        await press(page, "Create key");
        await page.getByRole("button", { name: "Copy API key" }).waitFor();
      },
    },
    {
      name: "console-form-session",
      path: `${home}/sessions/new`,
      act: async (page) => {
        await page.getByLabel("Item or service").fill("A cup");
        await page.locator("input[name=amount]").fill("0");
        await press(page, "Create link");
        await page.locator("[aria-invalid=true]").first().waitFor();
      },
    },
    {
      name: "console-form-tooMuch",
      path: `${home}/wallet`,
      act: async (page) => {
        await page.getByLabel("Amount in US dollars").fill("1000000");
        await press(page, "Review");
        await page.getByText("within your available balance").waitFor();
      },
    },
    {
      name: "console-form-payout",
      path: `${home}/wallet`,
      act: async (page) => {
        await page.getByLabel("Amount in US dollars").fill("1.5");
        await press(page, "Review");
        await page.getByRole("heading", { name: "Pay out $1.50?" }).waitFor();
      },
    },
    {
      name: "console-form-secret",
      path: `${endpoint}/settings`,
      act: async (page) => {
        await page.locator("#password").fill(PASSWORD);
        await press(page, "Show secret");
        await page.getByText("whsec_").first().waitFor();
      },
    },
    {
      name: "console-form-signature",
      path: `${home}/signature`,
      act: async (page) => {
        await press(page, "Check");
        await page.locator("main [role=alert], main [aria-invalid=true]").first().waitFor();
      },
    },
    {
      name: "console-form-secondFactor",
      path: "/console/me/second-factor",
      act: async (page) => {
        await press(page, "Set it up");
        await page.getByRole("img", { name: /QR code/ }).waitFor();
      },
    },
  ];
}

/** The whole desk. */
export function operatorScreens({ people, shop, ids, orders, newcomer, deskDispute, chargeback }: Fixture): Seen[] {
  const dispute = `/desk/disputes/${newcomer.sellerCode}/${deskDispute["id"]}`;
  return [
    {
      who: people.operator,
      screens: [
        ...every("desk", "/desk", {
          code: newcomer.sellerCode,
          escrow: deskDispute["id"],
          chargeback: chargeback.id,
        }),
        ...named("desk", {
          talk: `/desk/orders/${shop.sellerCode}/${ids["escrow"]}`,
          differences: "/desk/books?difference=1",
          accountsFound: "/desk/accounts?q=pottery",
          nobodyFound: "/desk/accounts?q=zzzz",
          found: "/desk/search?q=pottery",
          nothingFound: "/desk/search?q=zzzz",
          nowhere: "/desk/nowhere",
          orderPaid: `/desk/orders/${shop.sellerCode}/${orders.paid["id"]}`,
          refundReview: `/desk/orders/${shop.sellerCode}/${orders.paid["id"]}/refund?review=1&amount=24`,
        }),
        {
          name: "desk-form-decision",
          path: dispute,
          act: async (page) => {
            await page.getByLabel(/^Release/).check();
            await page.getByLabel("Reason").fill("It arrived whole.");
            await press(page, "Review decision");
            await page.getByRole("button", { name: /^(?:Decide|Ask another operator)$/ }).waitFor();
          },
        },
        {
          name: "desk-form-sums",
          path: dispute,
          act: async (page) => {
            await page.getByLabel(/^Split/).check();
            await page.getByLabel("To the seller, $").fill("1");
            await page.getByLabel("To the buyer, $").fill("2");
            await page.getByLabel("Reason").fill("Half of it arrived.");
            await press(page, "Review decision");
            await page.getByText("add up to $3.00").waitFor();
          },
        },
      ],
    },
  ];
}

/** What the desk shows before anything has happened. */
export const emptyDesk = (): Screen[] => every("desk-empty", "/desk", {});

/** Addresses that answer with no page: files, the news that a page asks for, and those that lead elsewhere. */
const NO_PAGE =
  /\/(status|download|wallet\/(review|connected)|(evidence|documents|files|proofs|credit-notes)\/:\w+)$|\.(csv|pdf)$|\/webhooks\/:endpoint\/(events|secret|rotate|recover|chaos)$/;

const pagesBelow = (root: string): readonly string[] =>
  ROUTES.filter(({ method, path }) => method === "GET" && (path === root || path.startsWith(`${root}/`)))
    .map(({ path }) => path)
    .filter((path) => !NO_PAGE.test(path));

/** All below an address whose parameters are among these. */
const every = (area: string, root: string, ids: Readonly<Record<string, string>>): Screen[] =>
  pagesBelow(root)
    .filter((path) => [...path.matchAll(/:(\w+)/g)].every(([, name = ""]) => name in ids))
    .map((path) => ({
      name: `${area}${path.slice(root.length).replaceAll(/\W+/g, "-") || "-home"}`,
      path: fill(path, ids),
    }));

/** Routes of pages of which none of these addresses is one. */
export function unseen(seen: readonly Screen[]): readonly string[] {
  const paths = seen.map(({ path }) => path.split("?")[0] ?? "");
  return ["/pay", "/buy", "/orders", "/console", "/desk", "/sandbox", "/embed", "/stop", "/sign-in"]
    .flatMap(pagesBelow)
    .filter((route) => !ELSEWHERE.test(route))
    .filter((route) => !paths.some((path) => new RegExp(`^${route.replaceAll(/:\w+/g, "[^/]+")}$`).test(path)));
}

/**
 * Lead to the checkout, are what a page of these frames, or need rails of one's own (desk/receipts-browser.test.ts, desk/batches-browser.test.ts,
 * desk/statements-browser.test.ts)
 * or a holder (holder/browser.test.ts).
 */
const ELSEWHERE =
  /\/:session_id\/(confirm|payments)$|\/mailbox\/:id\/html$|\/receipts\/:code\/|\/batches\/(:batch|refunds)|\/statements\/:upload|\/sandbox\/connect\//;
