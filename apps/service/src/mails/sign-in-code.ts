/** The mail that brings a buyer the code to sign in with. */
import type { Letter } from "./letter.js";
import { language, orNull, type ParamsOf, text, wholeNumber } from "./params.js";
import { mailWords } from "./words.js";

export const SIGN_IN_CODE_FIELDS = {
  /** Six digits. Null once it was used or ran out: it is erased from the outbox then. */
  code: orNull(text),
  locale: language,
  /** How long it works from when it was asked for. */
  minutes: wholeNumber,
} as const;

export type SignInCodeParams = ParamsOf<typeof SIGN_IN_CODE_FIELDS>;

const messages = mailWords("code");

export function writeSignInCode({ code, locale, minutes }: SignInCodeParams): Letter {
  const { subject, lead, holds, gone, warning, footer } = messages(locale);
  const blocks: Letter["blocks"] =
    code === null ? [{ say: gone }] : [{ say: lead }, { command: code }, { say: holds(minutes) }, { say: warning }];
  return { locale, subject, blocks, footer };
}
