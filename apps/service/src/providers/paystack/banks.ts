/** Banks and operators as Paystack calls them: read by currency, and kept for an hour. */
import type { Payee } from "../../domain/payouts.js";
import { isUnreachable } from "../answers.js";
import { type Bank, bankNamed, keptBanks, type NoBank } from "../banks.js";
import type { Currency, Unreachable } from "../port.js";
import { type Json, listOf, textIn, textOr } from "./answers.js";
import { type PaystackClient, unread } from "./client.js";

type Listed = Bank & { readonly type: string };
/** `number`: as Paystack wants it there. */
type Account = { readonly kind: "account"; readonly code: string; readonly number: string };

export type Banks = { find(currency: Currency, payee: Payee): Promise<Account | NoBank | Unreachable> };

export const isNoBank = (found: Account | NoBank): found is NoBank => found.kind === "none";

const PAGES_MAX = 20;

export function openBanks(client: PaystackClient): Banks {
  const read = keptBanks((currency) => readBanks(client, currency));
  return {
    find: async (currency, payee) => {
      const banks = await read(currency);
      if (isUnreachable(banks)) return banks;
      return payee.kind === "bank" ? accountAt(banks, payee) : phoneOf(banks, payee.number);
    },
  };
}

function accountAt(banks: readonly Listed[], { bank, number }: Extract<Payee, { kind: "bank" }>): Account | NoBank {
  const found = bankNamed(
    banks.filter(({ type }) => type !== "mobile_money"),
    bank,
    "Paystack",
  );
  return found.kind === "none" ? found : { kind: "account", code: found.code, number };
}

/** Numbers are written as in their own country: Kenya's with a nought before. */
function phoneOf(banks: readonly Listed[], phone: string): Account | NoBank {
  const operators = banks.filter(({ type }) => type === "mobile_money");
  const [operator, ...others] = operators;
  if (operator === undefined || others.length > 0)
    return { kind: "none", reason: "A number does not tell Paystack which network it is on." };
  return { kind: "account", code: operator.code, number: phone.replace(/^\+254/, "0") };
}

async function readBanks(client: PaystackClient, currency: Currency): Promise<readonly Listed[] | Unreachable> {
  const banks: Listed[] = [];
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
const bankIn = (one: Json): Listed => ({
  name: textIn(one, "name"),
  slug: textOr(one["slug"], ""),
  code: textIn(one, "code"),
  type: textOr(one["type"], ""),
});
