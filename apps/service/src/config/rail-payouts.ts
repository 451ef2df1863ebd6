/** What a rail of RAILS_FILE says of payouts: its defaults, and what no schema can say of it. */
import { COUNTRIES } from "../domain/countries.js";
import { stepOf } from "../domain/currencies.js";
import { type Cents, CURRENCY, parseMoney } from "../domain/money.js";
import { isRoutingNumber, type PayeeDetail } from "../domain/payees.js";
import { isIban } from "../domain/payouts.js";
import {
  CSV_NAMES,
  type CsvTemplate,
  NACHA_MOST,
  namesIn,
  type PainFormat,
  type RailPayouts,
} from "../domain/rails.js";

type Files = { readonly least: string; readonly most: string; readonly countries?: readonly string[] };
type WrittenPain = Pick<PainFormat, "format" | "payees"> & {
  readonly charges?: PainFormat["charges"];
  readonly debtor: {
    readonly name?: string;
    readonly account: string;
    readonly bic?: string;
    readonly routing?: string;
  };
};
type WrittenNacha = {
  readonly format: "nacha";
  readonly entries?: "CCD" | "PPD";
  readonly company_id: string;
  readonly company_name: string;
  readonly routing: string;
  readonly bank_name: string;
  readonly description?: string;
};
type WrittenCsv = Pick<CsvTemplate, "format" | "columns"> &
  Partial<Pick<CsvTemplate, "number" | "encoding" | "separator" | "decimal" | "date" | "header">> & {
    readonly fields?: readonly {
      readonly id: string;
      readonly label: string;
      readonly digits?: boolean;
      readonly least?: number;
      readonly most?: number;
    }[];
  };
/** What is left out has its default. */
export type WrittenPayouts = Files & (WrittenPain | WrittenNacha | WrittenCsv);

type Found = { readonly path: readonly (string | number)[]; readonly what: string };

/** The first that is wrong; null for what can be used. Paths begin at the rail. */
export function problemInPayouts(
  payouts: WrittenPayouts,
  { currency, hasStatements }: { readonly currency: string; readonly hasStatements: boolean },
): Found | null {
  const found = (what: string, ...path: readonly (string | number)[]): Found => ({ path: ["payouts", ...path], what });
  if (!hasStatements) return found("it takes `statements` beside it, which say what was paid");
  const [least, most] = [parseMoney(payouts.least) as Cents, parseMoney(payouts.most) as Cents];
  if (least < 100n) return found('it takes at least "1.00"', "least");
  if (most < least) return found("it takes no less than `least`", "most");
  if (least % stepOf(currency) !== 0n) return found(`${currency} has no decimals`, "least");
  if (isAmerican(payouts) && currency !== CURRENCY)
    return found(`it pays banks of the United States, in ${CURRENCY} alone`, "format");
  const unknown = (payouts.countries ?? []).findIndex((one) => !COUNTRIES.includes(one));
  if (unknown >= 0) return found("it takes a country of ISO 3166", "countries", unknown);
  switch (payouts.format) {
    case "pain.001.001.09": {
      const { account, routing } = payouts.debtor;
      if (/^[A-Z]{2}\d{2}/.test(account) && !isIban(account))
        return found("it takes an IBAN whose check digits are right", "debtor", "account");
      return routing === undefined || isRoutingNumber(routing) ? null : found(NO_ROUTING, "debtor", "routing");
    }
    case "nacha":
      if (most > NACHA_MOST) return found('it takes at most "99999999.99"', "most");
      return isRoutingNumber(payouts.routing) ? null : found(NO_ROUTING, "routing");
    case "csv":
      return problemInTemplate(payouts, found);
    default:
      return payouts satisfies never;
  }
}

const isAmerican = (payouts: WrittenPayouts): boolean =>
  payouts.format === "nacha" || (payouts.format === "pain.001.001.09" && payouts.payees === "us");

const NO_ROUTING = "it takes a routing number, whose last digit checks the others";

function problemInTemplate(
  { fields = [], columns }: WrittenCsv,
  found: (what: string, ...path: readonly (string | number)[]) => Found,
): Found | null {
  const known = new Set<string>(CSV_NAMES);
  for (const [at, { id, least = 1, most = 35 }] of fields.entries()) {
    if (known.has(id)) return found("another field has this id, or every file has it", "fields", at, "id");
    if (most < least) return found("it takes no less than `least`", "fields", at, "most");
    known.add(id);
  }
  for (const [at, { value }] of columns.entries()) {
    const strange = namesIn(value).find((name) => !known.has(name));
    if (strange !== undefined) return found(`there is nothing called {${strange}}`, "columns", at, "value");
  }
  const named = new Set(columns.flatMap(({ value }) => namesIn(value)));
  const missing = ["number", "amount", "reference", ...fields.map(({ id }) => id)].find((name) => !named.has(name));
  return missing === undefined ? null : found(`no column has {${missing}}`, "columns");
}

/** @param holder of the rail: who pays, where nobody else is named. */
export function payoutsOf(written: WrittenPayouts, holder: string): RailPayouts {
  const bounds = {
    least: parseMoney(written.least) as Cents,
    most: parseMoney(written.most) as Cents,
    countries: written.countries ?? null,
  };
  switch (written.format) {
    case "pain.001.001.09": {
      const { name = holder, account, bic, routing = "" } = written.debtor;
      const bank = bic === undefined ? { routing } : { bic };
      const { format, payees, charges = "SHAR" } = written;
      return { ...bounds, format, payees, charges, debtor: { name, account, bank } };
    }
    case "nacha":
      return {
        ...bounds,
        format: written.format,
        entries: written.entries ?? "CCD",
        companyId: written.company_id,
        companyName: written.company_name,
        routing: written.routing,
        bankName: written.bank_name,
        description: written.description ?? "PAYOUT",
      };
    case "csv": {
      const { least: _, most: __, countries: ___, fields = [], ...template } = written;
      return {
        number: "any",
        encoding: "utf-8",
        separator: ",",
        decimal: ".",
        date: "YYYY-MM-DD",
        header: true,
        ...bounds,
        ...template,
        fields: fields.map(
          ({ id, label, digits = false, least = 1, most = 35 }): PayeeDetail => ({
            id,
            label,
            kind: "text",
            isDigits: digits,
            least,
            most,
          }),
        ),
      };
    }
    default:
      return written satisfies never;
  }
}
