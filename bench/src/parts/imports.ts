/** A bank's file of many lines, imported for a rail by the command line: in how much memory, and how fast. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Measured, runMeasured } from "../processes.js";
import type { Row } from "../report.js";
import type { World } from "../world.js";

const ACCOUNT = "KE0001234567";
/** Of each line, in cents. */
const AMOUNT = 1_250;
/** Lines of a day. */
const A_DAY = 500;

const MEGABYTES_MAX = 256;
const SECONDS_MAX = 60;

type Format = { readonly statements: object; readonly file: (lines: number) => string };

const FORMATS: Readonly<Record<"csv" | "camt.053", Format>> = {
  csv: {
    statements: {
      format: "csv",
      date: "YYYY-MM-DD",
      columns: { date: "Date", amount: "Amount", balance: "Balance", text: ["Details"] },
    },
    file: (lines) =>
      [
        "Date,Details,Amount,Balance",
        ...numbers(lines).map((at) => `${dayOf(at)},${textOf(at)},${sum(AMOUNT)},${sum(AMOUNT * (at + 1))}`),
      ].join("\n"),
  },
  "camt.053": {
    statements: { format: "camt.053", account: ACCOUNT },
    file: (lines) =>
      [
        `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>`,
        `<Acct><Id><IBAN>${ACCOUNT}</IBAN></Id><Ccy>USD</Ccy></Acct>`,
        balanceOf("OPBD", 0, dayOf(0)),
        balanceOf("CLBD", AMOUNT * lines, dayOf(lines - 1)),
        ...numbers(lines).map(
          (at) =>
            `<Ntry><Amt Ccy="USD">${sum(AMOUNT)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${dayOf(at)}</Dt></BookgDt><AcctSvcrRef>FT${at}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Ustrd>${textOf(at)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
        ),
        "</Stmt></BkToCstmrStmt></Document>",
      ].join("\n"),
  },
};

export async function measureImports(world: World, { lines }: { lines: number }): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const files = Object.entries(FORMATS).flatMap(([name, format]) =>
    [false, true].map((isMatched) => ({ name, format, lines, isMatched })),
  );
  for (const file of files) {
    const { peakMegabytes, seconds } = await imported(world, file);
    const what = `import of a ${file.name} of ${lines.toLocaleString("en-US")} lines${file.isMatched ? ", each of which pays an order" : ""}`;
    rows.push(
      {
        what: `${what}, seconds`,
        service: `${seconds.toFixed(1)} s`,
        floor: `at most ${SECONDS_MAX} s`,
        ratio: null,
        goal: null,
      },
      {
        what: `${what}, memory`,
        service: `${Math.round(peakMegabytes)} MB`,
        floor: `at most ${MEGABYTES_MAX} MB`,
        ratio: null,
        goal: null,
      },
    );
  }
  return rows;
}

/** @throws when not all of them are kept: a command that is refused ends with 1. */
async function imported(
  { newDatabase, directory }: World,
  { name, format, lines, isMatched }: { name: string; format: Format; lines: number; isMatched: boolean },
): Promise<Measured> {
  const { url, pool } = await newDatabase(`bench_imports_${name.replace(".", "_")}${isMatched ? "_matched" : ""}`);
  const [file, rails] = [join(directory, `statement-${name}`), join(directory, `rails-${name}.json`)];
  writeFileSync(file, format.file(lines));
  writeFileSync(rails, JSON.stringify({ rails: [{ ...RAIL, statements: format.statements }] }));
  const settings = { DATABASE_URL: url, PROVIDERS: "manual", RAILS_FILE: rails };
  await runMeasured(settings, directory, ["migrate"]);
  if (isMatched) await pool.query(EXPECTED, [lines, AMOUNT]);
  const measured = await runMeasured(settings, directory, ["statements", "import", file, "--rail", RAIL.id]);
  const kept = `select count(*)::int as kept from rail_lines where is_read ${isMatched ? "and receipt is not null" : ""}`;
  const { rows } = await pool.query<{ kept: number }>(kept);
  if (rows[0]?.kept !== lines) throw new Error(`${rows[0]?.kept} of ${lines} lines were kept`);
  return measured;
}

const RAIL = {
  id: "bench",
  name: "Bench Bank",
  method: "bank",
  currency: "USD",
  least: "1.00",
  most: "50000.00",
  holder: "Acme Payments Ltd",
  account: [{ label: "IBAN", value: ACCOUNT }],
};

/** The payments that the lines name. */
const EXPECTED = `
  insert into rail_payments (provider, reference, key, amount, currency, created)
  select 'manual-bench', 'HF' || lpad(n::text, 12, '0'), 'HF' || lpad(n::text, 12, '0'), $2, 'USD', service_now()
  from generate_series(0, $1::int - 1) n`;

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);
const sum = (cents: number): string => (cents / 100).toFixed(2);
const dayOf = (at: number): string =>
  new Date(Date.UTC(2026, 0, 1 + Math.floor(at / A_DAY))).toISOString().slice(0, 10);
/** As long as what banks write of a transfer. */
const textOf = (at: number): string =>
  `Transfer from customer ${at} of Nairobi branch reference HF${String(at).padStart(12, "0")}`;
const balanceOf = (code: string, cents: number, day: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${sum(cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
