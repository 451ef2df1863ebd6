/** The adapter's statement and balance. */
import { PROVIDER_WORDS } from "@holdfast/contract";
import type { BalanceOf, Money, StatementLine, StatementPage, Unreachable } from "../port.js";
import { Unreadable } from "../unreadable.js";
import {
  currencyIn,
  flagIn,
  type Json,
  listIn,
  objectIn,
  referenceIn,
  signedIn,
  someTextIn,
  textIn,
  timeIn,
  wordIn,
} from "./answers.js";
import type { HttpAsking } from "./client.js";

const LINES_MAX = 1_000;
const CURRENCIES_MAX = 50;
const CURSOR_MAX = 500;

export async function readStatement(
  { ask }: HttpAsking,
  from: number,
  cursor: string | null,
): Promise<StatementPage | Unreachable> {
  const query = new URLSearchParams({ from: String(from), ...(cursor === null ? {} : { cursor }) });
  const answer = await ask({ path: `/statement?${query}`, body: null }, ["page"]);
  if (answer.kind === "unreachable") return answer;
  const { said } = answer;
  return {
    kind: "page",
    lines: listIn(said, "lines", LINES_MAX).map(lineIn),
    cursor: someTextIn(said, "cursor", CURSOR_MAX),
    hasMore: flagIn(said, "has_more"),
    ...(said["is_waiting"] === undefined ? {} : { isWaiting: flagIn(said, "is_waiting") }),
  };
}

function lineIn(said: Json): StatementLine {
  const [amount, fee, net] = [signedIn(said, "amount"), signedIn(said, "fee"), signedIn(said, "net")];
  if (net !== amount - fee) throw new Unreadable("the net of a line is not its amount less its fee");
  return {
    id: textIn(said, "id", 255),
    type: wordIn(said, "type", PROVIDER_WORDS.lines),
    object: someTextIn(said, "object", 255),
    reference: said["reference"] === null ? null : referenceIn(said, "reference"),
    amount,
    fee,
    net,
    currency: currencyIn(said),
    ...(said["of"] === undefined
      ? {}
      : { of: exchangedIn(objectIn(said, "of"), { amount, currency: currencyIn(said) }) }),
    at: timeIn(said, "at"),
    availableAt: timeIn(said, "available_at"),
  };
}

/** What moved, where the provider exchanged it. @param line in whose currency it is no exchange, and whose sign it has. */
function exchangedIn(said: Json, line: Money): Money {
  const of = { amount: signedIn(said, "amount"), currency: currencyIn(said) };
  if (of.currency === line.currency) throw new Unreadable("a line was exchanged for its own currency");
  if (of.amount * line.amount < 0n) throw new Unreadable("what a line was exchanged for has another sign");
  return of;
}

export async function readBalance({ ask }: HttpAsking): Promise<BalanceOf | Unreachable> {
  const answer = await ask({ path: "/balance", body: null }, ["balance"]);
  if (answer.kind === "unreachable") return answer;
  const of = (name: string): readonly Money[] =>
    listIn(answer.said, name, CURRENCIES_MAX).map((one) => ({
      amount: signedIn(one, "amount"),
      currency: currencyIn(one),
    }));
  return { kind: "balance", available: of("available"), pending: of("pending") };
}
