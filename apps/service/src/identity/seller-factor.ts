/** What people do with their own second factor, and how they prove that it is still they. Somebody is signed in. */

import { plainLine } from "../domain/names.js";
import type { Actor } from "../domain/security.js";
import { plainCode } from "../domain/typed.js";
import { addFirstPasskey, addPasskey, listPasskeys, removePasskey } from "../store/identity/passkeys.js";
import type { Proof } from "../store/identity/proofs.js";
import {
  countRecoveryCodes,
  findPendingSecret,
  hasApp,
  keepPendingSecret,
  noteFailure,
  proveWithFactor,
  proveWithPassword,
  renewRecoveryCodes,
  switchOff,
  switchOn,
  takeOwnSecondFactorTry,
} from "../store/identity/second-factor.js";
import { askForNewPasskey, askForPasskey, type Challenged, type PasskeyOptions, readNewPasskey } from "./passkeys.js";
import {
  type FactorForm,
  hashRecovery,
  newRecoveryCodes,
  notTaken,
  plainRecovery,
  readProof,
  totpPlace,
} from "./second-factor.js";
import { DONE, failed, type SellerOutcome, type SellerProblem, unlessBusy } from "./seller-outcome.js";
import { actorOf, newSession, type SellerAsking, type SellerParts } from "./seller-parts.js";
import { checkOwnPassword, type OwnForm, type Self } from "./seller-self.js";
import { matchTotp, newTotpSecret, totpUri } from "./totp.js";

/** What an authenticator app is set up with: shown in the answer that begins it, and never again. */
export type SetUp = { readonly secret: string; readonly uri: string };

/** Of whom the verbs are: they have proved lately who they are, with the second factor where there is one. */
type Proved = Self & { readonly hasSecondFactor: boolean };

/** The password, or the second factor of people who have one. */
type ProofForm = FactorForm & { readonly password: string };

type WithCodes = SellerOutcome & { readonly recoveryCodes?: readonly string[] };

export type ShownPasskey = {
  readonly id: string;
  readonly name: string;
  /** Unix seconds of the service's clock. */
  readonly created: number;
  readonly lastUsedAt: number | null;
};

export type SellerFactor = {
  /** The factor is on, or in the place of the one before, once its first code was entered. */
  start(self: Proved): Promise<SellerOutcome & { readonly setUp?: SetUp }>;
  /** The first code switches it on, and tells the recovery codes. @param given.secret as `start` told it. */
  confirm(asking: SellerAsking, self: Proved, given: { secret: string; code: string }): Promise<WithCodes>;
  /** Of what is being set up, for the page that shows it again; null unless it is that secret. */
  setUpOf(self: Proved, secret: string): Promise<SetUp | null>;
  switchAppOff(asking: SellerAsking, self: Proved): Promise<SellerOutcome>;
  /** Those that were not used no longer work. */
  renewRecoveryCodes(asking: SellerAsking, self: Proved): Promise<WithCodes>;
  recoveryCodesLeft(self: Self): Promise<number>;
  hasApp(self: Self): Promise<boolean>;
  passkeys(self: Self): Promise<readonly ShownPasskey[]>;
  /** What a browser is asked in order to prove that it is still the person; null without a passkey. */
  askForPasskey(asking: SellerAsking, self: Self): Promise<PasskeyOptions | null>;
  /** What a browser is asked in order to add one. */
  askForNewPasskey(asking: SellerAsking, self: Proved & { readonly name: string }): Promise<PasskeyOptions>;
  /** The first factor brings recovery codes. @param form.credential what the browser made. */
  addPasskey(
    asking: SellerAsking,
    self: Proved,
    form: { readonly credential: string; readonly name: string },
  ): Promise<WithCodes>;
  removePasskey(asking: SellerAsking, self: Proved, passkey: string): Promise<void>;
  /** It is still the person: with the second factor, or with the password where there is none. */
  prove(asking: SellerAsking, self: Proved, form: ProofForm): Promise<SellerOutcome>;
};

