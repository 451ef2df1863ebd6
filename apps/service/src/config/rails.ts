/** Reads RAILS_FILE: the rails of the operator's own, in YAML or JSON. What is wrong is told with its line and field. */
import type { Encoding, StatementFormat } from "../domain/bank-statements.js";
import { COUNTRIES } from "../domain/countries.js";
import { decimalsOf, stepOf } from "../domain/currencies.js";
import { EPC_CURRENCY, EPC_NAME_MAX, type EpcQr } from "../domain/epc-qr.js";
import { isInQr, type MerchantQr, QR_VALUE_MAX, type QrAccount, qrAccountText } from "../domain/merchant-qr.js";
import { type Cents, parseMoney } from "../domain/money.js";
import { isIban, readAccountNumber } from "../domain/payouts.js";
import type { Rail, RailField } from "../domain/rails.js";
import { type Found, openReader } from "./checked-file.js";
import { payoutsOf, problemInPayouts, type WrittenPayouts } from "./rail-payouts.js";
import { EMVCO_QR, RAILS_SCHEMA } from "./rails-schema.js";
import type { Settings } from "./settings.js";

type Written = Omit<Rail, "least" | "most" | "countries" | "note" | "qr" | "days" | "statements" | "payouts"> & {
  readonly least: string;
  readonly most: string;
  readonly countries?: readonly string[];
  readonly note?: string;
  readonly qr?: WrittenQr;
  readonly days?: number;
  readonly account: readonly RailField[];
  readonly statements?: WrittenStatements;
  readonly payouts?: WrittenPayouts;
};
type WrittenQr = WrittenMerchantQr | WrittenEpcQr;
type WrittenEpcQr = Pick<EpcQr, "iban"> & { readonly standard: "epc"; readonly bic?: string; readonly name?: string };
type WrittenMerchantQr = Omit<MerchantQr, "accounts" | "name"> & {
  readonly standard: "emvco";
  readonly accounts: readonly (Omit<QrAccount, "fields"> & Partial<QrAccount>)[];
  readonly name?: string;
};
/** What is left out has its default. */
type WrittenStatements =
  | Extract<StatementFormat, { format: "camt.053" }>
  | (Omit<Extract<StatementFormat, { format: "mt940" }>, "encoding"> & { readonly encoding?: Encoding })
  | (Pick<Csv, "format" | "date" | "columns"> & Partial<Csv>);
type Csv = Extract<StatementFormat, { format: "csv" }>;

/** None, with the problem told, where the file can't be used. */
export function readRails({ text, problem }: Settings): readonly Rail[] {
  const path = text("RAILS_FILE");
  if (path === "") {
    problem("RAILS_FILE is not set: PROVIDERS=manual takes a file of rails in YAML or JSON.");
    return [];
  }
  const read = readFile(path);
  if ("value" in read) return read.value.rails.map(railOf);
  problem(`RAILS_FILE=${path} is not usable: ${read.problem}`);
  return [];
}

const readFile = openReader<{ readonly rails: readonly Written[] }>(RAILS_SCHEMA, problemIn);

/** The first that is wrong and that the schema can't say; null for a file that can be used. */
function problemIn({ rails }: { readonly rails: readonly Written[] }): Found | null {
  const ids = new Set<string>();
  for (const [at, { id, holder, currency, least, most, countries = [], qr, statements, payouts }] of rails.entries()) {
    if (ids.has(id)) return { path: ["rails", at, "id"], what: "another rail has this id" };
    ids.add(id);
    if (decimalsOf(currency) === 3)
      return { path: ["rails", at, "currency"], what: "it takes a currency of two decimals or none" };
    const parted = (
      [
        ["least", least],
        ["most", most],
      ] as const
    ).find(([, one]) => amountOf(one) % stepOf(currency) !== 0n);
    if (parted !== undefined) return { path: ["rails", at, parted[0]], what: `${currency} has no decimals` };
    if (amountOf(least) === 0n) return { path: ["rails", at, "least"], what: 'it takes at least "0.01"' };
    const csv = statements?.format === "csv" ? statements.columns : null;
    if (csv !== null && (csv.amount === undefined) === (csv.in === undefined || csv.out === undefined))
      return { path: ["rails", at, "statements", "columns"], what: "it takes `amount`, or both `in` and `out`" };
    if (amountOf(most) < amountOf(least)) return { path: ["rails", at, "most"], what: "it takes no less than `least`" };
    const unknown = countries.findIndex((one) => !COUNTRIES.includes(one));
    if (unknown >= 0) return { path: ["rails", at, "countries", unknown], what: "it takes a country of ISO 3166" };
    const found =
      payouts === undefined ? null : problemInPayouts(payouts, { currency, hasStatements: statements !== undefined });
    if (found !== null) return { ...found, path: ["rails", at, ...found.path] };
    const inQr = qr === undefined ? null : problemInQr(qr, { holder, currency });
    if (inQr !== null) return { ...inQr, path: ["rails", at, "qr", ...inQr.path] };
  }
  return null;
}

