/** Mails about a seller's sign-in, and invitations to a team. In English, as the console is. */
import { LIMITS } from "@holdfast/contract";
import { given } from "./given.js";
import type { Letter } from "./letter.js";
import { oneOf, orNull, type ParamsOf, text, wholeNumber } from "./params.js";

const NAME_MAX = 80;
const USER_AGENT_MAX = 120;
const SUBJECT_MAX = 120;

const IF_NOT_YOU = [
  {
    say: "If it was you, you don’t need to do anything. If it wasn’t, reset your password now: this signs out every browser.",
  },
] as const;

const toPerson = (footer: string): Pick<Letter, "locale" | "footer"> => ({
  locale: "en",
  footer: `${footer} There is no need to answer.`,
});

export const SELLER_CODE_FIELDS = {
  /** Six digits, or eight letters and digits. Null once it was used or ran out: it is erased from the outbox then. */
  code: orNull(text),
  purpose: oneOf(["sign_up", "reset"]),
  /** How long it works from when it was asked for. */
  minutes: wholeNumber,
} as const;

export function sellerCodeLetter({ code, purpose, minutes }: ParamsOf<typeof SELLER_CODE_FIELDS>): Letter {
  const isReset = purpose === "reset";
  return {
    ...toPerson(
      isReset
        ? "Holdfast sends this because someone wants a new password for the console with this address."
        : "Holdfast sends this because someone wants to sign up with this address.",
    ),
    subject: isReset ? "Your code for a new password" : "Your code to sign up with Holdfast",
    blocks:
      code === null
        ? [{ say: "The code in this email was used or replaced, or it has expired." }]
        : [
            { say: "Enter this code on the page that asked for it:" },
            { command: code },
            { say: `It works once, within ${minutes} minutes, in the browser that asked for it.` },
            {
              say: "Don’t share it: we never ask for it by phone or email. If you didn’t request a code, you don’t need to do anything.",
            },
          ],
  };
}

export const NOTHING = {} as const;

/** Somebody signs up with an address that has a sign-in. */
export const sellerKnownLetter = (_params: ParamsOf<typeof NOTHING>, publicUrl: string): Letter => ({
  ...toPerson("Holdfast sends this because someone wants to sign up with this address."),
  subject: "You already have a Holdfast sign-in",
  blocks: [
    {
      say: "Someone wants to sign up with this address. It already has a sign-in for the Holdfast console, so we sent no code.",
    },
    { say: "If it was you, sign in with your password. If you forgot it, you can reset it on that page." },
    { link: { label: "Sign in", url: `${publicUrl}/console/sign-in` } },
    { say: "If it wasn’t you, you don’t need to do anything." },
  ],
});

/** Somebody wants a new password for an address that has no sign-in. */
export const sellerUnknownLetter = (_params: ParamsOf<typeof NOTHING>, publicUrl: string): Letter => ({
  ...toPerson("Holdfast sends this because someone wants a new password for the console with this address."),
  subject: "There is no sign-in with this address",
  blocks: [
    {
      say: "Someone wants a new password for the Holdfast console. This address has no sign-in there, so we sent no code.",
    },
    { say: "If it was you, you may have signed up with another address. You can also sign up with this one." },
    { link: { label: "Sign up", url: `${publicUrl}/console/sign-up` } },
    { say: "If it wasn’t you, you don’t need to do anything." },
  ],
});

export const SELLER_SECURITY_FIELDS = {
  what: oneOf([
    "password_changed",
    "second_factor_on",
    "second_factor_off",
    "recovery_code_used",
    "recovery_codes_new",
    "passkey_added",
    "passkey_removed",
    "second_factor_blocked",
  ]),
} as const;

const SECURITY = {
  password_changed: {
    subject: "Your password was changed",
    say: "The password of your sign-in for the Holdfast console was changed. All other browsers were signed out.",
  },
  second_factor_on: {
    subject: "Your second factor is on",
    say: "From now on the Holdfast console asks for a code of your authenticator app when you sign in. Keep the recovery codes where you find them without your phone.",
  },
  second_factor_off: {
    subject: "Your second factor is off",
    say: "The Holdfast console no longer asks for a code of your authenticator app: your password is enough to sign in.",
  },
  recovery_code_used: {
    subject: "A recovery code was used",
    say: "Someone signed in to the Holdfast console with your password and one of your recovery codes. That code no longer works.",
  },
  recovery_codes_new: {
    subject: "You have new recovery codes",
    say: "New recovery codes were created for your sign-in. The old ones no longer work.",
  },
  passkey_added: {
    subject: "You have a new passkey",
    say: "A passkey was added to your sign-in for the Holdfast console. It can be used instead of a code of your authenticator app.",
  },
  passkey_removed: {
    subject: "A passkey was removed",
    say: "A passkey was removed from your sign-in for the Holdfast console. It no longer signs in.",
  },
  second_factor_blocked: {
    subject: "Someone knows your password",
    say: "Someone entered your password for the Holdfast console and then 50 wrong codes. They didn’t get in. We accept no more codes until you choose a new password.",
  },
} as const;

