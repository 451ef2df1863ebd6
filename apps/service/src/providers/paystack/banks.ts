/** Banks and operators as Paystack calls them: read by currency, and kept for an hour. */
import type { Payee } from "../../domain/payouts.js";
import { monotonicMs } from "../../platform/clock.js";
import type { Currency, Unreachable } from "../port.js";
import { type Json, listOf, textIn, textOr } from "./answers.js";
import { type PaystackClient, unread } from "./client.js";

type Bank = { readonly name: string; readonly slug: string; readonly code: string; readonly type: string };
/** `number`: as Paystack wants it there. */
type Account = { readonly kind: "account"; readonly code: string; readonly number: string };
type NoBank = { readonly kind: "none"; readonly reason: string };

export type Banks = { find(currency: Currency, payee: Payee): Promise<Account | NoBank | Unreachable> };

export const isNoBank = (found: Account | NoBank): found is NoBank => found.kind === "none";

const GOOD_MS = 3_600_000;
const PAGES_MAX = 20;

export function openBanks(client: PaystackClient): Banks {
  const kept = new Map<Currency, { readonly banks: readonly Bank[]; readonly at: number }>();
  const read = async (currency: Currency): Promise<readonly Bank[] | Unreachable> => {
    const known = kept.get(currency);
    if (known !== undefined && monotonicMs() - known.at < GOOD_MS) return known.banks;
    const banks = await readBanks(client, currency);
    if (!("kind" in banks)) kept.set(currency, { banks, at: monotonicMs() });
    return banks;
  };
  return {
    find: async (currency, payee) => {
      const banks = await read(currency);
      if ("kind" in banks) return banks;
      return payee.kind === "bank" ? accountAt(banks, payee) : phoneOf(banks, payee.number);
    },
  };
}

/** By its name, its short name or its code, as the seller wrote it. A name that two banks share finds neither: money could go astray. */
function accountAt(banks: readonly Bank[], { bank, number }: Extract<Payee, { kind: "bank" }>): Account | NoBank {
  const wanted = plain(bank);
  const found = banks.filter(
    (one) =>
      one.type !== "mobile_money" && (plain(one.name) === wanted || plain(one.slug) === wanted || one.code === wanted),
  );
  const [first, ...others] = [...new Map(found.map((one) => [one.code, one])).values()];
  if (first === undefined) return { kind: "none", reason: `Paystack has no bank called ${bank}.` };
  if (others.length > 0) return { kind: "none", reason: `Paystack has several banks called ${bank}: give its code.` };
  return { kind: "account", code: first.code, number };
}

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

/** Numbers are written as in their own country: Kenya's with a nought before. */
function phoneOf(banks: readonly Bank[], phone: string): Account | NoBank {
  const operators = banks.filter(({ type }) => type === "mobile_money");
  const [operator, ...others] = operators;
  if (operator === undefined || others.length > 0)
    return { kind: "none", reason: "A number does not tell Paystack which network it is on." };
  return { kind: "account", code: operator.code, number: phone.replace(/^\+254/, "0") };
}

async function readBanks(client: PaystackClient, currency: Currency): Promise<readonly Bank[] | Unreachable> {
  const banks: Bank[] = [];
  let next: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const answer = await client.get("/bank", { currency, perPage: "100", use_cursor: "true", next });
    if (answer.kind !== "done") return unread(answer);
    banks.push(...listOf(answer.data).filter(isUsable).map(bankIn));
    next = textOr(answer.meta["next"], null);
    if (next === null) return banks;
  }
  return { kind: "unreachable", reason: "there are too many banks" };
}

const isUsable = (one: Json): boolean => one["active"] !== false && one["is_deleted"] !== true;
const bankIn = (one: Json): Bank => ({
  name: textIn(one, "name"),
  slug: textOr(one["slug"], ""),
  code: textIn(one, "code"),
  type: textOr(one["type"], ""),
});
