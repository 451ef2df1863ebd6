/** A paper: what a receipt, an invoice or a statement says, before anybody has drawn it. Pages show it, and a PDF is made of it. */
import type { LogoType } from "../domain/logo.js";
import type { Locale } from "../words/locale.js";

type Column = {
  readonly head: string;
  /** Share of the width, of all columns together. */
  readonly width: number;
  readonly isNumber: boolean;
};

export type Sum = { readonly name: string; readonly amount: string; readonly isTotal: boolean };

export type Section = {
  /** "" for none. */
  readonly heading: string;
  readonly columns: readonly Column[];
  /** A cell a column. */
  readonly rows: readonly (readonly string[])[];
  /** In the place of rows where there are none; "" for nothing. */
  readonly empty: string;
  readonly sums: readonly Sum[];
};

export type Paper = {
  readonly locale: Locale;
  readonly title: string;
  /** What tells it from every other of its kind. */
  readonly number: string;
  /** Above all else, as on a test; "" for none. */
  readonly notice: string;
  /** Whose paper it is. */
  readonly name: string;
  readonly logo: { readonly content: Uint8Array; readonly type: LogoType } | null;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Who is on it, each with what is said of them: a line each. */
  readonly parties: readonly { readonly label: string; readonly lines: readonly string[] }[];
  readonly sections: readonly Section[];
  readonly footer: string;
  readonly pageOf: (at: { readonly page: number; readonly pages: number }) => string;
};

/** More rows than a paper has place for are counted, not drawn. */
export const ROWS_MAX = 500;
