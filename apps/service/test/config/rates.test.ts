/** Rates as a file names them, margins, and files that a process does not start with. */
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { problemsOf, readConfig } from "../../src/config/index.js";
import { watchRatesFile } from "../../src/config/rates.js";

const folder = fs.mkdtempSync(join(tmpdir(), "holdfast-rates-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const GOOD = `rates:
  - currency: KES
    rate: "129.35"
    at: 2026-05-10T08:00:00Z
    source: Central Bank of Kenya
  - currency: KWD
    rate: "0.30712"
    at: "2026-05-10T11:00:00.5+03:00"
    source: The operator’s bank
`;

let written = 0;
function write(text: string): string {
  written += 1;
  const path = join(folder, `${written}.yaml`);
  fs.writeFileSync(path, text);
  return path;
}

test("a file is read once for what it says, and again when it says something else", () => {
  const path = write(GOOD);
  expect(readConfig({ RATES_FILE: path }).rates.file).toBe(path);
  const look = watchRatesFile(path);
  const at = Date.UTC(2026, 4, 10, 8) / 1_000;
  expect(look()).toEqual({
    value: [
      { currency: "KES", rate: "129.35", at, source: "Central Bank of Kenya" },
      { currency: "KWD", rate: "0.30712", at, source: "The operator’s bank" },
    ],
  });
  expect(look()).toBeNull();
  fs.renameSync(write(GOOD.replace("129.35", "0")), path);
  expect(look()).toEqual({
    problem: "line 3, rates[1].rate: it takes a decimal greater than 0 of at most 12 digits.",
  });
  expect(look()).toBeNull();
  fs.rmSync(path);
  expect(look()).toEqual({ problem: "it takes a readable file of at most 256 KB." });
  expect(look()).toBeNull();
  fs.writeFileSync(
    path,
    JSON.stringify({ rates: [{ currency: "EUR", rate: "0.9", at: "2026-05-10T08:00:00Z", source: "x" }] }),
  );
  expect(look()).toEqual({ value: [{ currency: "EUR", rate: "0.9", at, source: "x" }] });
});

test.each([
  ["a number for a rate", GOOD.replace('"129.35"', "129.35"), "line 3, rates[1].rate: it takes a text in quotes"],
  ["less than nothing", GOOD.replace("129.35", "-1"), "line 3, rates[1].rate: it has another form"],
  ["nothing", GOOD.replace("129.35", "0.000"), "line 3, rates[1].rate: it takes a decimal greater than 0"],
  ["an exponent", GOOD.replace("129.35", "1e9"), "line 3, rates[1].rate: it has another form"],
  ["thirteen digits", GOOD.replace("129.35", "1234567890123"), "line 3, rates[1].rate: it takes a decimal"],
  ["no source", GOOD.replace("    source: Central Bank of Kenya\n", ""), "line 2, rates[1]: `source` is missing"],
  ["no such day", GOOD.replace("2026-05-10T08", "2026-13-10T08"), "line 4, rates[1].at: there is no such time"],
  ["a time without a zone", GOOD.replace("08:00:00Z", "08:00:00"), "line 4, rates[1].at: it has another form"],
  ["a currency twice", GOOD.replace("KWD", "KES"), "line 6, rates[2].currency: another rate is of this currency"],
  ["dollars", GOOD.replace("KES", "USD"), "line 2, rates[1].currency: every rate is of one US dollar"],
  ["no rates", "rates: []", "line 1, rates: it must NOT have fewer than 1 items"],
  ["a field that there is not", GOOD.replace("at:", "time:"), "line 2, rates[1]: `at` is missing"],
])("a process does not start with %s", (_, text, said) => {
  const path = write(text);
  expect(() => readConfig({ RATES_FILE: path })).toThrow(`RATES_FILE=${path} is not usable: ${said}`);
});

test("margins are percent by currency, and times are seconds", () => {
  const { rates } = readConfig({
    RATE_MARGIN: "*:1.5, KES:2,TZS:0.25",
    RATES_MAX_AGE: "7200",
    QUOTE_GRACE: "0",
  });
  expect(rates).toEqual({
    file: null,
    margins: new Map([
      ["*", 150],
      ["KES", 200],
      ["TZS", 25],
    ]),
    ageMaxSeconds: 7_200,
    quoteGraceSeconds: 0,
  });
  expect(readConfig({}).rates).toEqual({
    file: null,
    margins: new Map(),
    ageMaxSeconds: 86_400,
    quoteGraceSeconds: 3_600,
  });
  for (const margin of ["1.5", "KES", "KES:-1", "KES:50.01", "KES:1.555", "KES:1,KES:2", "USD:1", "*:1,", "kes:1"])
    expect(problemsOf({ RATE_MARGIN: margin }).problems).toEqual([expect.stringContaining("RATE_MARGIN=")]);
});
