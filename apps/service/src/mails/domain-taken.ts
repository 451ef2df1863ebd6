/** The mail to the owners of an account whose domain an operator took away. */
import { operatorIdentity } from "../words/operator-names.js";
import { given, quoted } from "./given.js";
import type { Letter } from "./letter.js";
import { consoleLanguage, type ParamsOf, text } from "./params.js";
import { sellerMailWords } from "./seller/words.js";

export const DOMAIN_TAKEN_FIELDS = {
  locale: consoleLanguage,
  domain: text,
  /** In the operator's words. */
  reason: text,
  trading_name: text,
  seller_code: text,
} as const;

const messages = sellerMailWords("domainTaken");

const NAME_MAX = 80;
const REASON_MAX = 2_000;

export function domainTakenLetter(params: ParamsOf<typeof DOMAIN_TAKEN_FIELDS>, publicUrl: string): Letter {
  const { locale, domain, reason, trading_name, seller_code } = params;
  const words = messages(locale);
  const name = given(domain, NAME_MAX);
  const { supportEmail } = operatorIdentity();
  return {
    locale,
    subject: words.subject({ domain: name }),
    blocks: [
      { say: words.lead({ domain: name, seller: given(trading_name, NAME_MAX) }) },
      { quote: quoted(reason, REASON_MAX) },
      { say: words.how },
      ...(supportEmail === "" ? [] : [{ say: words.support({ email: supportEmail }) }]),
      { link: { label: words.open, url: `${publicUrl}/console/${encodeURIComponent(seller_code)}/settings/domain` } },
    ],
    footer: sellerMailWords("access")(locale).footer,
  };
}
