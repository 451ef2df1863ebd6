/** The mail in which a seller sends a payment link to a customer: our words alone, but for the names of seller and item. */
import { hostedOrigin } from "../domain/hosted-domain.js";
import { usd } from "../words/format.js";
import { directionOf } from "../words/locale.js";
import { BRAND } from "./buyer/fields.js";
import { given } from "./given.js";
import type { Letter } from "./letter.js";
import { amount, language, orNull, type ParamsOf, text } from "./params.js";
import { fromSeller } from "./sender.js";
import { mailWords } from "./words.js";

export const PAYMENT_LINK_FIELDS = {
  title: text,
  /** What the buyer pays, fees included. */
  total: amount,
  /** Path of the page below the public origin. */
  path: text,
  /** The seller's own domain, where its buyers pay there. */
  domain: orNull(text),
  /** Looked up when the mail is written: the language, and who sells. */
  locale: language,
  seller: text,
  seller_code: orNull(text),
  ...BRAND,
} as const;

const messages = mailWords("paymentLink");

const NAME_LENGTH = 80;
const SUBJECT_LENGTH = 60;

export function paymentLinkLetter(params: ParamsOf<typeof PAYMENT_LINK_FIELDS>, publicUrl: string): Letter {
  const { title, total, path, domain, locale, seller } = params;
  const words = messages(locale);
  const shared = mailWords("shared")(locale);
  const around = directionOf(locale);
  const name = given(seller, NAME_LENGTH, around);
  return {
    locale,
    ...fromSeller(params),
    subject: words.subject({ seller: given(seller, SUBJECT_LENGTH, around) }),
    blocks: [
      { say: words.lead({ seller: name }) },
      {
        facts: [
          [shared.order, given(title, NAME_LENGTH)],
          [shared.seller, name],
          [shared.total, usd(total, locale)],
        ],
      },
      { say: words.how },
      { link: { label: words.open, url: `${hostedOrigin(publicUrl, domain)}${path}?lang=${locale}` } },
      { say: words.unknown },
    ],
    footer: words.footer,
  };
}
