/**
 * Who runs the service, by its own name: set at the desk or in the environment, and then on every page, mail and paper in every language,
 * with the product's name nowhere but in one line that can be switched off.
 */

import { crc32, deflateSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config/index.js";
import { type GivenIdentity, identityFrom, PRODUCT } from "../../src/domain/operator-identity.js";
import { isReservedName } from "../../src/identity/reserved-name.js";
import { totpUri } from "../../src/identity/totp.js";
import { renderMail } from "../../src/mails/render.js";
import { TEMPLATES } from "../../src/mails/templates.js";
import { readIdentity } from "../../src/pages/desk/identity/form.js";
import { ROUTES } from "../../src/pages/routes.js";
import { drawPaper } from "../../src/papers/pdf.js";
import { billOf } from "../../src/papers/receipt.js";
import { consoleLocales, locales } from "../../src/words/locale.js";
import { operatorIdentity, useOperatorIdentity } from "../../src/words/operator-names.js";
import { UTC } from "../../src/words/zone.js";
import { share } from "../bounds.js";
import { newPerson, type Person } from "../console/seller.js";
import { postFiles } from "../console/upload.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { SAMPLES } from "../mails/samples.js";
import { DINNER_SET, pagePath } from "../pages/orders.js";
import { ADA, fundedBy, orderPath, PDF, signedIn } from "../pages/orders-area.js";
import { AT, billed } from "../papers/papers.js";
import { openSession } from "../stories.js";
import { type Page, textOf, type Visitor } from "../visitor.js";
import { newOperator } from "./operator.js";

const ACME: GivenIdentity = {
  name: "Acme Pay",
  legalName: "Acme Payments Ltd",
  address: "1 Harbour Road\nBristol BS1 4RN",
  registration: "Company no. 09446231, England",
  supportEmail: "support@acme.example",
  termsUrl: "https://acme.example/terms",
};

let world: World;
let shop: Merchant;
let grace: Person;
let ada: Visitor;
let escrow: Json;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant("North Wares");
  await world.db.query({
    name: "test: where the shop is reached",
    text: "update accounts set support_email = 'help@northwares.example', brand_colour = '#9d174d' where id = $1",
    values: [shop.account],
  });
  grace = await newPerson(world, shop, { isOperator: true, name: "Grace" });
  ada = await signedIn(world, ADA);
  escrow = await fundedBy(shop, ADA, DINNER_SET);
});
afterAll(async () => {
  useOperatorIdentity(identityFrom());
  await world.close();
});

