/** bench/results.md: ratios over several runs, the table of one whole run, the search, growth, a shop beside us, what rules cost the database, and what visits of buyers come to. Each is measured and written by itself. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FILE = fileURLToPath(new URL("../results.md", import.meta.url));
const PLOT = fileURLToPath(new URL("../growth.svg", import.meta.url));
const HEADS = {
  load: "## One whole run",
  search: "## Search of the console",
  growth: "## Growth",
  medusa: "## Beside a shop of Medusa",
  costs: "## What triggers, constraints and indexes cost",
  visits: "## Visits of buyers",
} as const;

type Section = "ratios" | keyof typeof HEADS;

/** Of the file, in this order. */
const SECTIONS: readonly Section[] = ["ratios", "load", "search", "growth", "medusa", "costs", "visits"];

/** A page of its own. */
export const writeUpgrade = (text: string): void =>
  writeFileSync(fileURLToPath(new URL("../results-upgrade.md", import.meta.url)), text);

function read(): Record<Section, string> {
  const text = existsSync(FILE) ? readFileSync(FILE, "utf8") : "";
  const parts = text.split(/^(?=## )/m);
  const below = (head: string): string => parts.find((part) => part.startsWith(head)) ?? "";
  return {
    ratios: parts[0] || "# Results",
    load: below(HEADS.load),
    search: below(HEADS.search),
    growth: below(HEADS.growth),
    medusa: below(HEADS.medusa),
    costs: below(HEADS.costs),
    visits: below(HEADS.visits),
  };
}

function write(section: Section, text: string): void {
  const all = { ...read(), [section]: text };
  const parts = SECTIONS.map((name) => all[name].trim()).filter(Boolean);
  writeFileSync(FILE, `${parts.join("\n\n")}\n`);
}

const HA_FILE = fileURLToPath(new URL("../results-ha.md", import.meta.url));
/** What stands in bench/results-ha.md behind the failovers, which `npm run ha -- test` writes. */
const HA_HEADS = {
  outage: "## The database of one cell is away",
  moves: "## Moving an account",
} as const;

export function writeCells(section: keyof typeof HA_HEADS, text: string): void {
  const [failovers = "# Failovers\n", ...parts] = readFileSync(HA_FILE, "utf8").split(/^(?=## )/m);
  const told = `${HA_HEADS[section]}\n\n\`npm run bench -- ${section}\` writes this section. ${text}\n`;
  const below = Object.entries(HA_HEADS).flatMap(([name, head]) =>
    name === section ? [told] : parts.filter((part) => part.startsWith(head)),
  );
  writeFileSync(HA_FILE, `${[failovers, ...below].map((part) => part.trim()).join("\n\n")}\n`);
}

/** The file begins with it. */
export const writeRatios = (text: string): void => write("ratios", `# Results\n\n${text}`);

export const writeLoad = (text: string): void => write("load", `${HEADS.load}\n\n${text}`);

export function writeGrowth({ text, plot }: { readonly text: string; readonly plot: string }): void {
  write("growth", `${HEADS.growth}\n\n${text}\n\n![Throughput of operations over stored sessions](growth.svg)`);
  writeFileSync(PLOT, plot);
}

export const writeSearch = (text: string): void => write("search", `${HEADS.search}\n\n${text}`);

export const writeMedusa = (text: string): void =>
  write(
    "medusa",
    `${HEADS.medusa}\n\nCarts with an item and a payment session, three requests each, by 32 buyers, beside checkout sessions by 32 callers, in turns; \`npm run bench -- medusa\`. Medusa's database doesn't wait for its disk, ours does.\n\n${text}`,
  );

export const writeCosts = (text: string): void =>
  write(
    "costs",
    `${HEADS.costs}\n\nMicroseconds of the database's CPU for one row, in statements of many rows; \`npm run bench -- costs\`.\n\n${text}`,
  );

export const writeVisits = (text: string): void => write("visits", `${HEADS.visits}\n\n${text}`);
