/** Who is asking: a person with a browser says that pages are preferred, a program mostly says nothing. */

/** Whether an Accept header ranks text/html above application/json. */
export function prefersHtml(accept: string | undefined): boolean {
  const ranges = (accept ?? "").split(",").map(readRange);
  return qualityOf("text/html", ranges) > qualityOf("application/json", ranges);
}

type Range = { readonly type: string; readonly quality: number };

function readRange(part: string): Range {
  const [type = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** The most specific range that covers the type decides (RFC 9110, section 12.5.1). */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const covering = [type, `${type.split("/", 1)[0]}/*`, "*/*"];
  for (const name of covering) {
    const range = ranges.find((candidate) => candidate.type === name);
    if (range !== undefined) return range.quality;
  }
  return 0;
}
