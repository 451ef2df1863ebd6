/** Banks as a provider lists them: kept for an hour, and found by what a seller wrote. */
import { monotonicMs } from "../platform/clock.js";
import { isUnreachable } from "./answers.js";
import type { Currency, Unreachable } from "./port.js";

/** `slug`: a short name; empty where there is none. */
export type Bank = { readonly name: string; readonly slug: string; readonly code: string };
export type NoBank = { readonly kind: "none"; readonly reason: string };
type Found = { readonly kind: "bank"; readonly code: string };

const GOOD_MS = 3_600_000;

/** @param read what the provider has for a currency. */
export function keptBanks<Kept extends Bank>(
  read: (currency: Currency) => Promise<readonly Kept[] | Unreachable>,
): (currency: Currency) => Promise<readonly Kept[] | Unreachable> {
  const kept = new Map<Currency, { readonly banks: readonly Kept[]; readonly at: number }>();
  return async (currency) => {
    const known = kept.get(currency);
    if (known !== undefined && monotonicMs() - known.at < GOOD_MS) return known.banks;
    const banks = await read(currency);
    if (!isUnreachable(banks)) kept.set(currency, { banks, at: monotonicMs() });
    return banks;
  };
}

/**
 * By its name, its short name or its code, as the seller wrote it. A name that two banks share finds neither: money could go astray.
 * @param provider as people call it.
 */
export function bankNamed(banks: readonly Bank[], written: string, provider: string): Found | NoBank {
  const wanted = plain(written);
  const found = banks.filter(
    ({ name, slug, code }) => plain(name) === wanted || (slug !== "" && plain(slug) === wanted) || code === wanted,
  );
  const [code, ...others] = new Set(found.map((one) => one.code));
  if (code === undefined) return { kind: "none", reason: `${provider} has no bank called ${written}.` };
  if (others.length > 0)
    return { kind: "none", reason: `${provider} has several banks called ${written}: give its code.` };
  return { kind: "bank", code };
}

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
