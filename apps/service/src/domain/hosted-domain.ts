/** A seller's own domain, on which buyers pay: which names are taken, and what follows from a look at its records. */

/** `ACTIVE`: served. `LOST`: was served, and its records have been missing for days. */
export type DomainState = "PENDING" | "ACTIVE" | "LOST";

/**
 * What a look did not find: the record that shows whose it is, an address that leads to us, or any answer of its name servers. `taken`:
 * another account serves it.
 */
export type Missing = "text" | "address" | "answer" | "taken";

/** `barred`: an operator took it away from the account. */
export type NameProblem = "malformed" | "address" | "ours" | "barred";

export type NameRead =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly problem: NameProblem };

/** Longer than any name with a scheme before it. */
export const DOMAIN_TYPED_MAX = 300;
const NAME_MAX = 253;
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const NAME = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`);

/**
 * Reads a name such as `pay.shop.example`, in any spelling that a browser would take for it: a scheme and a slash around it are let be,
 * letters beyond ASCII become what name servers know them by. A path, a port, a user or an address is not a name.
 * @param ours the host that the service itself is asked at, and that nothing above or below may stand for.
 */
export function readDomainName(typed: string, ours: string | null): NameRead {
  const bare = typed
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/\/$/, "")
    .replace(/\.$/, "");
  if (!/^[^\s/?#@:*\\[\]]+$/.test(bare)) return { ok: false, problem: "malformed" };
  const name = URL.parse(`https://${bare}/`)?.hostname ?? "";
  if (/^[\d.]+$/.test(name)) return { ok: false, problem: "address" };
  if (name.length > NAME_MAX || !NAME.test(name)) return { ok: false, problem: "malformed" };
  const isOurs = ours !== null && (name === ours || name.endsWith(`.${ours}`) || ours.endsWith(`.${name}`));
  return isOurs ? { ok: false, problem: "ours" } : { ok: true, name };
}

/** How links to what is served on a domain start: as the service's own, with another host; without a domain, the service's own. */
export function hostedOrigin(publicUrl: string, domain: string | null): string {
  if (domain === null) return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = domain;
  return url.origin;
}

/** The name of the record that shows whose a domain is. */
export const proofName = (domain: string): string => `_escrow-domain.${domain}`;
/** What that record says. */
export const proofText = (token: string): string => `escrow-domain=${token}`;

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;
/** For so long a new domain is looked at by itself; after that when somebody asks. */
const AWAITED_SECONDS = 7 * DAY;
/** Records may be missing for so long before a domain is no longer served: a mistake at a name server is mended in days. */
export const MISSING_SECONDS = 3 * DAY;
const GIVEN_UP_SECONDS = 30 * DAY;

export type DomainStanding = {
  readonly state: DomainState;
  /** Unix seconds, as all of these. */
  readonly namedAt: number;
  /** Since when looks have found something missing; null where the last one found all. */
  readonly missingSince: number | null;
};

export type Looked = {
  readonly state: DomainState;
  readonly missing: Missing | null;
  readonly missingSince: number | null;
  /** Null where it is looked at only when somebody asks. */
  readonly nextLook: number | null;
};

/** What a domain becomes by a look. @param missing null when all was found. */
export function afterLook(standing: DomainStanding, missing: Missing | null, now: number): Looked {
  if (missing === null) return { state: "ACTIVE", missing, missingSince: null, nextLook: now + DAY };
  const missingSince = standing.missingSince ?? now;
  const missed = now - missingSince;
  // Name servers that say nothing have not said that the record is gone.
  const isLost = standing.state === "ACTIVE" && missed >= MISSING_SECONDS && missing !== "answer";
  const state = isLost ? "LOST" : standing.state;
  return { state, missing, missingSince, nextLook: nextLook({ ...standing, state, missingSince }, now) };
}

function nextLook({ state, namedAt, missingSince }: DomainStanding, now: number): number | null {
  if (state === "ACTIVE") return now + HOUR;
  if (state === "LOST") return now - (missingSince ?? now) < GIVEN_UP_SECONDS ? now + DAY : null;
  const age = now - namedAt;
  if (age >= AWAITED_SECONDS) return null;
  return now + Math.min(6 * HOUR, Math.max(MINUTE, Math.floor(age / 4)));
}
