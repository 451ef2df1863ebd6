/** Names as buyers read them: one line, of which every letter is seen. */

/** Of these scripts, of marks and of pictures, a joiner is a part of the word; anywhere else it is not seen. */
const JOINED =
  /(?<!\ufe0f|[\p{M}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Khmer}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\u200c|\u200d)/gu;
/** Not drawn, or drawn as nothing: marks that turn the letters after them, spaces without width, fillers. Which look of a picture is meant stays. */
const UNSEEN = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

export const plainLine = (text: string): string =>
  text.toWellFormed().replaceAll(BREAKS, " ").replaceAll(UNSEEN, "").replaceAll(JOINED, "").trim();
