/** What cells of one deployment ask each other. With one cell there is nobody to ask. */

/** A question by its name, with what is asked and what is answered. */
export type Question<Asked, Answer> = { readonly name: string; readonly types?: (asked: Asked) => Answer };

export const question = <Asked, Answer>(name: string): Question<Asked, Answer> => ({ name });

/** What one cell said; `answer` is null where it is away. */
export type FromCell<Answer> = { readonly cell: string; readonly answer: Answer | null };

export type OtherCells = {
  /** Whether this is one cell of several. */
  readonly areThere: boolean;
  /** The name of this one; empty where it is alone. */
  readonly here: string;
  /**
   * Asks each of the others at once, and waits for a bounded time. A cell that can't be reached, is of a version that does not know the
   * question, or fails is away: nobody is left out. Never rejects.
   */
  ask<Asked, Answer>(question: Question<Asked, Answer>, asked: Asked): Promise<readonly FromCell<Answer>[]>;
};

export const NO_OTHER_CELLS: OtherCells = { areThere: false, here: "", ask: async () => [] };

/** How a question is answered here. */
export type Answering = { readonly name: string; answer(asked: unknown): Promise<unknown> };

export const answering = <Asked, Answer>(
  { name }: Question<Asked, Answer>,
  answer: (asked: Asked) => Promise<Answer>,
): Answering => ({ name, answer: (asked) => answer(asked as Asked) });

/** Whole numbers that JSON has no word for. */
const WHOLE = /^(-?\d+)n$/;

/** As JSON, in which whole numbers of any size stay what they are; a text that looks like one has a mark before it. */
export const toText = (value: unknown): string =>
  JSON.stringify({ value }, (_key, one: unknown) => {
    if (typeof one === "bigint") return `${one}n`;
    return typeof one === "string" && /^(\\|-?\d+n$)/.test(one) ? `\\${one}` : one;
  });

/** What {@link toText} wrote. @throws SyntaxError */
export const fromText = (text: string): unknown =>
  (
    JSON.parse(text, (_key, one: unknown) => {
      if (typeof one !== "string") return one;
      if (one.startsWith("\\")) return one.slice(1);
      const whole = WHOLE.exec(one)?.[1];
      return whole === undefined ? one : BigInt(whole);
    }) as { readonly value?: unknown }
  ).value;
