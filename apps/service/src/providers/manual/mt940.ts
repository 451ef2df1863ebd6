/** A statement in MT940 (SWIFT, "Customer Statement Message"). The caller joins the pages of a statement. */
import { type BankLine, type BankStatement, StatementProblem, signedAmount } from "../../domain/bank-statements.js";
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

/** In the order of the file. @throws StatementProblem with the number of the line for what can't be read. */
export function readMt940(text: string): readonly BankStatement[] {
  const statements: BankStatement[] = [];
  let open: Open | null = null;
  for (const tag of tagsOf(text)) {
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
        open.lines.at(-1)?.texts.push(...textsOf(tag.value));
        break;
      case "62F":
      case "62M": {
        const { amount, day } = balanceOf(tag);
        if (open.opening === null)
          throw new StatementProblem(`Line ${tag.at}: the statement has no opening balance (:60F:).`);
        const { account, currency, opening, from, lines } = open;
        const clamped = lines.map((line) => ({ ...line, day: Math.min(Math.max(line.day, from), day) }));
        statements.push({
          account: account === "" ? null : account,
          currency,
          opening,
          closing: amount,
          lines: clamped,
        });
        open = null;
        break;
      }
      default:
    }
  }
  if (open !== null) throw new StatementProblem("The last statement has no closing balance (:62F:): the file was cut.");
  return statements;
}

function* tagsOf(text: string): Generator<Tag> {
  let open: { name: string; value: string; at: number } | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [, name, value = ""] = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    if (name !== undefined) {
      if (open !== null) yield open;
      open = { name, value, at: index + 1 };
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
