/** The mail to the owners of an account whose domain no longer leads to their checkout. */
import { given } from "./given.js";
import type { Letter } from "./letter.js";
import { consoleLanguage, type ParamsOf, text } from "./params.js";
import { sellerMailWords } from "./seller/words.js";

export const DOMAIN_LOST_FIELDS = {
  locale: consoleLanguage,
  domain: text,
  trading_name: text,
  seller_code: text,
} as const;

const messages = sellerMailWords("domainLost");

const NAME_MAX = 80;

export function domainLostLetter(params: ParamsOf<typeof DOMAIN_LOST_FIELDS>, publicUrl: string): Letter {
  const { locale, domain, trading_name, seller_code } = params;
  const words = messages(locale);
  const name = given(domain, NAME_MAX);
  return {
    locale,
    subject: words.subject({ domain: name }),
    blocks: [
      { say: words.lead({ domain: name, seller: given(trading_name, NAME_MAX) }) },
      { say: words.how },
      { link: { label: words.open, url: `${publicUrl}/console/${encodeURIComponent(seller_code)}/settings/domain` } },
    ],
    footer: sellerMailWords("access")(locale).footer,
  };
}
