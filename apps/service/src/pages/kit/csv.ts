/** Lists as CSV (RFC 4180), for spreadsheets. */

/**
 * A line. What a spreadsheet would take for a formula begins with an apostrophe (OWASP, "CSV Injection"), and every cell is
 * quoted, so that no separator of any country opens another one.
 */
export const csvRow = (fields: readonly string[]): string =>
  `${fields.map((text) => `"${(/^[\s=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`).join(",")}\r\n`;
