import type { Locale } from "../../../../words/locale.js";
import type { Asked } from "../../../kit/answer.js";
import { failedWords } from "../words.js";

/** What came of the form, as the address tells it; null for nothing of ours. */
export function saidIn({ query: { said, count = "" } }: Pick<Asked, "query">, locale: Locale): string | null {
  const words = failedWords(locale);
  const sent = /^\d{1,3}$/.test(count) ? Number(count) : 0;
  switch (said) {
    case "none":
      return words.said_none;
    case "resent":
      return sent === 0 ? words.said_nothing : words.said_resent({ count: sent });
    case "held":
      return words.said_held({ count: sent });
    default:
      return null;
  }
}