const problemInQr = (qr: WrittenQr, rail: Pick<Written, "holder" | "currency">): Found | null =>
  qr.standard === "epc" ? problemInEpcQr(qr, rail) : problemInMerchantQr(qr, rail);

function problemInEpcQr(
  { iban, name }: WrittenEpcQr,
  { holder, currency }: Pick<Written, "holder" | "currency">,
): Found | null {
  if (currency !== EPC_CURRENCY) return { path: [], what: `a code of EPC is of EUR, and the rail is in ${currency}` };
  if (!isIban(readAccountNumber(iban) ?? ""))
    return { path: ["iban"], what: "it takes an IBAN, check digits included" };
  if (name === undefined && [...holder].length > EPC_NAME_MAX)
    return { path: [], what: `\`name\` is missing: \`holder\` has more than ${EPC_NAME_MAX} characters` };
  return null;
}

function problemInMerchantQr(
  { accounts, country, name }: WrittenMerchantQr,
  { holder, currency }: Pick<Written, "holder" | "currency">,
): Found | null {
  if (!isInQr(currency)) return { path: [], what: `no code can be made in ${currency}` };
  const tags = new Set<number>();
  for (const [at, { tag, id, fields = {} }] of accounts.entries()) {
    if (tags.has(tag)) return { path: ["accounts", at, "tag"], what: "another account has this tag" };
    tags.add(tag);
    if (id.toLowerCase() === PIX && currency !== "BRL")
      return { path: ["accounts", at, "id"], what: `a Pix code is of BRL, and the rail is in ${currency}` };
    const { length } = qrAccountText({ id, fields });
    if (length > QR_VALUE_MAX)
      return {
        path: ["accounts", at],
        what: `it takes ${QR_VALUE_MAX} characters in a code, and this takes ${length}`,
      };
  }
  if (!COUNTRIES.includes(country)) return { path: ["country"], what: "it takes a country of ISO 3166" };
  if (name === undefined && !QR_NAME.test(holder))
    return { path: [], what: "`name` is missing: `holder` is no text of at most 25 ASCII characters" };
  return null;
}

const PIX = "br.gov.bcb.pix";
const QR_NAME = new RegExp(EMVCO_QR.properties.name.pattern);

const amountOf = (text: string): Cents => parseMoney(text) as Cents;

const railOf = ({ least, most, countries = [], note, qr, days = 5, statements, payouts, ...rail }: Written): Rail => ({
  ...rail,
  least: amountOf(least),
  most: amountOf(most),
  countries: countries.length === 0 ? null : countries,
  note: note ?? null,
  qr: qr === undefined ? null : qrOf(qr, rail.holder),
  days,
  statements: statements === undefined ? null : formatOf(statements),
  payouts: payouts === undefined ? null : payoutsOf(payouts, rail.holder),
});

const qrOf = (qr: WrittenQr, holder: string): MerchantQr | EpcQr =>
  qr.standard === "epc"
    ? { iban: readAccountNumber(qr.iban) ?? "", bic: qr.bic ?? null, name: qr.name ?? holder }
    : merchantQrOf(qr, holder);

const merchantQrOf = ({ accounts, category, country, city, name }: WrittenMerchantQr, holder: string): MerchantQr => ({
  accounts: accounts.map((one) => ({ fields: {}, ...one })),
  category,
  country,
  city,
  name: name ?? holder,
});

function formatOf(written: WrittenStatements): StatementFormat {
  switch (written.format) {
    case "camt.053":
      return written;
    case "mt940":
      return { encoding: "utf-8", ...written };
    case "csv":
      return { encoding: "utf-8", separator: ",", decimal: ".", skip: 0, ...written };
    default:
      return written satisfies never;
  }
}
