/**
 * Arrays as PostgreSQL reads them (manual, "Array Input and Output Syntax"), for half of what the driver takes to write them: most of
 * what a batch sends are columns of its rows.
 */

/** Null where a value is of a kind that is left to the driver. */
export function arrayText(values: readonly unknown[]): string | null {
  let text = "{";
  for (const [at, value] of values.entries()) {
    const element = elementText(value);
    if (element === null) return null;
    text += at === 0 ? element : `,${element}`;
  }
  return `${text}}`;
}

function elementText(value: unknown): string | null {
  if (value === null || value === undefined) return "NULL";
  switch (typeof value) {
    case "string":
      return `"${SPECIAL.test(value) ? escaped(value) : value}"`;
    case "number":
    case "bigint":
    case "boolean":
      return String(value);
    default:
      return Buffer.isBuffer(value) ? `\\\\x${value.toString("hex")}` : null;
  }
}

const SPECIAL = /["\\]/;
const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
