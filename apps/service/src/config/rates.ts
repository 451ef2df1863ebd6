/** Rates of currencies: the file that they come from, margins, and for how long a rate holds. */
import { statSync } from "node:fs";
import { isRate, type Rate } from "../domain/rates.js";
import { type Found, openReader, type ReadFile } from "./checked-file.js";
import { RATES_SCHEMA } from "./rates-schema.js";
import { integer } from "./readers.js";
import type { Settings } from "./settings.js";

export type RatesConfig = {
  /** Null: no rates come from a file. */
  readonly file: string | null;
  /** Basis points by currency; `*` for all others. */
  readonly margins: ReadonlyMap<string, number>;
  /** Older than this a rate is none. */
  readonly ageMaxSeconds: number;
  /** For how long after its quote money still counts at the quoted rate. */
  readonly quoteGraceSeconds: number;
};

export function readRates({ text, optional, problem }: Settings): RatesConfig {
  const path = text("RATES_FILE");
  if (path !== "") {
    const read = readRatesFile(path);
    if ("problem" in read) problem(`RATES_FILE=${path} is not usable: ${read.problem}`);
  }
  return {
    file: path === "" ? null : path,
    margins:
      optional(
        "RATE_MARGIN",
        "currency:percent with at most two decimals, up to 50, separated by commas, such as *:1.5,KES:2",
        marginsIn,
      ) ?? new Map(),
    ageMaxSeconds:
      optional("RATES_MAX_AGE", "a whole number of seconds from 60 to 604800", integer(60, 604_800)) ?? 86_400,
    quoteGraceSeconds:
      optional("QUOTE_GRACE", "a whole number of seconds from 0 to 86400", integer(0, 86_400)) ?? 3_600,
  };
}

function marginsIn(text: string): ReadonlyMap<string, number> | null {
  const margins = new Map<string, number>();
  for (const part of text.split(",")) {
    const [, currency = "", whole = "", tenths = ""] =
      /^(\*|[A-Z]{3}):(\d{1,2})(?:\.(\d{1,2}))?$/.exec(part.trim()) ?? [];
    const points = Number(`${whole}${tenths.padEnd(2, "0")}`);
    if (currency === "" || currency === "USD" || margins.has(currency) || points > MARGIN_MAX) return null;
    margins.set(currency, points);
  }
  return margins;
}

const MARGIN_MAX = 5_000;

type Written = { readonly rates: readonly (Omit<Rate, "at"> & { readonly at: string })[] };

const read = openReader<Written>(RATES_SCHEMA, ({ rates }) => {
  const seen = new Set<string>();
  for (const [at, one] of rates.entries()) {
    const wrong = (field: keyof Rate, what: string): Found => ({ path: ["rates", at, field], what });
    if (one.currency === "USD") return wrong("currency", "every rate is of one US dollar, so USD has none");
    if (seen.has(one.currency)) return wrong("currency", "another rate is of this currency");
    seen.add(one.currency);
    if (!isRate(one.rate)) return wrong("rate", "it takes a decimal greater than 0 of at most 12 digits");
    if (Number.isNaN(Date.parse(one.at))) return wrong("at", "there is no such time");
  }
  return null;
});

/** All rates of a file, or the first thing that is wrong with it. How old they are is not looked at. */
function readRatesFile(path: string): ReadFile<readonly Rate[]> {
  const file = read(path);
  if ("problem" in file) return file;
  return { value: file.value.rates.map((one) => ({ ...one, at: Math.floor(Date.parse(one.at) / 1000) })) };
}

/** A file that changes: what it says, and null as long as it says what it said before. */
export type RatesFile = () => ReadFile<readonly Rate[]> | null;

export function watchRatesFile(path: string): RatesFile {
  let seen = "";
  return () => {
    const state = stateOf(path);
    if (state === seen) return null;
    seen = state;
    return readRatesFile(path);
  };
}

function stateOf(path: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch {
    return "out of reach";
  }
}
