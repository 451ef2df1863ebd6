/** Names that a sentence may bear without being given them: who runs the service, and what it is called. */
import { OPERATOR_NAMES } from "./check.js";

const NAMES: Readonly<Record<string, string>> = { operator: "Holdfast", product: "Holdfast" };

const PLACE = new RegExp(`\\{(${OPERATOR_NAMES.join("|")})\\}`, "g");

/** A text of a catalogue with those names in it; what they contain is never read for places. */
export const withOperatorNames = (text: string): string =>
  text.replaceAll(PLACE, (_, place: string) =>
    (NAMES[place] ?? "").replaceAll("'", "''").replaceAll(/[{}]+/g, (braces) => `'${braces}'`),
  );
