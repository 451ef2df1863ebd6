/** Which characters of a text can be seen: what "blank" means wherever a text must not be. */

/**
 * White space, controls, and what Unicode tells a screen to leave out: joiners, marks of direction, fillers, soft hyphens, tags. With
 * them go the blank pattern of Braille, the marks around annotations, and the notehead that shows nothing.
 */
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{1D159}]/u;

/** Whether nothing of the text would show. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

/**
 * The same characters as a part of a class in a published pattern, spelt out: neither `\s` nor properties are the same everywhere. Those
 * beyond U+FFFF are left to the service, for a class of them is none to an engine that reads UTF-16.
 */
export const INVISIBLE =
  "\\u00A0\\u00AD\\u034F\\u061C\\u115F\\u1160\\u1680\\u17B4\\u17B5\\u180B-\\u180F\\u2000-\\u200F\\u2028-\\u202F\\u205F-\\u206F\\u2800\\u3000\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB";
