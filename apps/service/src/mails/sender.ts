/** Whose order a letter is about, at its head and in its colours, and whom the reader writes to. */
import { parseColour } from "../domain/brand.js";
import type { Locale } from "../words/locale.js";
import { operatorIdentity } from "../words/operator-names.js";
import { given } from "./given.js";
import type { Fact, Letter } from "./letter.js";
import { mailWords } from "./words.js";

/** As the outbox has looked it up; null in mails of before it did. */
type SenderParams = {
  readonly locale: Locale;
  readonly seller: string;
  readonly seller_code: string | null;
  readonly brand: string | null;
  readonly logo: { readonly hash: string; readonly width: number; readonly height: number } | null;
  readonly colour: string | null;
  readonly support_email: string | null;
};

const NAME_LENGTH = 80;
const words = mailWords("shared");

export function fromSeller(params: SenderParams): Pick<Letter, "sender" | "contacts"> {
  const { locale, seller, brand, logo, seller_code: sellerCode, colour, support_email: email } = params;
  const name = given(brand === null || brand === "" ? seller : brand, NAME_LENGTH);
  const { supportEmail } = operatorIdentity();
  const contacts: readonly Fact[] = [
    [words(locale).askSeller, email ?? ""],
    [words(locale).askOperator, supportEmail],
  ];
  return {
    sender: {
      name,
      via: words(locale).via({ seller: name }),
      logo: logo === null || sellerCode === null ? null : { sellerCode, ...logo },
      colour: colour === null ? null : parseColour(colour),
    },
    contacts: contacts.filter(([, value]) => value !== ""),
  };
}
