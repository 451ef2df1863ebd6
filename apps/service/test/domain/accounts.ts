/**
 * An account in memory: what it handed in to be verified, its standing, its team and where its payouts go. Each step does what
 * its decision allows, as the statements of the store do, and asserts what must hold of an account.
 */
import assert from "node:assert/strict";
import type { VerificationStatus } from "@holdfast/contract";
import { decideChangeFees, decideChangeLimits, type Limits } from "../../src/domain/decisions/account-terms.js";
import { decideChangeRole, decideInvite, type TeamMember } from "../../src/domain/decisions/team.js";
import {
  decideAddDocument,
  decideRemoveDocument,
  decideSubmitVerification,
  decideSuspension,
  decideVerification,
  keptProfile,
  nextSubmission,
  type VerificationFacts,
} from "../../src/domain/decisions/verification.js";
import { decideAddDestination } from "../../src/domain/destinations.js";
import { type FeeSchedule, feesFor } from "../../src/domain/fees.js";
import type { DocumentId } from "../../src/domain/ids.js";
import { cents } from "../../src/domain/money.js";
import { DESTINATIONS_MAX, type Payee } from "../../src/domain/payouts.js";
import { ROLES, type Role } from "../../src/domain/permissions.js";
import type { Result } from "../../src/domain/result.js";
import { DOCUMENTS_MAX, DOCUMENTS_NEEDED, type DocumentKind, type Profile } from "../../src/domain/settings.js";
import { allows, VERIFICATION_MOVES } from "../../src/domain/states.js";

export type Account = VerificationFacts & {
  readonly team: readonly TeamMember[];
  readonly destinations: readonly Payee[];
  /** Null for those of the deployment. */
  readonly fees: FeeSchedule | null;
  readonly limits: Limits;
};

const EMPTY: Profile = { legalName: "", country: "", address: "", taxId: "", phone: "", website: "", supportEmail: "" };
/** Two that differ in everything. */
export const PROFILES: readonly [Profile, Profile] = [
  { ...EMPTY, legalName: "Hill Pottery Ltd", country: "TZ", address: "1 Kiln Lane", phone: "+255712345678" },
  { ...EMPTY, legalName: "Hill & Daughter", country: "KE", address: "2 Kiln Lane", phone: "+254712345678" },
];

export const OPENED: Account = {
  status: "UNVERIFIED",
  suspended: false,
  profile: EMPTY,
  submissions: [],
  documents: [],
  team: [{ id: "ada", email: "ada@example.com", role: "owner" }],
  destinations: [],
  fees: null,
  limits: { dailyMax: null, refundCredit: cents(0n) },
};

export type AccountVerb = {
  readonly name: string;
  readonly run: (account: Account) => { readonly account: Account; readonly told: Result<null, unknown> };
};

/** What a decision allows happens, and is looked at; what it refuses changes nothing. */
const verb = (
  name: string,
  decide: (account: Account) => Result<null, unknown>,
  then: (account: Account) => Account,
): AccountVerb => ({
  name,
  run: (account) => {
    const told = decide(account);
    if (!told.ok) return { account, told };
    const after = then(account);
    assertHolds(account, after);
    return { account: after, told };
  },
});

/** As the trigger of the database does: what waited is decided. */
const closed = (account: Account, status: VerificationStatus): Account => ({
  ...account,
  status,
  submissions: account.submissions.map((one) => ({ ...one, decidedAt: one.decidedAt ?? 1 })),
});

const submission = (account: Account): number | null =>
  account.submissions.find(({ decidedAt }) => decidedAt === null)?.number ?? null;

const FREE: Result<null, never> = { ok: true, value: null };

/** @param documents bounds how many a walk hands in. */
export function verificationVerbs({ documents }: { readonly documents: number }): readonly AccountVerb[] {
  const adding = (kind: DocumentKind): AccountVerb =>
    verb(
      `hands in ${kind}`,
      (account) =>
        account.documents.length < documents ? decideAddDocument(account) : { ok: false, reason: "enough for a walk" },
      (account) => ({
        ...account,
        documents: [
          ...account.documents,
          { id: `document ${account.documents.length}` as DocumentId, submission: nextSubmission(account), kind },
        ],
      }),
    );
  const removing = (which: "first" | "last"): AccountVerb => {
    const idOf = ({ documents: all }: Account) =>
      (which === "first" ? all[0] : all.at(-1))?.id ?? ("none" as DocumentId);
    return verb(
      `takes the ${which} document back`,
      (account) => decideRemoveDocument(account, idOf(account)),
      (account) => ({ ...account, documents: account.documents.filter(({ id }) => id !== idOf(account)) }),
    );
  };
  const deciding = (to: "VERIFIED" | "REJECTED", seen: "what is there" | "what was there" | "anything"): AccountVerb =>
    verb(
      `${to} by who saw ${seen}`,
      (account) => {
        if (seen === "anything") return decideVerification(account, to, { from: null, submission: null });
        const from = account.status;
        const number = submission(account);
        return decideVerification(account, to, {
          from,
          submission: seen === "what is there" ? number : (number ?? 0) + 1,
        });
      },
      (account) => closed(account, to),
    );
  const suspending = (to: boolean): AccountVerb =>
    verb(
      to ? "is suspended" : "is reinstated",
      (account) => decideSuspension(account, to),
      (account) => ({ ...account, suspended: to }),
    );
  return [
    ...DOCUMENTS_NEEDED.map(adding),
    removing("first"),
    removing("last"),
    ...PROFILES.map((typed, index) =>
      verb(
        `saves profile ${index}`,
        () => FREE,
        (account) => ({ ...account, profile: keptProfile(account, typed) }),
      ),
    ),
    verb("submits", decideSubmitVerification, (account) => ({
      ...account,
      status: "PENDING",
      submissions: [{ number: nextSubmission(account), decidedAt: null }, ...account.submissions],
    })),
    ...(["VERIFIED", "REJECTED"] as const).flatMap((to) =>
      (["what is there", "what was there", "anything"] as const).map((seen) => deciding(to, seen)),
    ),
    suspending(true),
    suspending(false),
  ];
}

