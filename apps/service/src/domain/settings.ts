/** What a seller says of itself, and the bounds of what it may set. */
import type { Terms } from "./model.js";

export type Profile = {
  readonly legalName: string;
  /** ISO 3166-1, two letters; or "". */
  readonly country: string;
  /** Lines of text. */
  readonly address: string;
  /** As the tax office writes it; or "". */
  readonly taxId: string;
  /** A plus sign and digits; or "". */
  readonly phone: string;
  readonly website: string;
  readonly supportEmail: string;
};

export const PROFILE_LIMITS = { legalName: 200, address: 500, taxId: 40, website: 300, supportEmail: 254 } as const;
export const BRAND_NAME_LENGTH = 60;

/** In whole days. The database has the same upper bounds, in seconds. */
export const TERM_DAYS = {
  review: { min: 3, max: 60, common: [3, 7, 14] },
  delivery: { min: 1, max: 365, common: [14, 30, 60] },
} as const;

export type TermName = keyof typeof TERM_DAYS;

const DAY_SECONDS = 86_400;

/** Which of the terms can't be set; off always can. */
export const termsOutOfBounds = ({ reviewWindowSeconds, deliveryDeadlineSeconds }: Terms): readonly TermName[] => [
  ...(isWithin("review", reviewWindowSeconds) ? [] : ["review" as const]),
  ...(isWithin("delivery", deliveryDeadlineSeconds) ? [] : ["delivery" as const]),
];

function isWithin(name: TermName, seconds: number | null): boolean {
  const { min, max } = TERM_DAYS[name];
  return seconds === null || (seconds >= min * DAY_SECONDS && seconds <= max * DAY_SECONDS);
}

export const DOCUMENT_KINDS = ["registration", "identity", "address", "other"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
/** Without these nobody can decide; a registration is for companies. */
export const DOCUMENTS_NEEDED = ["identity", "address"] as const satisfies readonly DocumentKind[];
/** In one submission. The database counts. */
export const DOCUMENTS_MAX = 10;

/** Who sets an account up: a seller who sells by payment links, or a developer who connects a shop. */
export const SETUP_BY = ["seller", "developer"] as const;
export type SetupBy = (typeof SETUP_BY)[number];
