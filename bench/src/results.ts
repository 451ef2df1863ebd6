/** bench/results.md: the table of load, and below it what visits of buyers come to. Each is measured and written by itself. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FILE = fileURLToPath(new URL("../results.md", import.meta.url));
const VISITS = "## Visits of buyers";

type Parts = { readonly load: string; readonly visits: string };

function read(): Parts {
  const text = existsSync(FILE) ? readFileSync(FILE, "utf8") : "";
  const at = text.indexOf(VISITS);
  return at < 0 ? { load: text, visits: "" } : { load: text.slice(0, at), visits: text.slice(at) };
}

const write = (parts: readonly string[]): void =>
  writeFileSync(
    FILE,
    `${parts
      .map((part) => part.trim())
      .filter(Boolean)
      .join("\n\n")}\n`,
  );

export const writeLoad = (text: string): void => write([`# Results\n\n${text}`, read().visits]);

export const writeVisits = (text: string): void => write([read().load || "# Results", `${VISITS}\n\n${text}`]);
