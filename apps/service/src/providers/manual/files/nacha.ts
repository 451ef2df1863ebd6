/**
 * Credits as the ACH network of the United States takes them (Nacha, "ACH File Structure"): one batch of CCD or PPD entries in lines of 94
 * signs. The bank debits the whole; the account's statement names the batch, or each entry by its id.
 */
import { bankText } from "../../../domain/bank-text.js";
import type { BatchContent, BatchOrder } from "../../../domain/batches.js";
import { NACHA_MOST, type NachaFormat } from "../../../domain/rails.js";
import { bankPayee } from "./payee.js";

const BLOCK = 10;
const LINE = 94;

/** @param given.at Unix seconds. @param given.before files of the rail on the same day before this one, at most 35: a sign tells them apart. */
export function writeNacha(
  format: NachaFormat,
  batch: BatchContent,
  { at, before }: { readonly at: number; readonly before: number },
): Buffer {
  const time = new Date(at * 1000).toISOString();
  const modifier = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".charAt(before);
  if (modifier === "") throw new Error("the day has no more signs for files");
  const origin = format.routing.slice(0, 8);
  const entries = batch.orders.map((order) => entryOf(order, origin));
  // Of the first eight digits of each bank, as much as ten digits hold.
  const hash =
    batch.orders.reduce((sum, { payee }) => sum + BigInt(routingOf(payee).slice(0, 8)), 0n) % 10_000_000_000n;
  const totals = digits(hash, 10) + digits(0, 12) + digits(batch.total, 12);
  const six = (iso: string): string => iso.slice(2, 10).replaceAll("-", "");
  const lines = [
    `101 ${format.routing}${format.companyId}${six(time)}${time.slice(11, 16).replace(":", "")}${modifier}094101${plain(
      format.bankName,
      23,
    )}${plain(format.companyName, 23)}${plain("", 8)}`,
    `5220${plain(format.companyName, 16)}${plain(batch.code, 20)}${format.companyId}${format.entries}${plain(
      format.description,
      10,
    )}${six(time)}${six(nextWorkday(at))}   1${origin}${digits(1, 7)}`,
    ...entries,
    `8220${digits(entries.length, 6)}${totals}${format.companyId}${plain("", 25)}${origin}${digits(1, 7)}`,
  ];
  const blocks = Math.ceil((lines.length + 1) / BLOCK);
  lines.push(`9${digits(1, 6)}${digits(blocks, 6)}${digits(entries.length, 8)}${totals}${plain("", 39)}`);
  while (lines.length < blocks * BLOCK) lines.push("9".repeat(LINE));
  const wrong = lines.find((line) => line.length !== LINE);
  if (wrong !== undefined) throw new Error("a line of the file has not 94 signs");
  return Buffer.from(`${lines.join("\n")}\n`, "ascii");
}

function entryOf({ line, code, amount, payee }: BatchOrder, origin: string): string {
  const { name, number, details } = bankPayee(payee);
  if (amount > NACHA_MOST) throw new Error("an entry holds ten digits of cents");
  const kind = details["account_type"] === "savings" ? "32" : "22";
  return `6${kind}${routingOf(payee)}${plain(number, 17)}${digits(amount, 10)}${plain(code, 15)}${plain(name, 22)}  0${origin}${digits(line, 7)}`;
}

function routingOf(payee: BatchOrder["payee"]): string {
  const routing = bankPayee(payee).details["routing"];
  if (routing === undefined) throw new Error("an entry has no routing number");
  return routing;
}

const plain = (text: string, width: number): string => bankText(text, width).toUpperCase().padEnd(width);
const digits = (value: bigint | number, width: number): string => String(value).padStart(width, "0");

/** The day on which it should be there: the next one, weekends apart. Holidays the bank knows, and moves it on. */
function nextWorkday(at: number): string {
  const day = new Date(at * 1000);
  do day.setUTCDate(day.getUTCDate() + 1);
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6);
  return day.toISOString();
}
