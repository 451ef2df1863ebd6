/** A statement in camt.053 (ISO 20022, "Bank to Customer Statement"), of any version; read as it comes, for files can be large. */
import { SaxesParser } from "saxes";
import { type BankLine, type StatementHead, StatementProblem, signedAmount } from "../../domain/bank-statements.js";
import { dayIn } from "./days.js";

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d{2}$/;

/** Its elements lie at most fifteen deep. */
const DEPTH_MAX = 64;

type Money = { amount: bigint | null; currency: string; isOut: boolean };
type Balance = Money & { code: string };
type Part = { amount: bigint | null; id: string; readonly texts: string[] };
type Entry = Money & {
  day: number | null;
  id: string;
  status: string;
  readonly texts: string[];
  readonly parts: Part[];
};
type Open = { account: string; readonly balances: Balance[] };

/** Its lines in the order of the file, as they come. @param heard is told of each statement at its end. @throws StatementProblem */
export async function* camtLines(
  pieces: AsyncIterable<string>,
  heard: (head: StatementHead) => void,
): AsyncGenerator<BankLine> {
  let found: (BankLine | StatementHead)[] = [];
  const parser = openParser((one) => found.push(one));
  for await (const piece of pieces) {
    parser.write(piece);
    for (const one of found) {
      if ("day" in one) yield one;
      else heard(one);
    }
    found = [];
  }
  parser.close();
}

/** @param found is told of each line, and of each statement once its lines are through. */
function openParser(found: (one: BankLine | StatementHead) => void): SaxesParser<{ xmlns: true; position: true }> {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const path: string[] = [];
  let statement: Open | null = null;
  let balance: Balance | null = null;
  let entry: Entry | null = null;
  let part: Part | null = null;
  let text = "";
  let isCamt = false;
  const fail = (what: string): never => {
    throw new StatementProblem(`Line ${parser.line}: ${what}`);
  };
  parser.on("error", (error) => {
    throw new StatementProblem(`The file is no XML that can be read, or was cut: ${error.message}.`);
  });
  // A definition in the file could read other files, or grow without end.
  parser.on("doctype", () => fail("a statement has no document type definition."));
  parser.on("opentag", ({ local, uri, attributes }) => {
    if (path.length === 0) {
      isCamt = local === "Document" && NAMESPACE.test(uri);
      if (!isCamt) fail("the file is no camt.053.");
    }
    path.push(local);
    if (path.length > DEPTH_MAX) fail("the file is no camt.053: it is nested too deep.");
    text = "";
    const currency = attributes["Ccy"]?.value;
    if (local === "Stmt") statement = { account: "", balances: [] };
    else if (local === "Bal" && entry === null) balance = { code: "", amount: null, currency: "", isOut: false };
    else if (local === "Ntry")
      entry = { amount: null, currency: "", isOut: false, day: null, id: "", status: "BOOK", texts: [], parts: [] };
    else if (local === "TxDtls" && entry !== null) part = { amount: null, id: "", texts: [] };
    else if (local === "Amt" && currency !== undefined) {
      if (entry !== null && path.at(-2) === "Ntry") entry.currency = currency;
      else if (balance !== null) balance.currency = currency;
    }
  });
  parser.on("text", (more) => {
    if (text.length < 4_000) text += more;
  });
  parser.on("closetag", () => {
    const name = path.pop() ?? "";
    const above = path.at(-1) ?? "";
    const value = text.trim();
    text = "";
    if (statement === null) return;
    if (entry !== null) {
      if (part !== null) inPart(part, { name, above, value });
      else inEntry(entry, { name, above, value, fail });
      if (name === "TxDtls" && part !== null) {
        entry.parts.push(part);
        part = null;
      } else if (name === "Ntry") {
        for (const line of linesOf(entry, fail)) found(line);
        entry = null;
      }
      return;
    }
    if (balance !== null) {
      if (name === "Cd" && path.includes("CdOrPrtry")) balance.code = value;
      else if (name === "Amt") balance.amount = signedAmount(value, ".");
      else if (name === "CdtDbtInd") balance.isOut = value === "DBIT";
      else if (name === "Bal") {
        statement.balances.push(balance);
        balance = null;
      }
      return;
    }
    if ((name === "IBAN" || (name === "Id" && above === "Othr")) && path.at(-3) !== "Ownr" && path.includes("Acct"))
      statement.account ||= value;
    if (name === "Stmt") {
      found(closed(statement, fail));
      statement = null;
    }
  });
  return parser;
}

