/** The mail that brings a buyer the code to sign in with. */
import type { Letter } from "./letter.js";
import { language, orNull, type ParamsOf, text, wholeNumber } from "./params.js";
import { mailWords } from "./words.js";

export const SIGN_IN_CODE_FIELDS = {
  /** Six digits. Null once it was used or ran out: it is erased from the outbox then. */
  code: orNull(text),
  /** That the link is the asking browser's. Null in mails of before there was a link. */
  link_mark: orNull(text),
  locale: language,
  /** How long it works from when it was asked for. */
  minutes: wholeNumber,
} as const;

export type SignInCodeParams = ParamsOf<typeof SIGN_IN_CODE_FIELDS>;

const messages = mailWords("code");

export function writeSignInCode(
  { code, link_mark: mark, locale, minutes }: SignInCodeParams,
  publicUrl: string,
): Letter {
  const { subject, lead, orLink, link, holds, gone, warning, footer } = messages(locale);
  if (code === null) return { locale, subject, blocks: [{ say: gone }], footer };
  const byLink: Letter["blocks"] =
    mark === null ? [] : [{ say: orLink }, { link: { label: link, url: `${publicUrl}/sign-in/link/${code}.${mark}` } }];
  const blocks: Letter["blocks"] = [
    { say: lead },
    { command: code },
    ...byLink,
    { say: holds({ minutes }) },
    { say: warning },
  ];
  return { locale, subject, blocks, footer };
}
