/** What a RAILS_FILE may say, as a JSON schema: published in docs/reference, and what the file is checked by. */
import { DATE_FORMS, ENCODINGS } from "../domain/bank-statements.js";
import { CSV_NAMES, RAIL_METHODS } from "../domain/rails.js";

const text = (maxLength: number, description: string) => ({
  type: "string",
  minLength: 1,
  maxLength,
  pattern: "^\\S(?:[^\\u0000-\\u001f]*\\S)?$",
  description,
});
const amount = (description: string) => ({
  type: "string",
  pattern: "^(?:0|[1-9]\\d{0,9})\\.\\d{2}$",
  description,
});

const FIELD = {
  type: "object",
  required: ["label", "value"],
  additionalProperties: false,
  properties: {
    label: text(60, "What the value is called at the bank, such as Account number or Paybill."),
    value: text(120, "What the payer types. Quote it: YAML drops zeros in front of a number."),
  },
};

const ENCODING = { enum: [...ENCODINGS], default: "utf-8", description: "How the file is written." };
const column = (description: string) => text(80, description);

const OF_ACCOUNT = (format: string, more: object = {}) => ({
  type: "object",
  required: ["format", "account"],
  additionalProperties: false,
  properties: {
    format: { const: format },
    account: text(60, "The IBAN or number that the bank’s file names: a file of another account is refused."),
    ...more,
  },
});

const CSV = {
  type: "object",
  required: ["format", "date", "columns"],
  additionalProperties: false,
  properties: {
    format: { const: "csv" },
    encoding: ENCODING,
    separator: { enum: [",", ";", "\t", "|"], default: ",", description: "Between columns." },
    decimal: { enum: [".", ","], default: ".", description: "Before the cents." },
    date: { enum: [...DATE_FORMS], description: "How days are written." },
    skip: {
      type: "integer",
      minimum: 0,
      maximum: 100,
      default: 0,
      description: "Lines above the names of the columns.",
    },
    columns: {
      type: "object",
      required: ["date", "balance", "text"],
      additionalProperties: false,
      properties: {
        date: column("The day on which the bank booked it."),
        amount: column("The amount, with a minus where money left."),
        in: column("What came in, where each way has a column of its own."),
        out: column("What left."),
        balance: column("The balance after the line: nothing is booked where balances don’t follow from each other."),
        id: column("The bank’s own id of the line, where it has one that is never used again."),
        text: {
          type: "array",
          minItems: 1,
          maxItems: 8,
          items: column("What the payer or the bank wrote."),
          description: "Columns that may bear the reference.",
        },
      },
    },
  },
};

const ascii = (maxLength: number, description: string) => ({
  type: "string",
  minLength: 1,
  maxLength,
  pattern: "^[!-~](?:[ -~]*[!-~])?$",
  description,
});

const BIC = { type: "string", pattern: "^[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$" };

export const EMVCO_QR = {
  type: "object",
  required: ["standard", "accounts", "category", "country", "city"],
  additionalProperties: false,
  properties: {
    standard: { const: "emvco" },
    accounts: {
      type: "array",
      minItems: 1,
      maxItems: 4,
      items: {
        type: "object",
        required: ["tag", "id"],
        additionalProperties: false,
        properties: {
          tag: {
            type: "integer",
            minimum: 26,
            maximum: 51,
            description: "Where the scheme has its account, 26 to 51.",
          },
          id: ascii(32, "The scheme’s globally unique id, such as com.example.pay. At most 32 ASCII characters."),
          fields: {
            type: "object",
            maxProperties: 10,
            propertyNames: { pattern: "^(?:0[1-9]|[1-9][0-9])$", description: "Two digits in quotes, from 01." },
            additionalProperties: ascii(99, "What the scheme puts there, in ASCII."),
            description: 'Values of the scheme by their two digits: "01" often is the merchant’s id.',
          },
        },
      },
      description: "The account, as each scheme that the code is of knows it. Your bank or wallet gives these values.",
    },
    category: {
      type: "string",
      pattern: "^\\d{4}$",
      description: "The merchant category code (ISO 18245), four digits in quotes.",
    },
    country: {
      type: "string",
      pattern: "^[A-Z]{2}$",
      description: "Where the merchant is (ISO 3166, two letters).",
    },
    city: ascii(15, "Where the merchant is. At most 15 ASCII characters."),
    name: ascii(25, "The merchant, as apps show it. Left out for `holder`. At most 25 ASCII characters."),
  },
};

