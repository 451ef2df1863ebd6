/** What buyers' pages link to at their foot: help, terms, privacy, and whom to ask. */
import type { Settings } from "./settings.js";

/** Absolute addresses, as they are linked; null for what there is none of. */
export type Footer = {
  readonly help: string | null;
  readonly terms: string | null;
  readonly privacy: string | null;
  readonly contact: string | null;
};

const A_PAGE = "an http or https URL, such as https://pay.example/terms";
const A_PAGE_OR_MAILBOX = "an http or https URL, or mailto: and an email address";

export function readFooter({ optional }: Settings): Footer {
  return {
    help: optional("HELP_URL", A_PAGE, page),
    terms: optional("TERMS_URL", A_PAGE, page),
    privacy: optional("PRIVACY_URL", A_PAGE, page),
    contact: optional("CONTACT_URL", A_PAGE_OR_MAILBOX, (text) => page(text) ?? mailbox(text)),
  };
}

function page(text: string): string | null {
  const url = URL.parse(text);
  const isPage = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return isPage ? url.href : null;
}

const mailbox = (text: string): string | null => (/^mailto:[^\s<>@?]+@[^\s<>@?]+$/.test(text) ? text : null);
