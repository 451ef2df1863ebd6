/** Mails about a seller's sign-in, and invitations to a team. */
import { LIMITS } from "@holdfast/contract";
import type { Locale } from "../words/locale.js";
import { given } from "./given.js";
import type { Block, Letter } from "./letter.js";
import { consoleLanguage, oneOf, orNull, type ParamsOf, text, wholeNumber } from "./params.js";
import { sellerMailWords } from "./seller/words.js";

const NAME_MAX = 80;
const USER_AGENT_MAX = 120;
const SUBJECT_MAX = 120;

const signInWords = sellerMailWords("signIn");

const toPerson = (locale: Locale, footer: string): Pick<Letter, "locale" | "footer"> => ({
  locale,
  footer: `${footer} ${signInWords(locale).noAnswer}`,
});

const toReset = (locale: Locale, publicUrl: string): Block => ({
  link: { label: signInWords(locale).reset, url: `${publicUrl}/console/forgotten` },
});

/** Of the person; English for an address that has no sign-in. */
const SPOKEN = { locale: consoleLanguage } as const;

export const SELLER_CODE_FIELDS = {
  ...SPOKEN,
  /** Six digits, or eight letters and digits. Null once it was used or ran out: it is erased from the outbox then. */
  code: orNull(text),
  purpose: oneOf(["sign_up", "reset"]),
  /** How long it works from when it was asked for. */
  minutes: wholeNumber,
} as const;

export function sellerCodeLetter({ code, purpose, minutes, locale }: ParamsOf<typeof SELLER_CODE_FIELDS>): Letter {
  const words = signInWords(locale);
  const isReset = purpose === "reset";
  return {
    ...toPerson(locale, isReset ? words.wantsPassword : words.wantsSignUp),
    subject: isReset ? words.codeReset : words.codeSignUp,
    blocks:
      code === null
        ? [{ say: words.codeGone }]
        : [
            { say: words.codeLead },
            { command: code },
            { say: words.codeHolds({ minutes }) },
            { say: words.codeWarning },
          ],
  };
}

export const NOTHING = SPOKEN;

/** Somebody signs up with an address that has a sign-in. */
export function sellerKnownLetter({ locale }: ParamsOf<typeof NOTHING>, publicUrl: string): Letter {
  const words = signInWords(locale);
  return {
    ...toPerson(locale, words.wantsSignUp),
    subject: words.known,
    blocks: [
      { say: words.knownText },
      { say: words.knownNext },
      { link: { label: words.signIn, url: `${publicUrl}/console/sign-in` } },
      { say: words.nothingToDo },
    ],
  };
}

/** Somebody wants a new password for an address that has no sign-in. */
export function sellerUnknownLetter({ locale }: ParamsOf<typeof NOTHING>, publicUrl: string): Letter {
  const words = signInWords(locale);
  return {
    ...toPerson(locale, words.wantsPassword),
    subject: words.unknown,
    blocks: [
      { say: words.unknownText },
      { say: words.unknownNext },
      { link: { label: words.signUp, url: `${publicUrl}/console/sign-up` } },
      { say: words.nothingToDo },
    ],
  };
}

export const SELLER_SECURITY_FIELDS = {
  ...SPOKEN,
  what: oneOf([
    "password_changed",
    "second_factor_on",
    "second_factor_off",
    "recovery_code_used",
    "recovery_codes_new",
    "passkey_added",
    "passkey_removed",
    "second_factor_blocked",
    "sign_ins_joined",
  ]),
} as const;

export function sellerSecurityLetter(
  { what, locale }: ParamsOf<typeof SELLER_SECURITY_FIELDS>,
  publicUrl: string,
): Letter {
  const words = signInWords(locale);
  return {
    ...toPerson(locale, words.wasChanged),
    subject: words[what],
    blocks: [{ say: words[`${what}_text`] }, { say: words.ifNotYou }, toReset(locale, publicUrl)],
  };
}

export const NEW_BROWSER_FIELDS = {
  ...SPOKEN,
  /** What the browser calls itself. */
  user_agent: text,
  network: text,
} as const;

