/**
 * Credit transfers as ISO 20022 writes them (pain.001.001.09, "Customer Credit Transfer Initiation"). Each is booked by itself, under our
 * code as its end-to-end id.
 */
import { bankText } from "../../../domain/bank-text.js";
import type { BatchContent, BatchOrder } from "../../../domain/batches.js";
import { formatAmount } from "../../../domain/currencies.js";
import { isIban, type Payee } from "../../../domain/payouts.js";
import type { PainFormat } from "../../../domain/rails.js";
import { bankPayee } from "./payee.js";

/** @param at Unix seconds. */
export function writePain({ debtor, charges }: PainFormat, batch: BatchContent, at: number): Buffer {
  const time = new Date(at * 1000).toISOString();
  const count = tag("NbOfTxs", String(batch.orders.length)) + tag("CtrlSum", formatAmount(batch.total, batch.currency));
  const name = tag("Nm", escaped(bankText(debtor.name, 70)));
  const header = tag(
    "GrpHdr",
    tag("MsgId", batch.code) + tag("CreDtTm", `${time.slice(0, 19)}Z`) + count + tag("InitgPty", name),
  );
  const payment =
    tag("PmtInfId", batch.code) +
    tag("PmtMtd", "TRF") +
    tag("BtchBookg", "false") +
    count +
    tag("ReqdExctnDt", tag("Dt", time.slice(0, 10))) +
    tag("Dbtr", name) +
    tag("DbtrAcct", account(debtor.account) + tag("Ccy", batch.currency)) +
    tag("DbtrAgt", agent(debtor.bank)) +
    tag("ChrgBr", charges) +
    batch.orders.map((order) => transfer(order, batch.currency)).join("");
  const body = tag("CstmrCdtTrfInitn", header + tag("PmtInf", payment));
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${body}</Document>\n`,
  );
}

function transfer({ code, amount, payee }: BatchOrder, currency: string): string {
  const bank = bankOf(payee);
  return tag(
    "CdtTrfTxInf",
    tag("PmtId", tag("InstrId", code) + tag("EndToEndId", code)) +
      tag("Amt", `<InstdAmt Ccy="${currency}">${formatAmount(amount, currency)}</InstdAmt>`) +
      (bank === null ? "" : tag("CdtrAgt", agent(bank))) +
      tag("Cdtr", tag("Nm", escaped(bankText(payee.name, 70)))) +
      tag("CdtrAcct", account(payee.number)) +
      tag("RmtInf", tag("Ustrd", code)),
  );
}

const tag = (name: string, content: string): string => `<${name}>${content}</${name}>`;

/** What {@link bankText} leaves has no other sign that XML wants escaped. */
const escaped = (text: string): string => text.replaceAll("'", "&apos;");

const account = (number: string): string =>
  tag("Id", isIban(number) ? tag("IBAN", number) : tag("Othr", tag("Id", number)));

const agent = (bank: { readonly bic: string } | { readonly routing: string }): string =>
  tag(
    "FinInstnId",
    "bic" in bank
      ? tag("BICFI", bank.bic)
      : tag("ClrSysMmbId", tag("ClrSysId", tag("Cd", "USABA")) + tag("MmbId", bank.routing)),
  );

function bankOf(payee: Payee): Parameters<typeof agent>[0] | null {
  const { bic, routing } = bankPayee(payee).details;
  if (bic !== undefined) return { bic };
  return routing === undefined ? null : { routing };
}