const PEOPLE = ["ada", "ben", "cyd"] as const;
const EMAILS = PEOPLE.map((id) => ({ id, email: `${id}@example.com` }));

export function teamVerbs(): readonly AccountVerb[] {
  return EMAILS.flatMap(({ id, email }) => [
    ...ROLES.map((role) =>
      verb(
        `${id} joins as ${role}`,
        ({ team }) => decideInvite(team, email),
        (account) => ({ ...account, team: [...account.team, { id, email, role }] }),
      ),
    ),
    ...[...ROLES, null].map((role: Role | null) =>
      verb(
        role === null ? `${id} leaves` : `${id} becomes ${role}`,
        ({ team }) => decideChangeRole(team, id, role),
        (account) => ({
          ...account,
          team: account.team.flatMap((member) => {
            if (member.id !== id) return [member];
            return role === null ? [] : [{ ...member, role }];
          }),
        }),
      ),
    ),
  ]);
}

export function destinationVerbs(): readonly AccountVerb[] {
  const payees = Array.from(
    { length: DESTINATIONS_MAX + 1 },
    (_, index): Payee => ({ kind: "mobile_money", name: "Ada", number: `+25571234567${index}` }),
  );
  return payees.flatMap((payee) => [
    verb(
      `adds ${payee.number}`,
      ({ destinations }) => decideAddDestination(destinations, payee, true),
      (account) => ({ ...account, destinations: [...account.destinations, payee] }),
    ),
  ]);
}

const fees = (basisPoints: number, min: bigint, max: bigint | null): FeeSchedule => ({
  basisPoints,
  fixed: cents(30n),
  min: cents(min),
  max: max === null ? null : cents(max),
});
/** Two that may be charged, and two that may not. */
export const FEES = [null, fees(290, 50n, null), fees(0, 0n, 0n), fees(10_001, 0n, null), fees(100, 50n, 49n)] as const;
export const LIMITS: readonly Limits[] = [
  { dailyMax: null, refundCredit: cents(0n) },
  { dailyMax: cents(0n), refundCredit: cents(0n) },
  { dailyMax: cents(50_000n), refundCredit: cents(20_000n) },
  { dailyMax: cents(-1n), refundCredit: cents(0n) },
  { dailyMax: null, refundCredit: cents(-1n) },
];

export const termVerbs = (): readonly AccountVerb[] => [
  ...FEES.map((to, index) =>
    verb(
      `is charged by schedule ${index}`,
      (account) => decideChangeFees(account.fees, to),
      (account) => ({ ...account, fees: to }),
    ),
  ),
  ...LIMITS.map((to, index) =>
    verb(
      `gets limits ${index}`,
      (account) => decideChangeLimits(account.limits, to),
      (account) => ({ ...account, limits: to }),
    ),
  ),
];

/** What must be true of an account, and of each step of it. */
function assertHolds(before: Account, after: Account): void {
  const waiting = after.submissions.filter(({ decidedAt }) => decidedAt === null);
  assert.equal(waiting.length, after.status === "PENDING" ? 1 : 0, "an account is PENDING while one submission waits");
  if (before.status !== after.status) {
    const isListed = Object.values(VERIFICATION_MOVES).some(
      (move) => allows(move, before.status) && (move.to as readonly VerificationStatus[]).includes(after.status),
    );
    assert.ok(isListed, `${before.status} to ${after.status}`);
  }
  for (const field of ["legalName", "country", "address"] as const) {
    const isFixed = before.status === "PENDING" || before.status === "VERIFIED";
    if (isFixed && before.profile[field] !== "") assert.equal(after.profile[field], before.profile[field]);
    if (after.status === "PENDING") assert.notEqual(after.profile[field], "", "nobody looks at half a profile");
  }
  for (const { number } of after.submissions) {
    const handedIn = (account: Account) => account.documents.filter((one) => one.submission === number);
    assert.ok(handedIn(after).length <= DOCUMENTS_MAX);
    const wasThere = before.submissions.some((one) => one.number === number);
    if (wasThere) assert.deepEqual(handedIn(after), handedIn(before), "what was submitted stays");
  }
  const owners = after.team.filter(({ role }) => role === "owner");
  assert.ok(owners.length >= 1, "an account keeps an owner");
  assert.equal(new Set(after.team.map(({ id }) => id)).size, after.team.length, "nobody belongs to it twice");
  assert.ok((after.limits.dailyMax ?? 0n) >= 0n && after.limits.refundCredit >= 0n);
  if (after.fees !== null) assert.ok(feesFor(cents(10_000n), after.fees) >= after.fees.min);
  assert.ok(after.destinations.length <= DESTINATIONS_MAX);
  assert.equal(new Set(after.destinations.map(({ number }) => number)).size, after.destinations.length);
}

/** What distinguishes two accounts for everything that can still happen: how often it was refused before does not. */
export function printOf(account: Account): string {
  const { status, suspended, profile, documents, team, destinations, fees: schedule, limits } = account;
  const next = nextSubmission(account);
  return JSON.stringify([
    status,
    suspended,
    profile.legalName,
    documents.map(({ submission: number, kind }) => `${kind}${number === next ? " gathered" : " submitted"}`),
    team.map(({ id, role }) => `${id}${role}`).sort(),
    destinations.map(({ number }) => number).sort(),
    FEES.indexOf(schedule),
    `${limits.dailyMax} ${limits.refundCredit}`,
  ]);
}
