/** Files as banks write them, for stories about statements. */
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signedAmount } from "../../../src/domain/bank-statements.js";

export type Line = {
  /** "2026-05-10". */
  readonly day: string;
  /** "12.50", or "-12.50" for what left. */
  readonly amount: string;
  readonly text: string;
  readonly id?: string;
};
export type Sheet = { readonly opening: string; readonly lines: readonly Line[]; readonly account?: string };

const cents = (text: string): bigint => signedAmount(text, ".") as bigint;
const text = (amount: bigint, mark = "."): string => {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, "0");
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
};
const positive = (amount: string): string => amount.replace("-", "");

export const closingOf = ({ opening, lines }: Sheet): string =>
  text(lines.reduce((sum, { amount }) => sum + cents(amount), cents(opening)));

export function csvOf(sheet: Sheet): string {
  let balance = cents(sheet.opening);
  const rows = sheet.lines.map(({ day, amount, text: note }) => {
    balance += cents(amount);
    return `${day},"${note.replaceAll('"', '""')}",${amount},${text(balance)}`;
  });
  return ["Date,Details,Amount,Balance", ...rows].join("\n");
}

export const CSV = {
  format: "csv",
  encoding: "utf-8",
  separator: ",",
  decimal: ".",
  date: "YYYY-MM-DD",
  skip: 0,
  columns: { date: "Date", amount: "Amount", balance: "Balance", text: ["Details"] },
} as const;

const escaped = (note: string): string => note.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

export function camtOf(sheet: Sheet, { version = "08", currency = "USD" } = {}): string {
  const { account = "KE0001234567", lines } = sheet;
  const balance = (code: string, amount: string, day: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${positive(amount)}</Amt><CdtDbtInd>${
      amount.startsWith("-") ? "DBIT" : "CRDT"
    }</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entries = lines.map(
    ({ day, amount, text: note, id }) =>
      `<Ntry><Amt Ccy="${currency}">${positive(amount)}</Amt><CdtDbtInd>${amount.startsWith("-") ? "DBIT" : "CRDT"}</CdtDbtInd><Sts>${
        version === "02" ? "BOOK" : "<Cd>BOOK</Cd>"
      }</Sts><BookgDt><Dt>${day}</Dt></BookgDt>${id === undefined ? "" : `<AcctSvcrRef>${id}</AcctSvcrRef>`}<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Ustrd>${escaped(note)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  const [first, last] = [lines[0]?.day ?? "2026-05-10", lines.at(-1)?.day ?? "2026-05-10"];
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr><Stmt><Id>S1</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>${balance("OPBD", sheet.opening, first)}${balance("CLBD", closingOf(sheet), last)}
${entries.join("\n")}
</Stmt></BkToCstmrStmt></Document>`;
}

const six = (day: string): string => day.replaceAll("-", "").slice(2);
const balanceOf = (amount: string, day: string): string =>
  `${amount.startsWith("-") ? "D" : "C"}${six(day)}USD${positive(amount).replace(".", ",")}`;

export function mt940Of(sheet: Sheet): string {
  const { account = "KE0001234567", lines } = sheet;
  const [first, last] = [lines[0]?.day ?? "2026-05-10", lines.at(-1)?.day ?? "2026-05-10"];
  return [
    ":20:STARTUMS",
    `:25:${account}`,
    ":28C:00123/001",
    `:60F:${balanceOf(sheet.opening, first)}`,
    ...lines.flatMap(({ day, amount, text: note }) => [
      `:61:${six(day)}${six(day).slice(2)}${amount.startsWith("-") ? "D" : "C"}${positive(amount).replace(".", ",")}NTRFNONREF`,
      // Lines of 65 signs at most, wherever that cuts.
      `:86:${(`166?00CREDIT?20${note}`.match(/.{1,60}/g) ?? []).join("\n")}`,
    ]),
    `:62F:${balanceOf(closingOf(sheet), last)}`,
    "-",
  ].join("\r\n");
}

let written = 0;
const folder = fs.mkdtempSync(join(tmpdir(), "holdfast-statements-"));

/** The path of a file with this in it. */
export function fileOf(content: string | Buffer): string {
  written += 1;
  const path = join(folder, `statement-${written}`);
  fs.writeFileSync(path, content);
  return path;
}