type Closed = { readonly name: string; readonly above: string; readonly value: string };

/** What may bear our reference, wherever a bank has put it. */
const TEXTS = new Set([
  "EndToEndId",
  "InstrId",
  "TxId",
  "MsgId",
  "PmtInfId",
  "Ustrd",
  "Ref",
  "AddtlTxInf",
  "AddtlNtryInf",
  "NtryRef",
]);

function inPart(part: Part, { name, above, value }: Closed): void {
  if (name === "Amt" && (above === "TxDtls" || above === "TxAmt")) part.amount ??= signedAmount(value, ".");
  else if (name === "AcctSvcrRef") part.id = value;
  // Why it came back stands first: a person reads it.
  else if ((above === "Rsn" || above === "RtrInf") && (name === "Cd" || name === "Prtry" || name === "AddtlInf"))
    part.texts.unshift(value);
  else if (TEXTS.has(name) && value !== "" && value !== "NOTPROVIDED") part.texts.push(value);
}

function inEntry(entry: Entry, { name, above, value, fail }: Closed & { fail: (what: string) => never }): void {
  if (name === "Amt" && above === "Ntry") entry.amount = signedAmount(value, ".");
  else if (name === "CdtDbtInd" && above === "Ntry") entry.isOut = value === "DBIT";
  else if ((name === "Cd" && above === "Sts") || (name === "Sts" && value !== "")) entry.status = value;
  else if ((name === "Dt" || name === "DtTm") && above === "BookgDt") {
    entry.day = dayIn(value.slice(0, 10), "YYYY-MM-DD");
    if (entry.day === null) fail(`the day ${value} can’t be read.`);
  } else if (name === "AcctSvcrRef" && above === "Ntry") entry.id = value;
  else if (TEXTS.has(name) && value !== "" && value !== "NOTPROVIDED") entry.texts.push(value);
}

/** An entry is one line, or one for each of its parts where those have amounts that add up to it. What is not booked yet is none. */
function linesOf(
  { amount, isOut, day, id, status, texts, parts }: Entry,
  fail: (what: string) => never,
): readonly BankLine[] {
  if (status !== "BOOK") return [];
  if (amount === null || amount <= 0n || day === null) return fail("an entry has no amount or no day.");
  const signed = (sum: bigint): bigint => (isOut ? -sum : sum);
  const sum = parts.reduce((all, one) => all + (one.amount ?? 0n), 0n);
  if (parts.length > 1 && sum === amount && parts.every((one) => one.amount !== null && one.amount > 0n))
    return parts.map((one) => ({
      day,
      amount: signed(one.amount as bigint),
      bankId: one.id === "" || one.id === id ? null : one.id,
      texts: [...one.texts, ...texts],
    }));
  return [
    {
      day,
      amount: signed(amount),
      bankId: id === "" ? null : id,
      texts: [...texts, ...parts.flatMap((one) => one.texts)],
    },
  ];
}

function closed({ account, balances }: Open, fail: (what: string) => never): StatementHead {
  const of = (...codes: readonly string[]): Balance | undefined =>
    codes.flatMap((code) => balances.filter((one) => one.code === code))[0];
  const [opening, closing] = [of("OPBD", "PRCD"), of("CLBD")];
  if (opening === undefined || closing === undefined)
    return fail("a statement lacks its opening (OPBD) or closing balance (CLBD).");
  const signed = ({ amount, isOut }: Balance): bigint => {
    if (amount === null) return fail("a balance can’t be read.");
    return isOut ? -amount : amount;
  };
  return {
    account: account === "" ? null : account,
    currency: closing.currency,
    opening: signed(opening),
    closing: signed(closing),
  };
}