const NAME_MAX = 80;

export function openSellerFactor(parts: SellerParts): SellerFactor {
  const { people } = parts;
  return {
    start: (self) => start(parts, self),
    confirm: (asking, self, given) => confirm(parts, { asking, self, ...given }),
    setUpOf: async (self, secret) => (await pendingOf(parts, self, secret))?.setUp ?? null,
    switchAppOff: async (asking, self) =>
      (await switchOff(people, self, actorOf(asking, self.id))) ? DONE : failed("code", "code_expired"),
    renewRecoveryCodes: (asking, self) => renew(parts, asking, self),
    recoveryCodesLeft: ({ id }) => countRecoveryCodes(people, id),
    hasApp: ({ id }) => hasApp(people, id),
    passkeys: async ({ id }) =>
      (await listPasskeys(people, id)).map((row) => ({
        id: row.id,
        name: row.name,
        created: Number(row.created),
        lastUsedAt: row.last_used_at === null ? null : Number(row.last_used_at),
      })),
    askForPasskey: (asking, self) => askForPasskey(parts, challengedBy(asking, self)),
    askForNewPasskey: (asking, self) => askForNewPasskey(parts, challengedBy(asking, self), self),
    addPasskey: (asking, self, form) => unlessBusy(() => add(parts, { asking, self, form })),
    removePasskey: (asking, self, passkey) => removePasskey(people, self, { passkey, actor: actorOf(asking, self.id) }),
    prove: (asking, self, form) => unlessBusy(() => prove(parts, { asking, self, form })),
  };
}

type Given<Form = ProofForm> = OwnForm<{ readonly self: Proved; readonly form: Form }>;

/** A challenge that was shown in one session is of no use in another. */
const challengedBy = ({ headers }: SellerAsking, { id, sessionId }: Self): Challenged => ({
  headers,
  sellerId: id,
  subject: sessionId,
});

/** What is told about a factor that was not right; that it was wrong is written down. */
export async function wrongFactor(
  { people }: Pick<SellerParts, "people">,
  { email, actor, problem }: { readonly email: string; readonly actor: Actor; readonly problem: SellerProblem },
): Promise<SellerOutcome> {
  if (problem === "code_wrong" || problem === "code_used" || problem === "passkey_wrong")
    await noteFailure(people, { kind: "code_wrong", email }, actor);
  return failed("code", problem);
}

/** The second factor of somebody who is signed in, as a proof that may be taken; or what to say. */
async function ownProof(parts: SellerParts, { asking, self, form }: Given): Promise<Proof | SellerOutcome> {
  const actor = actorOf(asking, self.id);
  const challenged = challengedBy(asking, self);
  const proof = await readProof(parts, { form, challenged }, () =>
    takeOwnSecondFactorTry(parts.people, self.id, actor),
  );
  return typeof proof === "string" ? wrongFactor(parts, { email: self.email, actor, problem: proof }) : proof;
}

async function start(parts: SellerParts, self: Proved): Promise<SellerOutcome & { setUp?: SetUp }> {
  const secret = newTotpSecret();
  const seal = await parts.seal();
  const made = { sealed: seal.seal(secret, totpPlace(self.id)), fingerprint: seal.fingerprint };
  if (!(await keepPendingSecret(parts.people, self, made))) return failed("code", "code_expired");
  return { ...DONE, setUp: { secret, uri: totpUri(secret, self.email) } };
}

async function pendingOf(
  parts: SellerParts,
  { id, email }: Self,
  secret: string,
): Promise<{ setUp: SetUp; sealed: Buffer; now: number } | null> {
  const row = await findPendingSecret(parts.people, id);
  // Who did not see it when it was made is not shown it: a stolen session learns nothing of it.
  if (row === null || (await parts.seal()).open(row.sealed, totpPlace(id)) !== secret) return null;
  return { setUp: { secret, uri: totpUri(secret, email) }, sealed: row.sealed, now: Number(row.now) };
}

