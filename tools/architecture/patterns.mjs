/** Finds regular expressions that some text of n characters keeps busy for n² steps or more: `/\n+$/`, `/(a+)+b/`. */
import scslre from "scslre";

/** The worst of an expression, and the character that repeated does it; null when every text is read in linear time. */
export function slowness({ source, flags }) {
  const { reports } = scslre.analyse({ source, flags });
  const worst = reports.find(({ exponential }) => exponential) ?? reports[0];
  if (worst === undefined) return null;
  return `takes ${worst.exponential ? "exponential" : "quadratic"} time for many of ${JSON.stringify(worst.character.pick)} in a row`;
}

/** Text that is anchored is the pattern of a JSON schema, which is compiled with the flag `u`. */
export const readPattern = (words) => (/^\^|[^\\]\$$/.test(words) ? { source: words, flags: "u" } : null);

/** What stands between the slashes, and behind the last one. */
export function readLiteral(text) {
  const end = text.lastIndexOf("/");
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}