const EPC_QR = {
  type: "object",
  required: ["standard", "iban"],
  additionalProperties: false,
  properties: {
    standard: { const: "epc" },
    iban: text(42, "The IBAN of the account, with or without spaces."),
    bic: { ...BIC, description: "The account’s BIC, where it is outside the European Economic Area." },
    name: text(70, "Whom the code pays. The holder where it is left out. At most 70 characters."),
  },
};

const QR = {
  type: "object",
  required: ["standard"],
  properties: {
    standard: {
      enum: ["emvco", "epc"],
      description:
        "`emvco`: merchant-presented codes, of schemes that take the rail’s currency; Pix is one of them, in BRL. `epc`: SEPA transfers, in EUR",
    },
  },
  discriminator: { propertyName: "standard" },
  oneOf: [EMVCO_QR, EPC_QR],
  description: "A QR code that pays the account, amount and reference included. Left out where the rail has none.",
};

const STATEMENTS = {
  type: "object",
  required: ["format"],
  properties: { format: { enum: ["camt.053", "mt940", "csv"] } },
  discriminator: { propertyName: "format" },
  oneOf: [OF_ACCOUNT("camt.053"), OF_ACCOUNT("mt940", { encoding: ENCODING }), CSV],
  description: "How the account’s statements come, for `holdfast statements import`. Left out where none are imported.",
};

const NINE_DIGITS = { type: "string", pattern: "^\\d{9}$" };
const COUNTRY_LIST = (description: string) => ({
  type: "array",
  minItems: 1,
  maxItems: 250,
  uniqueItems: true,
  items: { type: "string", pattern: "^[A-Z]{2}$" },
  description,
});

/** What every format of files has. */
const OF_FILES = {
  least: amount('The least of one payout, such as "1.00".'),
  most: amount('The most of one payout, such as "10000.00".'),
  countries: COUNTRY_LIST("Countries of accounts that are paid to (ISO 3166), as far as they tell. Left out for all."),
};
const OF_PAYOUTS = (format: string, required: readonly string[], properties: object) => ({
  type: "object",
  required: ["format", "least", "most", ...required],
  additionalProperties: false,
  properties: { format: { const: format }, ...OF_FILES, ...properties },
});

const PAIN = OF_PAYOUTS("pain.001.001.09", ["payees", "debtor"], {
  payees: {
    enum: ["iban", "iban-bic", "us"],
    description: "How sellers name their accounts: by an IBAN, by IBAN and BIC, or by routing number and account.",
  },
  charges: { enum: ["SHAR", "SLEV", "DEBT"], default: "SHAR", description: "Who bears what the banks ask for." },
  debtor: {
    type: "object",
    required: ["account"],
    additionalProperties: false,
    properties: {
      name: text(70, "Who pays, as the bank knows you. The holder where it is left out."),
      account: {
        type: "string",
        pattern: "^[0-9A-Z]{4,34}$",
        description: "The IBAN or number of the account that is debited.",
      },
      bic: { ...BIC, description: "Your bank’s BIC." },
      routing: { ...NINE_DIGITS, description: "Your bank’s routing number, in the United States." },
    },
    oneOf: [{ required: ["bic"] }, { required: ["routing"] }],
    description: "The account that is debited, with the bank’s `bic` or `routing`.",
  },
});

const NACHA = OF_PAYOUTS("nacha", ["company_id", "company_name", "routing", "bank_name"], {
  entries: {
    enum: ["CCD", "PPD"],
    default: "CCD",
    description: "Payments to companies or to persons; ask your bank.",
  },
  company_id: {
    type: "string",
    pattern: "^[0-9A-Z]{10}$",
    description: "Ten signs that your bank gives you, often a 1 and the tax number.",
  },
  company_name: text(16, "Your name, as payees read it."),
  routing: { ...NINE_DIGITS, description: "The routing number of your bank, which the file goes to." },
  bank_name: text(23, "The name of your bank."),
  description: text(10, "What payees read of the purpose. PAYOUT where it is left out."),
});