/** A PNG of 8 bits a channel with alpha, of one colour. */
function png(pixel: readonly [number, number, number, number], side = 4): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const row = Buffer.from([0, ...Array.from({ length: side }, () => pixel).flat()]);
  const rows = Buffer.concat(Array.from({ length: side }, () => row));
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("the desk", () => {
  const open = async (): Promise<Page> => grace.get("/desk/identity");
  const save = async (fields: Record<string, string>): Promise<Page> => {
    const { html } = await open();
    const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
    return grace.post("/desk/identity", { version, reason: "Our own name", ...fields });
  };

  test("names the operator for all processes, with a line of the audit log; of two changes at a time the later is refused", async () => {
    const another = await world.another();
    const before = /name="version" value="(\d+)"/.exec((await open()).html)?.[1] ?? "";
    const saved = await save({ name: "Acme Pay", legalName: "Acme Payments Ltd", softwareLine: "on" });
    expect([saved.status, saved.headers.get("location")]).toEqual([303, "/desk/identity?said=identity"]);
    expect(operatorIdentity()).toMatchObject({ name: "Acme Pay", legalName: "Acme Payments Ltd" });
    expect(textOf((await ada.get("/")).html)).toContain("Acme Pay");
    const late = await grace.post("/desk/identity", { version: before, reason: "Mine", name: "Other Pay" });
    expect(late.headers.get("location")).toContain("said=stale");
    const [line] = await world.db.query<Json>({
      name: "test: the line of the identity",
      text: "select action, before, after, reason from operator_actions where action = 'set_identity' order by id desc limit 1",
    });
    expect(line).toMatchObject({ reason: "Our own name", before: { name: null }, after: { name: "Acme Pay" } });
    await another.close();
  });

  test.each([
    [{ colour: "#fefefe" }, "seen on white"],
    [{ colour: "teal" }, "such as #0a5c8f"],
    [{ name: "Acme <b>" }, "a name of at most 60 characters"],
    [{ supportEmail: "nobody" }, "an email address"],
    [{ termsUrl: "javascript:alert(1)" }, "an http or https URL"],
    [{ reason: "" }, "Give a reason"],
  ])("refuses %j with a sentence, and keeps what was", async (fields, sentence) => {
    const kept = operatorIdentity();
    const refused = await save(fields as Record<string, string>);
    expect(refused.status).toBe(422);
    expect(textOf(refused.html)).toContain(sentence);
    expect(operatorIdentity()).toEqual(kept);
  });

  test("a preview saves nothing", async () => {
    const shown = await save({ do: "preview", name: "Thought Pay", legalName: "Thought Ltd", reason: "" });
    expect(shown.status).toBe(200);
    expect(textOf(shown.html)).toContain("Payments are held by Thought Ltd until you approve");
    expect(operatorIdentity().name).not.toBe("Thought Pay");
  });

  const upload = async (content: Uint8Array, ground = "light"): Promise<Page> => {
    const version = /name="version" value="(\d+)"/.exec((await open()).html)?.[1] ?? "";
    const path = `/desk/identity/logo/${ground}`;
    return postFiles(world, grace, {
      path,
      fields: { version, reason: "Our logo" },
      files: [{ name: "logo.png", content }],
    });
  };

  test.each<readonly [string, Uint8Array, string]>([
    ["what is no picture", PDF, "this is neither"],
    [
      "a hostile SVG",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      "PNG or JPEG",
    ],
    ["one that is huge", png([10, 20, 30, 255], 2001), "other sides"],
    ["white on nothing", png([255, 255, 255, 255]), "can be seen on white"],
    ["nothing at all", png([0, 0, 0, 0]), "can be seen on white"],
  ])("refuses %s as a logo, in a sentence", async (_what, content, sentence) => {
    const refused = await upload(content);
    expect(refused.status).toBe(422);
    expect(textOf(refused.html)).toContain(sentence);
  });

  test("a logo is on pages from an address that names its bytes, and goes again", async () => {
    expect((await upload(png([10, 92, 143, 255]))).status).toBe(303);
    const home = (await ada.get("/")).html;
    const path = /src="(\/brand\/operator\/[0-9a-f]{16})"/.exec(home)?.[1] ?? "";
    const picture = await ada.get(path);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(home).toContain(`<link rel="icon" href="${path}"`);
    const { html } = await open();
    const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
    await postFiles(world, grace, {
      path: "/desk/identity/logo/light",
      fields: { version, reason: "Another soon", do: "remove" },
      files: [],
    });
    expect((await ada.get("/")).html).not.toContain("/brand/operator/");
    expect((await ada.get(path)).status).toBe(404);
  });

  test("what the environment sets is shown, and stays", async () => {
    const fixed = await startWorld({ operator: { name: "Fixed Pay" } });
    const operator = await newOperator(fixed);
    const page = await operator.get("/desk/identity");
    expect(textOf(page.html)).toContain("Set by OPERATOR_NAME in the environment.");
    const version = /name="version" value="(\d+)"/.exec(page.html)?.[1] ?? "";
    await operator.post("/desk/identity", { version, reason: "Mine", name: "Mine", legalName: "Mine Ltd" });
    expect(operatorIdentity()).toMatchObject({ name: "Fixed Pay", legalName: "Mine Ltd" });
    await fixed.close();
  });
});

test("links that are typed at the desk stay at the domains of pages and mails", () => {
  const scene = {
    stored: { version: 1, given: {} },
    fixed: {},
    homes: ["pay.acme.example", "acme.example"],
    mailFrom: "no-reply@acme.example",
    isOfCells: false,
  };
  const typed = { reason: "Ours", termsUrl: "https://acme.example.evil.example/", supportEmail: "a@notacme.example" };
  expect(readIdentity(typed, scene)).toMatchObject({
    texts: null,
    problems: {
      termsUrl: expect.stringContaining("another domain"),
      supportEmail: expect.stringContaining("another domain"),
    },
  });
  const ours = { reason: "Ours", termsUrl: "https://www.acme.example/terms", supportEmail: "help@acme.example" };
  expect(readIdentity(ours, scene)).toMatchObject({ problems: {}, texts: { termsUrl: ours.termsUrl } });
});

