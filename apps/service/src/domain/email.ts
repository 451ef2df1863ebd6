/**
 * Email addresses as people type and paste them. What is stored and sent to is ASCII: the part before the @ has to be, and a
 * domain of other letters becomes the name that servers know it by, so one address has one spelling.
 */
import { LIMITS } from "@holdfast/contract";
import { latinDigits, plainWord } from "./typed.js";

/** As WordPress takes it: dots stand anywhere, also two in a row or before the @, as in addresses of Japanese carriers. */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const ASCII = /^[\x20-\x7e]*$/;
/** Nothing that an address on the web would give another meaning. */
const OTHER_SCRIPTS = /^(?:[\p{L}\p{M}\p{N}.\-·・]|\u200c|\u200d)+$/u;
/** A host that ends so is the number of a machine, or none. */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/;
/** Joiners belong to names of Persian and Indic scripts, within them and nowhere else. */
const STRAY_JOINER = /(?<=^|\p{ASCII})[\u200c\u200d]|[\u200c\u200d](?=\p{ASCII}|$)/gu;

/** Its case as it was typed. Null for what is no address that mail can be sent to. */
export function spellEmail(typed: string): string | null {
  const { local, domain } = partsOf(typed);
  const host = LOCAL_PART.test(local) ? hostOf(domain) : null;
  const email = `${local}@${host}`;
  return host === null || email.length > LIMITS.emailLength ? null : email;
}

/** As it is stored and compared: in lower case. Null for what is no address that mail can be sent to. */
export const readEmail = (typed: string): string | null => spellEmail(typed)?.toLowerCase() ?? null;

export type EmailProblem =
  | "email_invalid"
  /** All is well but for letters before the @ that mail servers need not take. */
  | "email_letters";

/** Why {@link readEmail} took it for none. */
export function emailProblem(typed: string): EmailProblem {
  const { local, domain } = partsOf(typed);
  return /^[^\s\p{Cc}@<>()[\]\\,;:"]+$/u.test(local) && !ASCII.test(local) && hostOf(domain) !== null
    ? "email_letters"
    : "email_invalid";
}

function partsOf(typed: string): { readonly local: string; readonly domain: string } {
  // Lines would be lines of a mail's head: an address has one.
  if (/\p{Cc}/u.test(typed.trim())) return { local: "", domain: "" };
  const text = unwrapped(typed).replaceAll(/ ?@ ?/g, "@");
  const at = text.lastIndexOf("@");
  return at < 0 ? { local: "", domain: "" } : { local: latinDigits(text.slice(0, at)), domain: text.slice(at + 1) };
}

/** What programs put around an address, from the outside in. */
const WRAPPERS = [/^[^<>]*<([^<>]*)>$/, /^mailto:([^?]*)(?:\?.*)?$/i, /^"([^"]*)"$/, /^“([^”]*)”$/, /^'([^']*)'$/];

/** `Name <…>`, `<…>`, `mailto:…?subject=…` and quotes are taken off, and what ends a sentence or a list. */
function unwrapped(typed: string): string {
  return WRAPPERS.reduce(
    (outer, wrapper) => {
      const inner = wrapper.exec(outer)?.[1];
      return inner === undefined ? outer : trimmed(/^mailto:/i.test(outer) ? decoded(inner) : inner);
    },
    trimmed(plain(typed)),
  );
}

function trimmed(text: string): string {
  let end = text.length;
  while (" .,;".includes(text.charAt(end - 1)) && end > 0) end -= 1;
  return text.slice(0, end).trim();
}

/** Full stops of Chinese and Japanese keyboards part a name as ours do, and phones make apostrophes of ours. */
const plain = (typed: string): string =>
  plainWord(typed).replaceAll(STRAY_JOINER, "").replaceAll("\u3002", ".").replaceAll("’", "'").trim();

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** In ASCII, as names of servers are asked for (UTS 46). Null for what is no name of a public server. */
function hostOf(domain: string): string | null {
  const labels = domain.split(".").map((label) => (ASCII.test(latinDigits(label)) ? latinDigits(label) : label));
  const name = labels.join(".");
  const host = ASCII.test(name) ? name : OTHER_SCRIPTS.test(name) ? toAscii(name) : "";
  const parts = host.toLowerCase().split(".");
  const isName = parts.length > 1 && parts.every((part) => LABEL.test(part)) && !NUMBER.test(parts.at(-1) ?? "");
  return isName ? host : null;
}

/** As the host of an address on the web, which has the same names. */
const toAscii = (name: string): string => URL.parse(`https://${name}/`)?.hostname ?? "";
