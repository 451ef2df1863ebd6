/**
 * How a statement tells the next one on its connection what it found, without a trip to the program in between. What is told is a mark that
 * is used once, so what a connection was told before says nothing.
 */

const SETTING = "'holdfast.passed'";

/** An expression that tells the mark where the condition holds; it has to be evaluated, so its value is to be selected. */
export const setMark = ({ mark, where }: { readonly mark: string; readonly where: string }): string =>
  `set_config(${SETTING}, case when ${where} then ${mark} else '' end, false)`;

/** A condition: the mark was told. It is false where a pooler has sent the two statements to different servers. */
export const hasMark = (mark: string): string => `current_setting(${SETTING}, true) = ${mark}`;
