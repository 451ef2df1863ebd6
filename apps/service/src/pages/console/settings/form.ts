/** What the forms of the settings share. */
import { tidy } from "../../../domain/typed.js";

/** What is wrong with fields, by their names. */
export type Problems<Name extends string> = { readonly [Key in Name]?: string };

/** One line, whatever was pasted. */
export const oneLine = (text: string | undefined): string =>
  tidy((text ?? "").replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " "));
