/** What can be gone to and done in the console, by its name and by the words that people have for it. */

import type { Permission } from "../../../domain/permissions.js";
import { isNamedBy } from "../../../domain/search.js";
import type { IconName } from "../../kit/icons.js";
import { ME_PATH } from "../../kit/links.js";
import type { ConsoleContext } from "../context.js";
import { ENTRIES } from "../frame.js";
import { PASSWORD_PATH } from "../links.js";
import { menuWords } from "../words.js";
import { placeWords, termWords } from "./words.js";

type Terms = keyof ReturnType<typeof termWords>;
type Name = keyof ReturnType<typeof placeWords>;

type PlaceBase = {
  /** Below the account's console. */
  readonly path?: string;
  /** Whole, for what belongs to the person. */
  readonly whole?: string;
  readonly icon: IconName;
  readonly permission?: Permission;
};

/** Synonyms of the menu's pages, by their paths. */
const ENTRY_TERMS: Readonly<Record<string, Terms>> = {
  "": "overview",
  "/notifications": "notifications",
  "/sessions": "sessions",
  "/escrows": "escrows",
  "/customers": "customers",
  "/wallet/payouts": "payouts",
  "/disputes": "disputes",
  "/wallet": "wallet",
  "/start": "start",
  "/keys": "keys",
  "/webhooks": "webhooks",
  "/events": "events",
  "/requests": "requests",
  "/signature": "signature",
  "/settings": "settings",
  "/team": "team",
  "/security": "security",
};

/** What one does, the most frequent first: those are offered before anything is typed. */
const ACTIONS: readonly (PlaceBase & { readonly name: Name })[] = [
  { name: "createLink", path: "/sessions/new", icon: "plus", permission: "handleOrders" },
  { name: "payOut", path: "/wallet", icon: "banknote", permission: "payOut" },
  { name: "invite", path: "/team", icon: "users", permission: "manageTeam" },
  { name: "refund", path: "/escrows", icon: "undo", permission: "handleOrders" },
  { name: "createReusable", path: "/payment-links/new", icon: "plus", permission: "handleOrders" },
  { name: "addDestination", path: "/wallet/destinations/new", icon: "landmark", permission: "payOut" },
  { name: "createKey", path: "/keys", icon: "key-round", permission: "develop" },
  { name: "addEndpoint", path: "/webhooks/new", icon: "webhook", permission: "develop" },
  { name: "exportOrders", path: "/exports/escrows", icon: "download" },
  { name: "exportRefunds", path: "/exports/refunds", icon: "download" },
];
const OFFERED = 3;

/** Pages that the menu doesn't have. */
const PAGES: readonly (PlaceBase & { readonly name: Name })[] = [
  { name: "reusable", path: "/payment-links", icon: "receipt-text" },
  { name: "destinations", path: "/wallet/destinations", icon: "landmark" },
  { name: "statement", path: "/wallet/statement", icon: "file-text" },
  { name: "verification", path: "/settings/verification", icon: "badge-check", permission: "configure" },
  { name: "terms", path: "/settings/terms", icon: "handshake", permission: "configure" },
  { name: "brand", path: "/settings/brand", icon: "palette", permission: "configure" },
  { name: "embed", path: "/settings/embed", icon: "monitor", permission: "configure" },
  { name: "emails", path: "/settings/notifications", icon: "mail" },
  { name: "password", whole: PASSWORD_PATH, icon: "lock" },
  { name: "secondFactor", whole: `${ME_PATH}/second-factor`, icon: "smartphone" },
  { name: "me", whole: ME_PATH, icon: "user-round" },
  { name: "reference", whole: "/docs", icon: "book-open" },
];

export type Place = { readonly href: string; readonly icon: IconName; readonly title: string };

export type Places = { readonly pages: readonly Place[]; readonly actions: readonly Place[] };

/** So many of either are shown. */
const SHOWN = 6;

type Candidate = PlaceBase & { readonly title: string; readonly terms: string };

/**
 * What the words name, what bears them in its name first; without words the first actions. Synonyms are looked for in the reader's
 * language and in English.
 * @param words as of `wordsOf`
 */
export function placesNamed(context: ConsoleContext, words: readonly string[]): Places {
  const { locale, home, may } = context;
  const synonyms = (key: Terms): string => `${termWords(locale)[key]} ${termWords("en")[key]}`;
  const named = (one: PlaceBase & { readonly name: Name }): Candidate => ({
    ...one,
    title: placeWords(locale)[one.name],
    terms: synonyms(one.name),
  });
  const menu = ENTRIES.flatMap(({ entries }) => entries).map(({ label, ...entry }): Candidate => {
    const key = ENTRY_TERMS[entry.path];
    return { ...entry, title: menuWords(locale)[label], terms: key === undefined ? "" : synonyms(key) };
  });
  const pages = [...menu, ...PAGES.map(named)];
  const found = (all: readonly Candidate[]): readonly Place[] => {
    const meant = all.filter(
      ({ permission = "read", title, terms }) => may(permission) && isNamedBy(`${title} ${terms}`, words),
    );
    const [first, rest] = [true, false].map((isTitle) =>
      meant.filter(({ title }) => isNamedBy(title, words) === isTitle),
    );
    return [...(first ?? []), ...(rest ?? [])].slice(0, SHOWN).map(placeOf);
  };
  const placeOf = ({ path = "", whole, icon, title }: Candidate): Place => ({
    href: whole ?? home + path,
    icon,
    title,
  });
  const actions = ACTIONS.map(named);
  const offered = actions.slice(0, OFFERED).filter(({ permission = "read" }) => may(permission));
  return { pages: found(pages), actions: words.length === 0 ? offered.map(placeOf) : found(actions) };
}
