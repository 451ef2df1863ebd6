/**
 * Who runs a deployment, as people see it: name, legal entity, logo, colour, whom to ask. Each part comes from the environment where
 * it is set there, else from the desk, else it is the product's or none.
 */
import { type Colour, contrast, parseColour } from "./brand.js";
import { readEmail } from "./email.js";
import type { Logo } from "./logo.js";

/** What the software is called. */
export const PRODUCT = "Holdfast";

/** `hash` names the bytes: it is the last part of the picture's address. */
export type OperatorLogo = Logo & { readonly hash: string };

export type OperatorIdentity = {
  readonly name: string;
  /** The company that holds the money, as it is registered; "" for none. */
  readonly legalName: string;
  /** Lines, of the legal entity; "" for none. */
  readonly address: string;
  /** Register and number; "" for none. */
  readonly registration: string;
  /** For light ground. */
  readonly logo: OperatorLogo | null;
  /** For dark ground; without it the other one stands on white there. */
  readonly logoDark: OperatorLogo | null;
  /** As it was chosen; null for the product's. */
  readonly colour: Colour | null;
  /** "" for none. */
  readonly supportEmail: string;
  /** Absolute addresses; "" for none. */
  readonly supportUrl: string;
  readonly termsUrl: string;
  readonly privacyUrl: string;
  /** What stands before the address that mails come from; "" for `name`. */
  readonly mailName: string;
  /** Whether pages say which software they are made with. */
  readonly softwareLine: boolean;
};

export type IdentityPart = keyof OperatorIdentity;
/** Parts that one source gives; the others are left to the next. */
export type GivenIdentity = Partial<OperatorIdentity>;

export const UNNAMED: OperatorIdentity = {
  name: PRODUCT,
  legalName: "",
  address: "",
  registration: "",
  logo: null,
  logoDark: null,
  colour: null,
  supportEmail: "",
  supportUrl: "",
  termsUrl: "",
  privacyUrl: "",
  mailName: "",
  softwareLine: true,
};

/** Without the pictures, which are changed one by one. */
export type IdentityTexts = Omit<OperatorIdentity, "logo" | "logoDark">;

/** @param sources what wins comes last. */
export const identityFrom = (...sources: readonly GivenIdentity[]): OperatorIdentity =>
  Object.assign({}, UNNAMED, ...sources) as OperatorIdentity;

/** Who holds the money, as far as it is known. */
export const holderOf = ({ legalName, name }: OperatorIdentity): string => (legalName === "" ? name : legalName);

/** What is said of the legal entity in one line: name, address, registration; "" without one. */
export const imprintOf = ({ legalName, address, registration }: OperatorIdentity): string =>
  legalName === "" ? "" : [legalName, ...address.split("\n"), registration].filter((part) => part !== "").join(", ");

/** Parts that are a text, and how they are read. */
export type TextPart = Exclude<IdentityPart, "logo" | "logoDark" | "softwareLine">;

type Reading = {
  /** What a person is told that the value may be. */
  readonly takes: string;
  /** The value as it is kept; null for one that can't be used. */
  readonly read: (text: string) => string | null;
};

/** Code points. */
const NAME_MAX = 60;
const ENTITY_MAX = 120;
export const ADDRESS_MAX = 300;
const ADDRESS_LINES_MAX = 6;
const URL_MAX = 500;
/** What is nearer to white than this can't be seen on it, and has no hue that it could keep where it is darkened. */
const CONTRAST_MIN = 1.25;

const isOneLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);

/** A name stands before mail addresses and between angle brackets of ours, so it has none of its own. */
const name = (text: string): string | null =>
  isOneLine(text) && [...text].length <= NAME_MAX && !/[<>@"]/.test(text) && /\p{L}/u.test(text) ? text : null;

const line = (text: string): string | null => (isOneLine(text) && [...text].length <= ENTITY_MAX ? text : null);

function lines(text: string): string | null {
  const given = text
    .replaceAll("\\n", "\n")
    .split(/\r?\n/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const joined = given.join("\n");
  return given.length <= ADDRESS_LINES_MAX && given.every(isOneLine) && [...joined].length <= ADDRESS_MAX
    ? joined
    : null;
}

function colour(text: string): Colour | null {
  const read = parseColour(text);
  return read !== null && contrast(read, "#ffffff" as Colour) >= CONTRAST_MIN ? read : null;
}

function page(text: string): string | null {
  const url = URL.parse(text);
  const isPage = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return isPage && url.href.length <= URL_MAX ? url.href : null;
}

const A_NAME = `a name of at most ${NAME_MAX} characters on one line, without <, >, @ and quotation marks`;
const pageSuchAs = (path: string): string => `an http or https URL, such as https://pay.example/${path}`;

export const READINGS = {
  name: { takes: A_NAME, read: name },
  legalName: { takes: `the registered name of a company, at most ${ENTITY_MAX} characters on one line`, read: line },
  address: { takes: `at most ${ADDRESS_LINES_MAX} lines and ${ADDRESS_MAX} characters`, read: lines },
  registration: { takes: `a register and a number, at most ${ENTITY_MAX} characters on one line`, read: line },
  colour: { takes: "a colour such as #0a5c8f that can be seen on white", read: colour },
  supportEmail: { takes: "an email address", read: readEmail },
  supportUrl: { takes: pageSuchAs("help"), read: page },
  termsUrl: { takes: pageSuchAs("terms"), read: page },
  privacyUrl: { takes: pageSuchAs("privacy"), read: page },
  mailName: { takes: A_NAME, read: name },
} as const satisfies Record<TextPart, Reading>;

export const TEXT_PARTS = Object.keys(READINGS) as readonly TextPart[];

/** Of the parts, those that lead people to a domain. */
export const LINK_PARTS = [
  "supportEmail",
  "supportUrl",
  "termsUrl",
  "privacyUrl",
] as const satisfies readonly TextPart[];

/**
 * Whether a link or an email address stays at one of the hosts, or below it.
 * @param hosts in small letters; none of them for a deployment that has no place of its own yet, where all links do.
 */
export function isAtHome(link: string, hosts: readonly string[]): boolean {
  const host = (
    link.includes("://") ? (URL.parse(link)?.hostname ?? "") : (link.split("@").at(-1) ?? "")
  ).toLowerCase();
  return hosts.length === 0 || hosts.some((home) => host === home || host.endsWith(`.${home}`));
}
