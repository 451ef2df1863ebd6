/** Rails of the operator's own as a file names them, and files that a process does not start with. */
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "../../src/config/index.js";
import { RAILS_SCHEMA } from "../../src/config/rails-schema.js";

const folder = fs.mkdtempSync(join(tmpdir(), "holdfast-rails-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const GOOD = `
rails:
  - id: kcb
    name: KCB Bank
    method: bank
    currency: USD
    countries: [KE, UG]
    least: "5.00"
    most: "20000.00"
    holder: Acme Payments Ltd
    account:
      - label: Account number
        value: "0001234567"
      - label: Branch
        value: Moi Avenue
    note: Write the reference as the purpose.
    days: 10
  - id: till
    name: Buy goods
    method: mobile_money
    currency: USD
    least: "1.00"
    most: "500.00"
    holder: Acme Payments Ltd
    account: [{ label: Till, value: "123456" }]
`;

let written = 0;
function read(text: string | Buffer) {
  written += 1;
  const path = join(folder, `${written}.yaml`);
  fs.writeFileSync(path, text);
  return { path, rails: () => readConfig({ PROVIDERS: "manual", RAILS_FILE: path }).providers.manual };
}

test("rails are read from YAML and from JSON alike", () => {
  const { rails } = read(GOOD);
  const manual = rails();
  expect(manual).toMatchObject({ isLive: false });
  expect(manual?.rails).toEqual([
    {
      id: "kcb",
      name: "KCB Bank",
      method: "bank",
      currency: "USD",
      countries: ["KE", "UG"],
      least: 500n,
      most: 2_000_000n,
      holder: "Acme Payments Ltd",
      account: [
        { label: "Account number", value: "0001234567" },
        { label: "Branch", value: "Moi Avenue" },
      ],
      note: "Write the reference as the purpose.",
      qr: null,
      days: 10,
      statements: null,
      payouts: null,
    },
    expect.objectContaining({ id: "till", countries: null, note: null, qr: null, days: 5, statements: null }),
  ]);
  const { least, most, ...till } = manual?.rails[1] ?? ({} as never);
  const json = JSON.stringify({
    rails: [
      {
        ...till,
        countries: undefined,
        note: undefined,
        qr: undefined,
        statements: undefined,
        payouts: undefined,
        least: "1.00",
        most: "500.00",
      },
    ],
  });
  expect(read(json).rails()?.rails).toEqual([{ ...till, least, most }]);
});

test.each([
  [
    "a number for an account",
    GOOD.replace('"0001234567"', "1234567"),
    "line 13, rails[1].account[1].value: it takes a text in quotes",
  ],
  ["an amount without cents", GOOD.replace('"5.00"', '"5"'), "line 8, rails[1].least: it has another form"],
  ["no holder", GOOD.replace("    holder: Acme Payments Ltd\n", ""), "line 3, rails[1]: `holder` is missing"],
  ["a field that there is not", GOOD.replace("note:", "notes:"), "line 16, rails[1].notes: there is no such field"],
  ["no currency", GOOD.replace("currency: USD", "currency: usd"), "line 6, rails[1].currency: it has another form"],
  [
    "a currency of three decimals",
    GOOD.replace("currency: USD", "currency: KWD"),
    "line 6, rails[1].currency: it takes a currency of two decimals or none",
  ],
  [
    "parts of what has no coin",
    GOOD.replace("currency: USD", "currency: UGX").replace('"5.00"', '"5.50"'),
    "line 8, rails[1].least: UGX has no decimals",
  ],
  ["a card", GOOD.replace("method: bank", "method: card"), "line 5, rails[1].method: it takes bank or mobile_money"],
  ["an id twice", GOOD.replace("id: till", "id: kcb"), "line 18, rails[2].id: another rail has this id"],
  [
    "a most below the least",
    GOOD.replace('"500.00"', '"0.50"'),
    "line 23, rails[2].most: it takes no less than `least`",
  ],
  ["nothing as the least", GOOD.replace('"5.00"', '"0.00"'), 'line 8, rails[1].least: it takes at least "0.01"'],
  [
    "a country that there is not",
    GOOD.replace("UG", "XX"),
    "line 7, rails[1].countries[2]: it takes a country of ISO 3166",
  ],
  ["what is no YAML", `${GOOD}\n  - [`, "line 27: Flow sequence"],
  ["a key twice", GOOD.replace("    days: 10\n", "    days: 10\n    days: 11\n"), "line 18: Map keys must be unique"],
  ["anchors", "a: &a [x, x]\nrails: [*a, *a]", "line 1, the file: it takes no anchors and aliases"],
  ["a list alone", "[]", "line 1, the file: it takes fields with values"],
  ["nothing", "", "line 1, the file: it takes fields with values"],
])("a process does not start with %s, and names line and field", (_what, text, said) => {
  const { rails, path } = read(text);
  expect(rails).toThrow(`RAILS_FILE=${path} is not usable: ${said}`);
});

const QR = `{ standard: emvco, accounts: [{ tag: 26, id: com.example.pay, fields: { "01": "0001234567" } }], category: "5999", country: KE, city: Nairobi }`;
const WITH_QR = (qr: string): string => GOOD.replace("    days: 10\n", `    qr: ${qr}\n    days: 10\n`);

const EPC = '{ standard: epc, iban: "BE72 0000 0000 1616" }';
const IN_EUROS = (qr: string): string => WITH_QR(qr).replace("currency: USD", "currency: EUR");

test("a code of SEPA is read, and its account has to be an IBAN", () => {
  const of = (qr: string) => read(IN_EUROS(qr)).rails()?.rails[0]?.qr;
  const code = { iban: "BE72000000001616", bic: null, name: "Acme Payments Ltd" };
  expect(of(EPC)).toEqual(code);
  expect(of(EPC.replace(" }", ", bic: BPOTBEB1, name: Red Cross }"))).toEqual({
    ...code,
    bic: "BPOTBEB1",
    name: "Red Cross",
  });
  expect(read(IN_EUROS(EPC.replace("1616", "1617"))).rails).toThrow("qr.iban: it takes an IBAN, check digits included");
});

test("a QR code is read, with the holder as the merchant's name where none is named", () => {
  const account = { tag: 26, id: "com.example.pay", fields: { "01": "0001234567" } };
  const code = { accounts: [account], category: "5999", country: "KE", city: "Nairobi" };
  const of = (qr: string) => read(WITH_QR(qr)).rails()?.rails[0]?.qr;
  expect(of(QR)).toMatchObject({ ...code, name: "Acme Payments Ltd" });
  expect(of(QR.replace("Nairobi", "Nairobi, name: Acme"))).toMatchObject({ ...code, name: "Acme" });
  const pix = WITH_QR(QR.replace("com.example.pay", "br.gov.bcb.pix")).replace("currency: USD", "currency: BRL");
  expect(read(pix).rails()?.rails[0]).toMatchObject({ currency: "BRL", qr: { accounts: [{ id: "br.gov.bcb.pix" }] } });
});

test.each([
  ["another standard", QR.replace("emvco", "swiss"), "qr.standard: "],
  ["a code of euros", EPC, "qr: a code of EPC is of EUR, and the rail is in USD"],
  [
    "a code of reais",
    QR.replace("com.example.pay", "BR.GOV.BCB.PIX"),
    "qr.accounts[1].id: a Pix code is of BRL, and the rail is in USD",
  ],
  [
    "a tag of cards",
    QR.replace("26", "25"),
    "qr.accounts[1].tag: it must be >= 26 (Where the scheme has its account, 26 to 51)",
  ],
  [
    "a tag twice",
    QR.replace("[{", "[{ tag: 26, id: com.example }, {"),
    "qr.accounts[2].tag: another account has this tag",
  ],
  [
    "a field without two digits",
    QR.replace('"01"', '"1"'),
    "qr.accounts[1].fields: it has another form (Two digits in quotes, from 01)",
  ],
  [
    "the place of the id as a field",
    QR.replace('"01"', '"00"'),
    "qr.accounts[1].fields: it has another form (Two digits in quotes, from 01)",
  ],
  [
    "an account too long for a code",
    QR.replace("0001234567", "1".repeat(90)),
    "qr.accounts[1]: it takes 99 characters in a code, and this takes 113",
  ],
  [
    "a category in words",
    QR.replace('"5999"', "shops"),
    "qr.category: it has another form (The merchant category code",
  ],
  ["a country that there is not", QR.replace("KE", "XX"), "qr.country: it takes a country of ISO 3166"],
  [
    "a city that codes can't say",
    QR.replace("Nairobi", "Bogotá"),
    "qr.city: it has another form (Where the merchant is. At most 15 ASCII characters)",
  ],
  ["a city too long", QR.replace("Nairobi", "Sixteen of ASCII"), "qr.city: it must NOT have more than 15 characters"],
])("a process does not start with %s in a QR code", (_what, qr, said) => {
  expect(read(WITH_QR(qr)).rails).toThrow(`line 17, rails[1].${said}`);
});

test("a holder whom a QR code can't say needs a name beside it", () => {
  const { rails } = read(WITH_QR(QR).replace("Acme Payments Ltd", "Société Générale de Nairobi"));
  expect(rails).toThrow("rails[1].qr: `name` is missing: `holder` is no text of at most 25 ASCII characters");
});

const WITH = (statements: string): string =>
  GOOD.replace("    days: 10\n", `    days: 10\n    statements: ${statements}\n`);

test("how statements come is read with what is left out filled in", () => {
  const columns = "{ date: Date, in: In, out: Out, balance: Balance, text: [Details, Payer] }";
  const of = (statements: string) => read(WITH(statements)).rails()?.rails[0]?.statements;
  expect(of(`{ format: csv, date: DD/MM/YYYY, columns: ${columns} }`)).toEqual({
    format: "csv",
    encoding: "utf-8",
    separator: ",",
    decimal: ".",
    skip: 0,
    date: "DD/MM/YYYY",
    columns: { date: "Date", in: "In", out: "Out", balance: "Balance", text: ["Details", "Payer"] },
  });
  expect(of("{ format: camt.053, account: KE12 }")).toEqual({ format: "camt.053", account: "KE12" });
  expect(of("{ format: mt940, account: KE12 }")).toEqual({ format: "mt940", account: "KE12", encoding: "utf-8" });
});

test.each([
  ["{ format: ofx }", "rails[1].statements"],
  ["{ format: camt.053 }", "rails[1].statements: `account` is missing"],
  [
    "{ format: csv, date: DD/MM/YYYY, columns: { date: a, balance: b, text: [c] } }",
    "rails[1].statements.columns: it takes `amount`, or both",
  ],
  [
    "{ format: csv, date: DD/MM/YYYY, columns: { date: a, amount: d, text: [c] } }",
    "rails[1].statements.columns: `balance` is missing",
  ],
])("statements as %s are refused", (statements, said) => {
  expect(read(WITH(statements)).rails).toThrow(said);
});

test("nor with a file that is missing, or too large, or without one", () => {
  expect(() => readConfig({ PROVIDERS: "manual" })).toThrow(
    "RAILS_FILE is not set: PROVIDERS=manual takes a file of rails",
  );
  expect(() => readConfig({ PROVIDERS: "manual", RAILS_FILE: "/nowhere/rails.yaml" })).toThrow(
    "RAILS_FILE=/nowhere/rails.yaml",
  );
  expect(read(Buffer.alloc(300_000, 0x20)).rails).toThrow("it takes a readable file of at most 256 KB");
});

test("a file is nobody's business where no rails are asked for", () => {
  expect(readConfig({ RAILS_FILE: "/nowhere/rails.yaml" }).providers.manual).toBeNull();
});

test("the schema that is published is the one that files are checked by", () => {
  const published = fs.readFileSync(new URL("../../../../docs/reference/rails.schema.json", import.meta.url), "utf8");
  expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(RAILS_SCHEMA)));
});

const PAYS = (payouts: string) => `
rails:
  - id: kcb
    name: KCB Bank
    method: bank
    currency: USD
    least: "5.00"
    most: "20000.00"
    holder: Acme Payments Ltd
    account: [{ label: Account number, value: "0001234567" }]
    statements: { format: camt.053, account: "0001234567" }
    payouts: ${payouts}
`;
const PAIN =
  '{ format: pain.001.001.09, least: "1.00", most: "900.00", payees: iban, debtor: { account: DE89370400440532013000, bic: DEUTDEFF } }';
const NACHA =
  '{ format: nacha, least: "1.00", most: "900.00", company_id: "1234567890", company_name: Acme, routing: "021000021", bank_name: First Bank }';
const TEMPLATE =
  '{ format: csv, least: "1.00", most: "900.00", fields: [{ id: branch, label: Branch, digits: true, most: 5 }], columns: [{ name: To, value: "{number} {branch}" }, { name: Sum, value: "{amount}" }, { name: Ref, value: "{reference}" }] }';

test("payouts of a rail have their defaults", () => {
  const payoutsIn = (text: string) => read(PAYS(text)).rails()?.rails[0]?.payouts;
  expect(payoutsIn(PAIN)).toEqual({
    format: "pain.001.001.09",
    least: 100n,
    most: 90_000n,
    countries: null,
    payees: "iban",
    charges: "SHAR",
    debtor: { name: "Acme Payments Ltd", account: "DE89370400440532013000", bank: { bic: "DEUTDEFF" } },
  });
  expect(payoutsIn(NACHA)).toMatchObject({ entries: "CCD", description: "PAYOUT", companyId: "1234567890" });
  expect(payoutsIn(TEMPLATE)).toMatchObject({
    separator: ",",
    header: true,
    number: "any",
    fields: [{ id: "branch", label: "Branch", kind: "text", isDigits: true, least: 1, most: 5 }],
  });
});

test.each([
  ["no statements", PAYS(PAIN).replace(/ {4}statements.*\n/, ""), "rails[1].payouts: it takes `statements` beside it"],
  [
    "an account with a typing error",
    PAYS(PAIN.replace("DE89", "DE88")),
    "payouts.debtor.account: it takes an IBAN whose check digits are right",
  ],
  ["two banks", PAYS(PAIN.replace("bic:", 'routing: "021000021", bic:')), "payouts.debtor"],
  [
    "a routing number with a typing error",
    PAYS(NACHA.replace("021000021", "021000012")),
    "payouts.routing: it takes a routing number",
  ],
  ["a column that nothing fills", PAYS(TEMPLATE.replace("{branch}", "{brunch}")), "there is nothing called {brunch}"],
  ["no reference", PAYS(TEMPLATE.replace("{reference}", "x")), "no column has {reference}"],
  ["a field that no column has", PAYS(TEMPLATE.replace(" {branch}", "")), "no column has {branch}"],
  [
    "a field of a name that is taken",
    PAYS(TEMPLATE.replace("id: branch", "id: amount")),
    "another field has this id, or every file has it",
  ],
  ["cents alone", PAYS(NACHA.replace('"1.00"', '"0.50"')), 'payouts.least: it takes at least "1.00"'],
  ["no format of ours", PAYS(NACHA.replace("nacha", "bai2")), "payouts"],
])("payouts with %s stop the start", (_what, text, sentence) => {
  expect(() => read(text).rails()).toThrow(sentence);
});