async function hashesOf(parts: SellerParts, { id }: Self, codes: readonly string[]): Promise<readonly Buffer[]> {
  const key = await parts.recoveryKey();
  return codes.map((one) => hashRecovery(key, id, plainRecovery(one)));
}

async function confirm(
  parts: SellerParts,
  { asking, self, secret, code }: OwnForm<{ secret: string; code: string }>,
): Promise<WithCodes> {
  const pending = await pendingOf(parts, self, secret);
  if (pending === null) return failed("code", "code_expired");
  const typed = plainCode(code);
  if (!/^\d{6}$/.test(typed)) return failed("code", "code_malformed");
  // No try is counted: who sees the page sees the secret.
  const step = matchTotp(pending.setUp.secret, typed, pending.now);
  if (step === null) return failed("code", "code_wrong");
  const recoveryCodes = newRecoveryCodes();
  const { session, cookies } = newSession(parts, asking);
  const recoveryHashes = await hashesOf(parts, self, recoveryCodes);
  const factor = { sellerId: self.id, sealed: pending.sealed, step, recoveryHashes };
  const isOn = await parts.store.ending(self, () => switchOn(parts.people, session, factor));
  return isOn ? { problems: {}, cookies, recoveryCodes } : failed("code", "code_expired");
}

async function renew(parts: SellerParts, asking: SellerAsking, self: Proved): Promise<WithCodes> {
  const recoveryCodes = newRecoveryCodes();
  const hashes = await hashesOf(parts, self, recoveryCodes);
  const isRenewed = await renewRecoveryCodes(parts.people, self, { hashes, actor: actorOf(asking, self.id) });
  return isRenewed ? { ...DONE, recoveryCodes } : failed("code", "code_expired");
}

async function add(
  parts: SellerParts,
  { asking, self, form }: Given<{ readonly credential: string; readonly name: string }>,
): Promise<WithCodes> {
  const name = plainLine(form.name);
  if (name === "" || name.length > NAME_MAX) return failed("passkey_name", "passkey_name");
  const made = await readNewPasskey(parts, challengedBy(asking, self), form.credential);
  if (made === null) return failed("code", "passkey_wrong");
  const { challengeHash, ...key } = made;
  const adding = { passkey: { ...key, name }, challengeHash };
  if (self.hasSecondFactor) {
    const isAdded = await addPasskey(parts.people, self, { ...adding, actor: actorOf(asking, self.id) });
    return isAdded ? DONE : failed("code", "passkey_wrong");
  }
  const recoveryCodes = newRecoveryCodes();
  const recoveryHashes = await hashesOf(parts, self, recoveryCodes);
  const { session, cookies } = newSession(parts, asking);
  const isFirst = await parts.store.ending(self, () =>
    addFirstPasskey(parts.people, session, { ...adding, sellerId: self.id, recoveryHashes }),
  );
  return isFirst ? { ...DONE, cookies, recoveryCodes } : failed("code", "passkey_wrong");
}

async function prove(parts: SellerParts, given: Given): Promise<SellerOutcome> {
  const { asking, self, form } = given;
  const actor = actorOf(asking, self.id);
  const who = { sellerId: self.id, sessionId: self.sessionId };
  if (!self.hasSecondFactor) {
    const known = await checkOwnPassword(parts, { asking, self, password: form.password });
    if ("problems" in known) return known;
    const isProved = await proveWithPassword(parts.people, { ...who, passwordHash: known.password_hash }, actor);
    return isProved ? DONE : failed("password", "password_wrong");
  }
  const proof = await ownProof(parts, given);
  if ("problems" in proof) return proof;
  if (await proveWithFactor(parts.people, { ...who, proof }, actor)) return DONE;
  return wrongFactor(parts, { email: self.email, actor, problem: notTaken(proof) });
}
