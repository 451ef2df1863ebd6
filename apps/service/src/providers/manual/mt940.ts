/** A statement in MT940 (SWIFT, "Customer Statement Message"). The caller joins the pages of a statement. */
import { type BankLine, type StatementHead, StatementProblem, signedAmount } from "../../domain/bank-statements.js";
import { dayNear, dayOfSix } from "./days.js";

type Tag = { readonly name: string; readonly value: string; readonly at: number };

type Open = {
  account: string;
  currency: string;
  opening: bigint | null;
  /** Of the opening and the closing balance. */
  from: number;
  readonly lines: (Omit<BankLine, "texts"> & { readonly texts: string[] })[];
};

/**
 * Its lines in the order of the file, a page at a time: the day of a line is known by the balances around it.
 * @param heard is told of each page once its lines are through.
 * @throws StatementProblem with the number of the line for what can't be read.
 */
export async function* mt940Lines(
  pieces: AsyncIterable<string>,
  heard: (head: StatementHead) => void,
): AsyncGenerator<BankLine> {
  let open: Open | null = null;
  for await (const tag of tagsOf(pieces)) {
    if (tag.name === "20") {
      if (open !== null)
        throw new StatementProblem(`Line ${tag.at}: the statement before has no closing balance (:62F:).`);
      open = { account: "", currency: "", opening: null, from: 0, lines: [] };
      continue;
    }
    if (open === null) continue;
    switch (tag.name) {
      case "25":
        open.account = tag.value.trim();
        break;
      case "60F":
      case "60M": {
        const { amount, day, currency } = balanceOf(tag);
        open.opening = amount;
        open.currency = currency;
        open.from = day;
        break;
      }
      case "61":
        open.lines.push(lineOf(tag));
        break;
      case "86":
        for (const text of textsOf(tag.value)) open.lines.at(-1)?.texts.push(text);
        break;
      case "62F":
      case "62M": {
        const { amount, day } = balanceOf(tag);
        if (open.opening === null)
          throw new StatementProblem(`Line ${tag.at}: the statement has no opening balance (:60F:).`);
        const { account, currency, opening, from, lines } = open;
        for (const line of lines) yield { ...line, day: Math.min(Math.max(line.day, from), day) };
        heard({ account: account === "" ? null : account, currency, opening, closing: amount });
        open = null;
        break;
      }
      default:
    }
  }
  if (open !== null) throw new StatementProblem("The last statement has no closing balance (:62F:): the file was cut.");
}

async function* rowsOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of pieces) {
    const rows = (rest + piece).split("\n");
    rest = rows.pop() ?? "";
    yield* rows;
  }
  yield rest;
}

async function* tagsOf(pieces: AsyncIterable<string>): AsyncGenerator<Tag> {
  let open: { name: string; value: string; at: number } | null = null;
  let at = 0;
  for await (const row of rowsOf(pieces)) {
    at += 1;
    const line = row.replace(/\r$/, "");
    const [, name, value = ""] = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    if (name !== undefined) {
      if (open !== null) yield open;
      open = { name, value, at };
    } else if (/^(?:-|\{|-\})/.test(line)) {
      if (open !== null) yield open;
      open = null;
    } else if (open !== null) open.value += `\n${line}`;
  }
  if (open !== null) yield open;
}

function balanceOf({ name, value, at }: Tag): { amount: bigint; day: number; currency: string } {
  const [, sign, date = "", currency = "", digits = ""] =
    /^([CD])(\d{6})([A-Z]{3})(\d{1,12},\d{0,2})\s*$/.exec(value) ?? [];
  const [amount, day] = [signedAmount(digits, ","), dayOfSix(date)];
  if (amount === null || day === null)
    throw new StatementProblem(`Line ${at}: the balance :${name}:${value} can’t be read.`);
  return { amount: sign === "D" ? -amount : amount, day, currency };
}

const MOVEMENT = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d{1,12},\d{0,2})([A-Z][A-Z0-9]{3})([^\n]*)(?:\n([\s\S]*))?$/;

function lineOf({ value, at }: Tag): Open["lines"][number] {
  const [, valued = "", entered, sign = "", , digits = "", , references = "", more = ""] = MOVEMENT.exec(value) ?? [];
  const [amount, valueDay] = [signedAmount(digits, ","), dayOfSix(valued)];
  if (amount === null || amount === 0n || valueDay === null)
    throw new StatementProblem(`Line ${at}: the movement :61:${value.split("\n")[0]} can’t be read.`);
  const isIn = sign === "C" || sign === "RD";
  const texts = [...references.split("//"), ...more.split("\n")]
    .map((text) => text.trim())
    .filter((text) => text !== "");
  const day = entered === undefined ? valueDay : dayNear(valueDay, entered);
  return { day, amount: isIn ? amount : -amount, bankId: null, texts };
}

/** Its subfields (?20, ?21 …) and lines are one text each: banks break words anywhere. */
const textsOf = (value: string): readonly string[] => {
  const plain = value.replaceAll("\n", "");
  const purpose = plain
    .split(/\?(?=\d{2})/)
    .map((part, at) => (at === 0 ? part : part.slice(2)))
    .filter((part) => part.trim() !== "");
  return purpose;
};
