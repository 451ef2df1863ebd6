/** What came of a step in a dispute, behind the page that it leads on to. */

export type Said = { readonly tone: "good" | "bad" | "note"; readonly text: string };

const SAID = {
  statement: { tone: "good", text: "It was sent. The buyer is told by mail." },
  offer: { tone: "good", text: "Your offer is on the table. The buyer is told by mail." },
  withdrawn: { tone: "good", text: "Your offer is taken back." },
  declined: { tone: "good", text: "You declined the offer. The buyer is told by mail." },
  accepted: { tone: "good", text: "You agreed. The dispute is settled, and the order is over." },
  stale: {
    tone: "bad",
    text: "Nothing was done: the dispute, or the offer, is not as it was shown any more. See how it is now.",
  },
} as const satisfies Readonly<Record<string, Said>>;
export type SaidCode = keyof typeof SAID;

const isCode = (text: string): text is SaidCode => Object.hasOwn(SAID, text);

/** Null for what is none of ours. */
export const saidOf = (code: string | undefined): Said | null =>
  code !== undefined && isCode(code) ? SAID[code] : null;