const CSV_FILE = OF_PAYOUTS("csv", ["columns"], {
  number: {
    enum: ["any", "iban"],
    default: "any",
    description: "How sellers name their accounts: by an IBAN alone, or by any number.",
  },
  fields: {
    type: "array",
    minItems: 1,
    maxItems: 6,
    items: {
      type: "object",
      required: ["id", "label"],
      additionalProperties: false,
      properties: {
        id: { type: "string", pattern: "^[a-z][a-z0-9]{0,23}$", description: "What columns call it, in braces." },
        label: text(60, "As sellers read it."),
        digits: { type: "boolean", default: false, description: "Digits alone." },
        least: { type: "integer", minimum: 1, maximum: 60, default: 1, description: "The fewest signs." },
        most: { type: "integer", minimum: 1, maximum: 60, default: 35, description: "The most signs." },
      },
    },
    description: "What sellers have to say of their accounts besides name, bank and number.",
  },
  encoding: { enum: ["utf-8", "windows-1252"], default: "utf-8", description: "How the file is written." },
  separator: { enum: [",", ";", "\t", "|"], default: ",", description: "Between columns." },
  decimal: { enum: [".", ","], default: ".", description: "Before the cents." },
  date: { enum: [...DATE_FORMS], default: "YYYY-MM-DD", description: "How days are written." },
  header: { type: "boolean", default: true, description: "Whether the first line bears the names of the columns." },
  columns: {
    type: "array",
    minItems: 3,
    maxItems: 40,
    items: {
      type: "object",
      required: ["name", "value"],
      additionalProperties: false,
      properties: {
        name: text(60, "The name of the column."),
        value: {
          type: "string",
          maxLength: 200,
          pattern: "^[^\\u0000-\\u001f]*$",
          description: `A text with names in braces: ${CSV_NAMES.map((one) => `{${one}}`).join(" ")}, and ids of fields.`,
        },
      },
    },
    description: "In order. {number}, {amount} and {reference} have to be there.",
  },
});

const PAYOUTS = {
  type: "object",
  required: ["format"],
  properties: { format: { enum: ["pain.001.001.09", "nacha", "csv"] } },
  discriminator: { propertyName: "format" },
  oneOf: [PAIN, NACHA, CSV_FILE],
  description:
    "How payouts to sellers leave, in files for the bank. Left out for none. Needs `statements`, which say what was paid.",
};

const RAIL = {
  type: "object",
  required: ["id", "name", "method", "currency", "least", "most", "holder", "account"],
  additionalProperties: false,
  properties: {
    id: {
      type: "string",
      pattern: "^[a-z][a-z0-9-]{0,23}$",
      description: "Small letters, digits and hyphens. Payments keep it, so it never changes.",
    },
    name: text(60, "As buyers and operators read it, such as the name of the bank."),
    method: { enum: [...RAIL_METHODS], description: "Under which way to pay buyers find it." },
    currency: {
      type: "string",
      pattern: "^[A-Z]{3}$",
      description:
        "What the account holds (ISO 4217), of two decimals or none. Orders are in USD: a rail in another currency is offered while that has a rate.",
    },
    countries: COUNTRY_LIST("Countries of payers (ISO 3166, two letters), as far as they are known. Left out for all."),
    least: amount('The least of one payment, such as "1.00".'),
    most: amount('The most of one payment, such as "10000.00".'),
    holder: text(120, "Whose account it is."),
    account: { type: "array", minItems: 1, maxItems: 8, items: FIELD, description: "What the payer types, in order." },
    note: text(300, "What else the payer has to know or write."),
    qr: QR,
    days: {
      type: "integer",
      minimum: 0,
      maximum: 90,
      default: 5,
      description: "For how many days after an order gave a payment up its money is still waited for.",
    },
    statements: STATEMENTS,
    payouts: PAYOUTS,
  },
};

export const RAILS_SCHEMA = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Rails of your own (RAILS_FILE)",
  type: "object",
  required: ["rails"],
  additionalProperties: false,
  properties: {
    rails: { type: "array", minItems: 1, maxItems: 20, items: RAIL, description: "The most preferred first." },
  },
};
