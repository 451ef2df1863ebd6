/**
 * How an account at a bank is named so that money can be paid to it: by an IBAN, by the number of a bank in the United States with that of
 * the account, or by what the bank of an operator's own rail asks for.
 */
import { isIban, type Payee } from "./payouts.js";

export type PayeeForm = {
  /** `bank`, `iban`, `us`, or the rail's own: its provider's name. */
  readonly id: string;
  /** As sellers read it; null for those that pages have words for. */
  readonly label: string | null;
  /** `any`: an IBAN or the number of an account. */
  readonly number: "any" | "iban" | "us";
  /** What is asked for besides name, bank and number; each has to be there. */
  readonly details: readonly PayeeDetail[];
};

export type PayeeDetail = {
  /** Small letters and digits; in {@link Payee} under this name. */
  readonly id: string;
  /** Null for those that pages have words for. */
  readonly label: string | null;
} & (
  | { readonly kind: "routing" | "bic" | "account_type" }
  | { readonly kind: "text"; readonly isDigits: boolean; readonly least: number; readonly most: number }
);

export const ACCOUNT_TYPES = ["checking", "savings"] as const;

/** What providers take that say nothing of it. */
export const ANY_ACCOUNT: PayeeForm = { id: "bank", label: null, number: "any", details: [] };
export const IBAN: PayeeForm = { id: "iban", label: null, number: "iban", details: [] };
export const IBAN_AND_BIC: PayeeForm = {
  ...IBAN,
  id: "iban-bic",
  details: [{ id: "bic", label: null, kind: "bic" }],
};
export const US_ACCOUNT: PayeeForm = {
  id: "us",
  label: null,
  number: "us",
  details: [
    { id: "routing", label: null, kind: "routing" },
    { id: "account_type", label: null, kind: "account_type" },
  ],
};

/** The detail in the form in which it is kept; null if it is not valid. */
export function readDetail(detail: PayeeDetail, typed: string): string | null {
  const text = typed.normalize("NFKC").trim().replaceAll(/\s+/g, " ");
  switch (detail.kind) {
    case "routing": {
      const digits = text.replaceAll(/[ -]/g, "");
      return isRoutingNumber(digits) ? digits : null;
    }
    case "bic": {
      const code = text.replaceAll(" ", "").toUpperCase();
      return /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$/.test(code) ? code : null;
    }
    case "account_type":
      return ACCOUNT_TYPES.find((one) => one === text) ?? null;
    case "text": {
      const plain = detail.isDigits ? text.replaceAll(/[ -]/g, "") : text;
      const length = [...plain].length;
      if (length < detail.least || length > detail.most || /\p{C}/u.test(plain)) return null;
      return !detail.isDigits || /^\d+$/.test(plain) ? plain : null;
    }
    default:
      return detail satisfies never;
  }
}

/** Nine digits, of which the last checks the others (ABA): weights 3, 7 and 1, and a sum that ten divides. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === "000000000") return false;
  const sum = [...text].reduce((all, digit, at) => all + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0);
  return sum % 10 === 0;
}

export function fitsNumber({ number: wanted }: Pick<PayeeForm, "number">, number: string): boolean {
  switch (wanted) {
    case "any":
      return true;
    case "iban":
      return isIban(number);
    case "us":
      return /^[0-9A-Z]{4,17}$/.test(number);
    default:
      return wanted satisfies never;
  }
}

/** Whether somebody who pays by the form can pay to the account: exactly what it asks for is there. */
export function isPayable(form: PayeeForm, payee: Payee): boolean {
  if (payee.kind !== "bank") return false;
  const known = payee.details ?? {};
  return (
    fitsNumber(form, payee.number) &&
    Object.keys(known).length === form.details.length &&
    form.details.every((detail) => {
      const value = known[detail.id];
      return value !== undefined && readDetail(detail, value) === value;
    })
  );
}