export function newBrowserLetter(params: ParamsOf<typeof NEW_BROWSER_FIELDS>, publicUrl: string): Letter {
  const { locale, user_agent: name, network } = params;
  const words = signInWords(locale);
  const browser = given(name === "" ? words.nameless : name, USER_AGENT_MAX);
  return {
    ...toPerson(locale, words.newBrowserFooter),
    subject: words.newBrowser,
    blocks: [
      { say: words.newBrowserText },
      { say: words.newBrowserWhere({ browser, network }) },
      { say: words.ifNotYou },
      toReset(locale, publicUrl),
    ],
  };
}

export const ACCESS_CHANGED_FIELDS = {
  ...SPOKEN,
  what: oneOf([
    "key_created",
    "destination_added",
    "endpoint_added",
    "secret_shown",
    "secret_rotated",
    "frame_origins_changed",
    "domain_changed",
    "trading_name_changed",
    "account_email_changed",
    "refund_limit_changed",
    "member_joined",
    "role_changed",
  ]),
  /** What it is called: a key's last characters, a number's last digits, an address. */
  subject: text,
  /** Null for the command line. */
  by: orNull(text),
  trading_name: text,
  seller_code: text,
} as const;

type Access = ParamsOf<typeof ACCESS_CHANGED_FIELDS>;

/** Where it is looked at, below the account's console. */
const SEEN_AT = {
  key_created: "keys",
  destination_added: "wallet/destinations",
  endpoint_added: "webhooks",
  secret_shown: "webhooks",
  secret_rotated: "webhooks",
  frame_origins_changed: "settings/embed",
  domain_changed: "settings/domain",
  trading_name_changed: "settings",
  account_email_changed: "settings",
  refund_limit_changed: "team",
  member_joined: "team",
  role_changed: "team",
} as const satisfies Record<Access["what"], string>;

const accessWords = sellerMailWords("access");

/** To every owner of an account, who can't switch it off. */
export function accessChangedLetter(params: Access, publicUrl: string): Letter {
  const { what, locale } = params;
  const words = accessWords(locale);
  const account = given(params.trading_name, NAME_MAX);
  const who = params.by === null ? words.byCommandLine : words.by({ name: given(params.by, NAME_MAX) });
  const happened = { what: words[`${what}_text`], account, who };
  return {
    ...toPerson(locale, words.footer),
    subject: `${words[what]} – ${account}`,
    blocks: [
      {
        say:
          params.subject === ""
            ? words.happened(happened)
            : words.happenedAbout({ ...happened, about: given(params.subject, SUBJECT_MAX) }),
      },
      { say: words.expected },
      { link: { label: words.review, url: `${publicUrl}/console/${params.seller_code}/${SEEN_AT[what]}` } },
      toReset(locale, publicUrl),
    ],
  };
}

export const TEAM_INVITATION_FIELDS = {
  ...SPOKEN,
  seller_code: text,
  invitation: text,
  /** Null unless the account is verified. */
  trading_name: orNull(text),
  role: oneOf(["owner", "developer", "support"]),
  /** The address of the person who did it; null for the command line. */
  invited_by: orNull(text),
  /** How long the link works. */
  days: wholeNumber,
} as const;

const invitationWords = sellerMailWords("invitation");

/** Goes to any address that an account names, so it contains no free text: that would go out under our name. */
export function teamInvitationLetter(params: ParamsOf<typeof TEAM_INVITATION_FIELDS>, publicUrl: string): Letter {
  const { trading_name: name, invited_by: by, seller_code: sellerCode, invitation, days, locale } = params;
  const words = invitationWords(locale);
  const account = name === null ? words.account({ sellerCode }) : given(name, NAME_MAX);
  const role = words[`as_${params.role}`];
  return {
    ...toPerson(locale, words.footer),
    subject: words.subject,
    blocks: [
      {
        say:
          by === null
            ? words.invited({ account, role })
            : words.invites({ by: given(by, LIMITS.emailLength), account, role }),
      },
      { link: { label: words.view, url: `${publicUrl}/console/invitations/${sellerCode}/${invitation}` } },
      { say: words.holds({ days }) },
      { say: words.unknown },
    ],
  };
}
