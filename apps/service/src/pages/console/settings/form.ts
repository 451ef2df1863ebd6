/** What the forms of the settings share. */
import { plainLine } from "../../../domain/names.js";

/** What is wrong with fields, by their names. */
export type Problems<Name extends string> = { readonly [Key in Name]?: string };

/** One line, whatever was pasted. */
export const oneLine = (text: string | undefined): string => plainLine(text ?? "");