export function sellerSecurityLetter({ what }: ParamsOf<typeof SELLER_SECURITY_FIELDS>, publicUrl: string): Letter {
  const { subject, say } = SECURITY[what];
  return {
    ...toPerson("Holdfast sends this because your sign-in was changed or used."),
    subject,
    blocks: [{ say }, ...IF_NOT_YOU, { link: { label: "Reset your password", url: `${publicUrl}/console/forgotten` } }],
  };
}

export const NEW_BROWSER_FIELDS = {
  /** What the browser calls itself. */
  user_agent: text,
  network: text,
} as const;

export function newBrowserLetter(params: ParamsOf<typeof NEW_BROWSER_FIELDS>, publicUrl: string): Letter {
  return {
    ...toPerson("Holdfast sends this because your sign-in was used in a browser we hadn’t seen before."),
    subject: "New sign-in to Holdfast",
    blocks: [
      {
        say: "Someone signed in to the Holdfast console with your address, from a browser we hadn’t seen before:",
      },
      {
        say: `${given(params.user_agent === "" ? "a browser without a name" : params.user_agent, USER_AGENT_MAX)}, at ${params.network}.`,
      },
      ...IF_NOT_YOU,
      { link: { label: "Reset your password", url: `${publicUrl}/console/forgotten` } },
    ],
  };
}

export const ACCESS_CHANGED_FIELDS = {
  what: oneOf([
    "key_created",
    "destination_added",
    "endpoint_added",
    "secret_shown",
    "secret_rotated",
    "frame_origins_changed",
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

const ACCESS = {
  key_created: { subject: "New API key", say: "A new API key was created", where: "keys" },
  destination_added: {
    subject: "New payout account",
    say: "A payout account was added. It can be used after 24 hours",
    where: "wallet/destinations",
  },
  endpoint_added: { subject: "New webhook endpoint", say: "A webhook endpoint was added", where: "webhooks" },
  secret_shown: {
    subject: "A signing secret was shown",
    say: "The signing secret of a webhook was shown",
    where: "webhooks",
  },
  secret_rotated: {
    subject: "New signing secret",
    say: "The signing secret of a webhook was replaced",
    where: "webhooks",
  },
  frame_origins_changed: {
    subject: "Sites that may embed your checkout changed",
    say: "The list of sites that may show your checkout inside their pages was changed",
    where: "settings/embed",
  },
  member_joined: { subject: "New member of your team", say: "Someone joined the team", where: "team" },
  role_changed: { subject: "A role was changed", say: "A member of the team has another role", where: "team" },
} as const;

/** To every owner of an account, who can't switch it off. */
export function accessChangedLetter(params: ParamsOf<typeof ACCESS_CHANGED_FIELDS>, publicUrl: string): Letter {
  const { subject, say, where } = ACCESS[params.what];
  const account = given(params.trading_name, NAME_MAX);
  const who = params.by === null ? "from the command line" : `by ${given(params.by, NAME_MAX)}`;
  return {
    ...toPerson("Holdfast sends this to every owner of the account, for its safety."),
    subject: `${subject} – ${account}`,
    blocks: [
      {
        say: `${say} for ${account}, ${who}${params.subject === "" ? "" : `: ${given(params.subject, SUBJECT_MAX)}`}.`,
      },
      {
        say: "If you expected this, you don’t need to do anything. If you didn’t, undo it on this page and reset your password.",
      },
      { link: { label: "Review it in the console", url: `${publicUrl}/console/${params.seller_code}/${where}` } },
      { link: { label: "Reset your password", url: `${publicUrl}/console/forgotten` } },
    ],
  };
}

export const TEAM_INVITATION_FIELDS = {
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

const ROLES = {
  owner: "an owner, who can do everything",
  developer: "a developer, who handles orders, API keys and webhooks",
  support: "support, who can look at everything and change nothing",
} as const;

/** Goes to any address that an account names, so it contains no free text: that would go out under our name. */
export function teamInvitationLetter(params: ParamsOf<typeof TEAM_INVITATION_FIELDS>, publicUrl: string): Letter {
  const { trading_name: name, invited_by: by, seller_code: sellerCode, invitation, days } = params;
  const account = name === null ? `account ${sellerCode}` : given(name, NAME_MAX);
  return {
    ...toPerson("Holdfast sends this because someone invited this address to a team."),
    subject: "You are invited to a team on Holdfast",
    blocks: [
      {
        say: `${by === null ? "You are invited" : `${given(by, LIMITS.emailLength)} invites you`} to the Holdfast console of ${account}, as ${ROLES[params.role]}.`,
      },
      { link: { label: "View invitation", url: `${publicUrl}/console/invitations/${sellerCode}/${invitation}` } },
      { say: `The link works for ${days} days, once you sign in or sign up with this address.` },
      { say: "If you don’t know who this is, you don’t need to do anything." },
    ],
  };
}
