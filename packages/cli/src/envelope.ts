/**
 * Cuts a list of the API into the texts of its items. A webhook signs the bytes of an event as they are stored, and the
 * list holds them unchanged; to parse an item and write it again could change them.
 */

/**
 * The items of the list envelope's `data`, byte for byte, without the space between them.
 * @param envelope valid JSON: an object.
 */
export function itemsOf(envelope: string): readonly string[] {
  const data = partsOf(envelope.trim())
    .map(memberOf)
    .findLast(({ name }) => name === "data"); // as JSON.parse has it when a name comes twice
  return data === undefined ? [] : partsOf(data.value);
}

function memberOf(text: string): { readonly name: unknown; readonly value: string } {
  const end = endOfString(text, 0) + 1;
  return { name: JSON.parse(text.slice(0, end)), value: text.slice(text.indexOf(":", end) + 1).trim() };
}

/** What stands between the outermost commas of an object or array. */
function partsOf(container: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 1;
  for (let at = 0; at < container.length; at += 1) {
    const letter = container.charAt(at);
    if (letter === '"') at = endOfString(container, at);
    else if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") depth -= 1;
    if (depth === 0 || (depth === 1 && letter === ",")) {
      const part = container.slice(from, at).trim();
      if (part !== "") parts.push(part);
      from = at + 1;
    }
  }
  return parts;
}

/** Where the quotation mark is that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '"') return at;
    if (letter === "\\") at += 1;
  }
  throw new Error("a string without an end");
}
