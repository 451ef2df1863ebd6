/** The mails about an account's address: the link that goes to the new one, and what the old one is told. */
import { operatorIdentity } from "../words/operator-names.js";
import { given } from "./given.js";
import type { Letter } from "./letter.js";
import { consoleLanguage, type ParamsOf, text, wholeNumber } from "./params.js";
import { sellerMailWords } from "./seller/words.js";

const OF_ACCOUNT = { locale: consoleLanguage, trading_name: text, seller_code: text } as const;
export const ACCOUNT_EMAIL_LINK_FIELDS = { ...OF_ACCOUNT, token: text, minutes: wholeNumber } as const;
export const ACCOUNT_EMAIL_CHANGED_FIELDS = { ...OF_ACCOUNT, after: text } as const;

const messages = sellerMailWords("accountEmail");

const NAME_MAX = 80;
const EMAIL_MAX = 254;

/** Path of the page that the link opens. */
const accountEmailPath = (sellerCode: string, token: string): string =>
  `/console/account-email/${encodeURIComponent(sellerCode)}/${encodeURIComponent(token)}`;

export function accountEmailLinkLetter(params: ParamsOf<typeof ACCOUNT_EMAIL_LINK_FIELDS>, publicUrl: string): Letter {
  const { locale, trading_name, seller_code, token, minutes } = params;
  const words = messages(locale);
  return {
    locale,
    subject: words.linkSubject,
    blocks: [
      { say: words.linkLead({ account: given(trading_name, NAME_MAX) }) },
      { link: { label: words.linkOpen, url: publicUrl + accountEmailPath(seller_code, token) } },
      { say: words.linkHolds({ minutes }) },
    ],
    footer: words.linkFooter,
  };
}

/** What to do for somebody who didn't expect it: they may have no other way in. */
export function accountEmailChangedLetter(
  params: ParamsOf<typeof ACCOUNT_EMAIL_CHANGED_FIELDS>,
  publicUrl: string,
): Letter {
  const { locale, trading_name, seller_code, after } = params;
  const words = messages(locale);
  const { supportEmail } = operatorIdentity();
  return {
    locale,
    subject: words.changedSubject({ account: given(trading_name, NAME_MAX) }),
    blocks: [
      { say: words.changedLead({ account: given(trading_name, NAME_MAX), after: given(after, EMAIL_MAX) }) },
      { say: words.changedNotYou },
      { link: { label: words.changedOpen, url: `${publicUrl}/console/${encodeURIComponent(seller_code)}/security` } },
      ...(supportEmail === "" ? [] : [{ say: words.changedSupport({ email: supportEmail }) }]),
    ],
    footer: words.changedFooter,
  };
}
