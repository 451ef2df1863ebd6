/** A deployment whose buyers pay to the operator's own accounts, and how they and operators go about it. */
import { expect } from "vitest";
import { readConfig } from "../src/config/index.js";
import type { Rail } from "../src/domain/rails.js";
import { newPerson, type Person } from "./console/seller.js";
import type { Json, Merchant, World } from "./harness.js";
import { startWorld } from "./harness.js";
import { ADA, cookieOf, type SentFile, signedIn } from "./pages/orders-area.js";
import { cents, until } from "./payments/desk.js";
import { openSession } from "./stories.js";
import { csrfOf, type Page, type Visitor } from "./visitor.js";

export const KCB: Rail = {
  id: "kcb",
  name: "KCB Bank",
  method: "bank",
  currency: "USD",
  countries: null,
  least: cents("1.00"),
  most: cents("50000.00"),
  holder: "Acme Payments Ltd",
  account: [
    { label: "Account number", value: "0001234567" },
    { label: "Branch", value: "Moi Avenue" },
  ],
  note: "Write the reference as the purpose.",
  qr: null,
  days: 10,
  statements: null,
};

/** The same account, which apps can pay by a QR code. */
export const KCB_QR: Rail = {
  ...KCB,
  qr: {
    accounts: [{ tag: 26, id: "com.example.pay", fields: { "01": "0001234567" } }],
    category: "5999",
    country: "KE",
    name: KCB.holder,
    city: "Nairobi",
  },
};

/** A till of an operator of mobile money: buyers find it there, and nothing prompts their phone. */
export const TILL: Rail = {
  ...KCB,
  id: "till",
  method: "mobile_money",
  account: [{ label: "Till number", value: "554433" }],
};

/** It pays to IBANs, by files that ISO 20022 describes. */
export const PAIN_RAIL = {
  ...KCB,
  payouts: {
    format: "pain.001.001.09",
    least: cents("1.00"),
    most: cents("5000.00"),
    countries: null,
    payees: "iban",
    charges: "SHAR",
    debtor: { name: "Acme Payments Ltd", account: "DE89370400440532013000", bank: { bic: "DEUTDEFF" } },
  },
} as const satisfies Rail;

/** Rails, and nobody else who takes or pays money. */
export const railsAlone = (rails: readonly Rail[]) => ({
  providers: { ...readConfig({}).providers, names: ["manual"] as const, manual: { isLive: false, rails } },
});

/** The service with rails in place of the simulated bank. */
export const startRailWorld = (rails: readonly Rail[] = [KCB]): Promise<World> =>
  startWorld({
    providers: { ...readConfig({}).providers, names: ["manual", "sandbox"], manual: { isLive: false, rails } },
  });

/** An order that its buyer has chosen to pay by a rail, and what the page says of it. */
export type Asked = {
  readonly shop: Merchant;
  readonly escrow: Json;
  readonly buyer: Visitor;
  /** The page of the payment. */
  readonly path: string;
  readonly payment: string;
  readonly reference: string;
};

let buyers = 0;

export const askedByBank = (world: World, shop: Merchant, order: Json): Promise<Asked> =>
  askedBy(world, shop, order, { method: "bank" });

/** @param chosen as the form of the page says it. */
export async function askedBy(
  world: World,
  shop: Merchant,
  order: Json,
  chosen: Record<string, string>,
): Promise<Asked> {
  buyers += 1;
  const email = ADA.replace("ada", `ada${buyers}`);
  const session = await openSession(shop, order);
  const confirm = `/test_helpers/checkout/sessions/${session["id"]}/confirm`;
  const { body: escrow } = await shop.post(confirm, { buyer_email: email });
  const buyer = await signedIn(world, email);
  const path = `/pay/${shop.sellerCode}/${session["id"]}`;
  const page = await buyer.post(`${path}/payments`, chosen);
  expect(page.status, page.html).toBe(303);
  const row = await until(async () => {
    const [found] = await world.db.query<{ id: string; reference: string }>({
      name: "test: payment by rail",
      text: "select id, reference from payments where escrow_id = $1 and instructions is not null order by created desc limit 1",
      values: [escrow["id"]],
    });
    return found;
  });
  return { shop, escrow, buyer, path, payment: row.id, reference: row.reference };
}

/** "I've paid", as a browser sends it. */
export async function tellPaid(
  world: World,
  { buyer, path, payment }: Asked,
  files: readonly SentFile[] = [],
): Promise<Page> {
  const form = new FormData();
  form.append("csrf", csrfOf((await buyer.get("/sign-in")).html));
  if (files.length === 0) form.append("evidence", new File([], ""));
  for (const { name, content, type } of files)
    form.append("evidence", new File([Buffer.from(content)], name, { type: type ?? "application/octet-stream" }));
  const response = await fetch(`${world.url}${path}/payments/${payment}/paid`, {
    method: "POST",
    body: form,
    redirect: "manual",
    headers: { Cookie: cookieOf(buyer), Origin: world.url, Accept: "text/html" },
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

export const newOperatorOf = async (world: World, name: string): Promise<Person> => {
  const person = await newPerson(world, null, {
    isOperator: true,
    name,
    email: `${name.toLowerCase()}@holdfast.example`,
  });
  // Forms that are sent at once need the cookie that goes with their token.
  await person.get("/desk");
  return person;
};

/** Which sentence an answer of the desk leads to; null for none. */
export const said = (page: { headers: Headers }): string | null =>
  new URL(page.headers.get("location") ?? "", "http://desk").searchParams.get("said");
