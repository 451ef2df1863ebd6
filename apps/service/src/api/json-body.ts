/**
 * From bytes to a JSON value, strictly (decisions, "Requests"): UTF-8 without errors, one value, no key twice in one
 * object, bounded nesting, no text that the database or another reader could not hold. JSON.parse builds the value; the
 * scan before it looks only for what JSON.parse would let pass.
 */
import { LIMITS } from "@holdfast/contract";
import { ApiRefusal } from "./refusal.js";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

const refuse = (field: string, sentence: string): ApiRefusal =>
  new ApiRefusal("validation_failed", { details: { [field]: [sentence] } });

/** Whether this is the type of JSON, in UTF-8. */
export const isJson = (type: string): boolean =>
  /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?;?$/i.test(type.trim());

/**
 * Reads a request body; undefined when it is empty.
 * @throws ApiRefusal `validation_failed` with a sentence under `body`, or under the field that is at fault.
 */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw refuse("body", "The body is not valid UTF-8.");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse("body", `The body is not valid JSON: ${(error as Error).message.slice(0, 120)}.`);
  }
  scan(text);
  // Text is valid UTF-8, so only an escape can bring in a NUL or half a character.
  const unfit = /\\u(?:0000|d[89a-f])/i.test(text) ? findUnfit(value) : null;
  if (unfit !== null) throw refuse(unfit.path.reverse().join(".") || "body", unfit.problem);
  return value;
}

type Level = { readonly keys: Set<string> | null; expectsKey: boolean };

/** Walks text that JSON.parse has accepted: counts levels, and compares the keys of each object. */
function scan(text: string): void {
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const level = levels[levels.length - 1];
    switch (text.charCodeAt(at)) {
      case 0x7b: // {
        levels.push({ keys: new Set(), expectsKey: true });
        break;
      case 0x5b: // [
        levels.push({ keys: null, expectsKey: false });
        break;
      case 0x7d: // }
      case 0x5d: // ]
        levels.pop();
        break;
      case 0x2c: // ,
        if (level?.keys != null) level.expectsKey = true;
        break;
      case 0x22: {
        const end = endOfString(text, at);
        if (level?.keys != null && level.expectsKey) {
          level.expectsKey = false;
          addKey(level.keys, text.slice(at, end + 1));
        }
        at = end;
        break;
      }
      default:
    }
    if (levels.length > LIMITS.bodyNesting) {
      throw refuse("body", `The body is nested more than ${LIMITS.bodyNesting} levels deep.`);
    }
  }
}

/** The index of the quote that closes the string which opens at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at += 1;
  }
}

function addKey(keys: Set<string>, quoted: string): void {
  const key = quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  if (key === "__proto__") throw refuse("body", 'The key "__proto__" is not allowed in any object.');
  if (keys.has(key)) throw refuse("body", `The key ${JSON.stringify(key.slice(0, 80))} occurs twice in one object.`);
  keys.add(key);
}

/** A text that could not be held, and where it stands, innermost name first. */
type Unfit = { readonly problem: string; readonly path: string[] };

/** The first of them. The way to it is written on the way back, since nearly always there is none. */
function findUnfit(value: unknown): Unfit | null {
  if (typeof value === "string") {
    const problem = textProblem(value);
    return problem === null ? null : { problem, path: [] };
  }
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const unfit = findUnfit(value[at]);
      if (unfit !== null) return within(unfit, String(at));
    }
  } else if (typeof value === "object" && value !== null) {
    for (const key of Object.keys(value)) {
      if (textProblem(key) !== null) return { problem: "A key holds a NUL or half a character.", path: [] };
      const unfit = findUnfit((value as Record<string, unknown>)[key]);
      if (unfit !== null) return within(unfit, key);
    }
  }
  return null;
}

function within(unfit: Unfit, name: string): Unfit {
  unfit.path.push(name);
  return unfit;
}

function textProblem(text: string): string | null {
  if (text.includes("\0")) return "Holds a NUL character, which text can't.";
  return text.isWellFormed() ? null : "Holds half a character (a lone surrogate), which text can't.";
}