describe("with an identity of its own", () => {
  beforeEach(() => useOperatorIdentity(identityFrom(ACME)));

  /** What is typed into a computer names packages and headers; it bears the names that they have. */
  const told = (text: string): string =>
    text
      .replaceAll(/<pre[\s\S]*?<\/pre>|<code[\s\S]*?<\/code>|```[\s\S]*?```|`[^`\n]*`/g, "")
      .replaceAll(/Holdfast-(?:Webhooks|Cell|Line)/g, "");
  const mentions = (text: string): number => told(text).split(PRODUCT).length - 1;

  /** An address of each route, with what there is in this world. */
  const pathOf = (path: string): string =>
    path
      .replaceAll(":seller_code", shop.sellerCode)
      .replaceAll(":code", shop.sellerCode)
      .replaceAll(/:session(?:_id)?\b/g, escrow["checkout_session_id"] ?? escrow["session"] ?? "none")
      .replaceAll(/:escrow(?:_id)?\b/g, escrow["id"])
      .replaceAll(/:milestone(?:_id)?\b/g, escrow["milestones"][0].id)
      .replaceAll(":folder", "guides")
      .replaceAll(":document", "quick-start.md");
  const pages = () =>
    ROUTES.filter(({ method, kind }) => method === "GET" && kind !== "framed").map(({ path }) => pathOf(path));

  const read = async (path: string, lang: string): Promise<string> => {
    const at = `${path}${path.includes("?") ? "&" : "?"}lang=${lang}`;
    const reader = /^\/(?:console|desk)/.test(path) ? grace : ada;
    return (await reader.get(at)).html;
  };

  test.each(locales().map((lang, nth) => [lang, nth] as const))(
    "no page says the product’s name in %s but in the line about the software",
    { timeout: 120_000 },
    async (lang, nth) => {
      const shown = lang === "en" ? pages() : pages().filter((path) => !/^\/(?:desk|docs)/.test(path));
      expect(shown.length).toBeGreaterThan(60);
      const mine = consoleLocales().includes(lang) ? shown : shown.filter((path) => !path.startsWith("/console"));
      // What is on a page is the same in every language but for its words.
      for (const path of lang === "en" ? mine : share(mine, { nth: nth % 4, of: 4 })) {
        const isPreview = path === "/desk/identity";
        // Switched off it is nowhere, but in a preview of what is written down; in English, each page is read with the line as well.
        useOperatorIdentity(identityFrom(ACME, { softwareLine: false }));
        const without = await read(path, lang);
        expect([path, mentions(without)]).toEqual([path, isPreview ? 2 : 0]);
        if (lang !== "en") continue;
        useOperatorIdentity(identityFrom(ACME));
        const withLine = await read(path, lang);
        expect([path, mentions(withLine) <= (isPreview ? 3 : 1)]).toEqual([path, true]);
      }
    },
  );

  test("the line is there, unless it is switched off", async () => {
    expect(textOf((await ada.get("/?lang=en")).html)).toContain("Software by Holdfast");
    useOperatorIdentity(identityFrom(ACME, { softwareLine: false }));
    expect((await ada.get("/?lang=en")).html).not.toContain(PRODUCT);
  });

  test("documents for developers name the operator", async () => {
    const document = JSON.parse((await ada.get("/api/v1/openapi.json")).html);
    expect(document.info).toMatchObject({ title: "Acme Pay Merchant API", contact: { name: "Acme Pay" } });
    for (const path of ["/llms.txt", "/docs.md", "/docs/api", "/docs/guides/quick-start"])
      expect([path, mentions((await ada.get(path)).html) <= 1]).toEqual([path, true]);
    expect(totpUri("ABC", "ada@example.com")).toMatch(/^otpauth:\/\/totp\/Acme%20Pay:.*issuer=Acme\+Pay$/);
  });

  /** Every field that some mail takes. */
  const PARAMS: Json = {
    ...SAMPLES.order_created,
    ...{
      trading_name: "North Wares",
      payout: escrowOf(),
      amount: "99900",
      released: "100",
      refunded: "100",
      release: "100",
    },
    ...{
      refund: "100",
      owed: "100",
      destination: "Bank",
      part: null,
      reason: "Broken",
      dispute: "DS-48210377",
      by: "buyer",
    },
    ...{
      text: "Hello",
      is_inquiry: true,
      after_dispute: false,
      deliver_until: null,
      minutes: 10,
      purpose: "reset",
      files: 1,
    },
    ...{ code: "402917", user_agent: "Firefox", network: "127.0.0.1", subject: "A key", who: "Ada", at: AT, days: 7 },
    ...{
      invitation: "abc",
      role: "owner",
      invited_by: "Ada",
      chargeback: escrowOf(),
      status: "OPEN",
      provider: "stripe",
    },
    ...{ answer_by: null, support_email: "help@northwares.example", colour: "#9d174d", brand: "North Wares" },
    ...{ domain: "pay.northwares.example", token: "abc", after: "new@northwares.example" },
  };
  const CHOICES = {
    what: ["password_changed", "key_created"],
    outcome: ["released", "VERIFIED"],
    status: ["OPEN", "NEEDS_ANSWER", "UNDER_REVIEW"],
    by: ["buyer", "merchant"],
  };
  function escrowOf(): string {
    return "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81";
  }
  /** The mail with the first choice that it takes. */
  function mailOf(template: string, locale: string) {
    const sample = (SAMPLES as Readonly<Record<string, Json>>)[template] ?? {};
    for (const what of CHOICES.what)
      for (const outcome of CHOICES.outcome)
        for (const status of CHOICES.status)
          for (const by of CHOICES.by) {
            try {
              const choices = { what, outcome, status, by };
              return renderMail(
                { template, params: { ...PARAMS, ...choices, ...sample, locale } },
                "https://pay.acme.example",
              );
            } catch {}
          }
    throw new Error(`no parameters of a ${template} mail are complete`);
  }

  test.each(Object.keys(TEMPLATES))("the mail %s names the operator alone, in every language", (template) => {
    for (const locale of locales()) {
      const { subject, text, html, via } = mailOf(template, locale);
      expect(mentions(`${subject} ${text} ${html} ${via ?? ""}`), locale).toBe(0);
      expect(text).toContain("Acme Payments Ltd, 1 Harbour Road, Bristol BS1 4RN, Company no. 09446231, England");
    }
  });

  test("a mail about an order comes from the seller by way of the operator, in the seller’s colour", () => {
    const { via, html, text } = renderMail(
      {
        template: "order_created",
        params: {
          ...PARAMS,
          ...SAMPLES.order_created,
          brand: "North Wares",
          colour: "#9d174d",
          support_email: "help@northwares.example",
        },
      },
      "https://pay.acme.example",
    );
    expect(via).toBe("North Wares via Acme Pay");
    expect(html).toContain("background:#9d174d;color:#ffffff");
    for (const said of ["help@northwares.example", "support@acme.example"]) {
      expect(text).toContain(said);
      expect(html).toContain(`mailto:${said}`);
    }
  });

  test.each(locales())("a receipt in %s says who holds the money, by its legal name", async (locale) => {
    const paper = billOf(billed(), { kind: "receipt", locale, zone: UTC, at: AT, isSandbox: false });
    const { logo: _, ...words } = paper;
    expect(mentions(JSON.stringify(words))).toBe(0);
    expect(paper.parties.at(-1)?.lines).toEqual([
      "Acme Payments Ltd",
      "Acme Pay",
      "1 Harbour Road",
      "Bristol BS1 4RN",
      "Company no. 09446231, England",
      "support@acme.example",
    ]);
    expect((await drawPaper(paper, AT)).toString("latin1")).not.toContain(PRODUCT);
  });

  test("a buyer sees the seller first, and who holds the money below; whom to ask is on the order", async () => {
    const session = await openSession(shop, DINNER_SET);
    for (const path of [pagePath(shop, session), orderPath(shop, escrow)]) {
      const { html } = await ada.get(`${path}?lang=en`);
      const head = textOf(/<header[\s\S]*?<\/header>/.exec(html)?.[0] ?? "");
      expect(head.indexOf("North Wares")).toBeGreaterThanOrEqual(0);
      expect(head).toContain("Payments are held by Acme Payments Ltd until you approve");
      expect(head.indexOf("North Wares")).toBeLessThan(head.indexOf("Acme"));
    }
    const order = (await ada.get(`${orderPath(shop, escrow)}?lang=en`)).html;
    expect(order).toContain("mailto:help@northwares.example");
    expect(order).toContain("mailto:support@acme.example");
    expect(order).toContain('href="https://acme.example/terms"');
  });

  test("no seller goes by the operator’s name, or by the product’s", () => {
    for (const name of ["Acme Pay", "ACME  PAY", "Acme-Pay Shop", "Acme Payments Ltd", "Holdfast"])
      expect([name, isReservedName(name)]).toEqual([name, true]);
    for (const name of ["Acme Tools", "Payday Goods"]) expect([name, isReservedName(name)]).toEqual([name, false]);
  });
});

describe("the environment", () => {
  test.each([
    ["OPERATOR_NAME", "a<b"],
    ["OPERATOR_COLOR", "#ffffff"],
    ["OPERATOR_SUPPORT_EMAIL", "nobody"],
    ["OPERATOR_TERMS_URL", "javascript:alert(1)"],
    ["OPERATOR_LOGO", "/nowhere/logo.png"],
    ["OPERATOR_SOFTWARE_LINE", "yes"],
  ])("%s=%s stops the start with one sentence", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}=.* is not usable: it takes [^\\n]+\\.$`));
  });

  test("an earlier name of a variable is told apart", () => {
    expect(() => readConfig({ TERMS_URL: "https://a.example/" })).toThrow(
      "TERMS_URL has another name: set OPERATOR_TERMS_URL.",
    );
  });
});
