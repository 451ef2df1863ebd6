/** What travels with a mail: the receipt with the mails that are one, and the logo that a mail shows. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UNNAMED } from "../../src/domain/operator-identity.js";
import { renderMail } from "../../src/mails/render.js";
import { openLog } from "../../src/platform/log.js";
import type { MailRow } from "../../src/store/read/mails.js";
import { useOperatorIdentity } from "../../src/words/operator-names.js";
import { logoFor, operatorLogoFor, receiptFor } from "../../src/workers/enclosures.js";
import { openPost } from "../../src/workers/smtp.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { DINNER_SET } from "../pages/orders.js";
import { ADA, confirmedBy, fundedBy, PNG } from "../pages/orders-area.js";
import { asBuyer, submit } from "../stories.js";
import { openCatcher } from "./catcher.js";

const HASH = createHash("sha256").update(PNG).digest("hex").slice(0, 16);

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  await world.db.query({
    name: "test: a brand",
    text: `update accounts set brand_name = 'Northwind Studio', logo = $2, logo_type = 'image/png', logo_hash = $3,
      logo_width = 1, logo_height = 1 where id = $1`,
    values: [shop.account, PNG, HASH],
  });
});
afterAll(() => world.close());

async function mailOf(escrow: Json, template: string): Promise<MailRow> {
  const [row] = await world.db.query<MailRow>({
    name: "test: mail of an order",
    text: "select id, recipient, template, params, created from mails where template = $2 and params->>'escrow' = $1",
    values: [escrow["id"], template],
  });
  expect(row, template).toBeDefined();
  return row!;
}

const means = (): Parameters<typeof receiptFor>[1] => ({ db: world.db, log: openLog("silent"), isSandbox: true });

test("the mail about the payment and the one at the end bear the receipt, and name what was bought", async () => {
  const escrow = await fundedBy(shop, ADA, { ...DINNER_SET, amount: "260.00", milestones: [] });
  await asBuyer(shop, await submit(shop, escrow), "approve");
  for (const template of ["order_funded", "order_completed"]) {
    const mail = await mailOf(escrow, template);
    const [receipt, ...more] = await receiptFor(mail, means());
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({
      name: `receipt-${escrow["reference_code"]}.pdf`,
      type: "application/pdf",
      id: null,
    });
    expect(receipt!.content.subarray(0, 5).toString()).toBe("%PDF-");
    const { text, html } = renderMail(mail, "https://pay.example");
    expect(text).toMatch(
      /6 × Dinner plate, ash glaze +\$144\.00\n.*\n +Insured courier, 5 days +\$18\.90\n +Other +\$10\.10/,
    );
    expect(html).toContain("Northwind Studio");
  }
  expect(await receiptFor(await mailOf(escrow, "order_created"), means())).toEqual([]);
  const others = { ...(await mailOf(escrow, "order_funded")), recipient: "eve@example.com" };
  expect(await receiptFor(others, means())).toEqual([]);
});

test("an order without lines, and one of a hundred", async () => {
  const plain = await fundedBy(shop, ADA, { title: "Vase", amount: "80.00" });
  expect((await mailOf(plain, "order_funded")).params).toMatchObject({ items: { lines: [], count: 0, listed: "0" } });
  const line = { name: "Tile", unit_amount: "1.90", quantity: 3 };
  const large = await fundedBy(shop, ADA, { title: "Tiles", amount: "570.00", line_items: Array(100).fill(line) });
  const { items } = (await mailOf(large, "order_funded")).params as { items: Json };
  expect(items).toMatchObject({ count: 100, listed: "57000" });
  expect(items["lines"]).toHaveLength(20);
});

test("the logo travels while it is the seller's, and a mail server is handed both", async () => {
  const escrow = await fundedBy(shop, ADA, { title: "Vase", amount: "80.00" });
  const mail = await mailOf(escrow, "order_funded");
  const { logo, ...words } = renderMail(mail, "https://pay.example");
  const enclosures = [...(await logoFor(logo, means())), ...(await receiptFor(mail, means()))];
  const catcher = await openCatcher();
  const post = openPost(catcher.url, { mailFrom: "Holdfast <no-reply@pay.example>", mode: "sandbox", connections: 1 });
  await post.send(
    { messageId: "<1@pay.example>", from: "Acme Pay", to: ADA, ...words, enclosures },
    AbortSignal.timeout(20_000),
  );
  post.close();
  await catcher.close();
  const raw = catcher.mails[0]!.raw;
  expect(raw).toContain("Content-ID: <logo@mail>");
  expect(raw.replaceAll("=\r\n", "")).toContain('src=3D"cid:logo@mail"');
  expect(raw).toMatch(/Content-Type: application\/pdf; name=/);
  expect(raw).toMatch(/Content-Disposition: attachment;\s+filename=/);
  expect(raw.replaceAll(/\r\n/g, "")).toContain(PNG.toString("base64"));

  await world.db.query({
    name: "test: another logo",
    text: "update accounts set logo_hash = 'ffffffffffffffff' where id = $1",
    values: [shop.account],
  });
  expect(await logoFor(logo, means())).toEqual([]);
  expect((await mailOf(await confirmedBy(shop, ADA, DINNER_SET), "order_created")).params).toMatchObject({
    brand: "Northwind Studio",
    logo: { hash: "ffffffffffffffff", width: 1, height: 1 },
  });
});

test("the operator's logo stands at the foot of a seller's mail, and at the head of its own, in dark mode on white", async () => {
  const mail = await mailOf(await fundedBy(shop, ADA, { title: "Bowl", amount: "30.00" }), "order_funded");
  const invited = {
    template: "seller_code",
    params: { purpose: "sign_up", code: "123456", minutes: 10, locale: "en" },
  };
  expect(renderMail(mail, "https://pay.example").html).not.toContain("operator@mail");
  const logo = { type: "image/png", width: 240, height: 80, content: PNG, hash: HASH } as const;
  useOperatorIdentity({ ...UNNAMED, name: "Acme Pay", logo });
  try {
    const { html, operatorLogo } = renderMail(mail, "https://pay.example");
    const [, foot = ""] = html.split("<h1");
    expect(foot).toMatch(
      /<img src="cid:operator@mail" width="120" height="40" alt="Acme Pay" style="[^"]*background:#ffffff/,
    );
    expect(operatorLogoFor(operatorLogo)).toEqual([
      { name: "operator.png", type: "image/png", content: PNG, id: "operator@mail" },
    ]);
    const [head = "", rest = ""] = renderMail(invited, "https://pay.example").html.split("<h1");
    expect(head).toContain('<img src="cid:operator@mail" width="120" height="40" alt=""');
    expect(rest).not.toContain("<img");
  } finally {
    useOperatorIdentity(UNNAMED);
  }
  expect(operatorLogoFor(null)).toEqual([]);
});
