/** What people do with their own sign-in: name, password, second factor, sessions. Somebody is signed in. */
import { UUID } from "../domain/ids.js";
import {
  countRecoveryCodes,
  findPendingSecret,
  keepPendingSecret,
  renewRecoveryCodes,
  switchOff,
  switchOn,
  takeOwnSecondFactorTry,
} from "../store/identity/second-factor.js";
import {
  changePassword,
  endSessionOf,
  endSessionsOf,
  type ListedSessionRow,
  listSellerSessions,
  type PasswordRow,
  renameSeller,
  takePasswordTry,
} from "../store/identity/sellers.js";
import { networkOf } from "./authenticate.js";
import { checkPassword, hashPassword, isPassword } from "./passwords.js";
import { hashRecovery, newRecoveryCodes, plainRecovery, readProof, totpPlace } from "./second-factor.js";
import { subjectOf } from "./seller-known.js";
import { checkNames, DONE, failed, isDone, readName, type SellerOutcome, unlessBusy } from "./seller-outcome.js";
import { newSession, type SellerAsking, type SellerParts } from "./seller-parts.js";
import { matchTotp, newTotpSecret, totpUri } from "./totp.js";

/** Of whom the verbs are: `asking` comes from their browser. */
type Self = { readonly id: string; readonly email: string; readonly sessionId: string };

/** What an authenticator app is set up with: shown while that is under way, and never again. */
export type SetUp = { readonly secret: string; readonly uri: string };

export type SellerSession = {
  readonly id: string;
  readonly userAgent: string;
  readonly network: string;
  /** Unix seconds of the service's clock. */
  readonly created: number;
  readonly seenAt: number;
  readonly isThis: boolean;
};

export type SellerSelf = {
  rename(self: Self, name: string): Promise<SellerOutcome>;
  /** Takes the old password; every other session ends, and this one gets a new token. */
  changePassword(asking: SellerAsking, self: Self, form: { old: string; fresh: string }): Promise<SellerOutcome>;
  /** Takes the password. The second factor is on once its first code was entered. */
  startSecondFactor(
    asking: SellerAsking,
    self: Self,
    password: string,
  ): Promise<SellerOutcome & { readonly setUp?: SetUp }>;
  /** What is being set up; null when nothing is. */
  pendingSecondFactor(self: Self): Promise<SetUp | null>;
  /** The first code switches it on, and tells the recovery codes. */
  confirmSecondFactor(
    asking: SellerAsking,
    self: Self,
    code: string,
  ): Promise<SellerOutcome & { readonly recoveryCodes?: readonly string[] }>;
  /** Takes the password and a code of either kind. */
  switchSecondFactorOff(
    asking: SellerAsking,
    self: Self,
    form: { password: string; code: string },
  ): Promise<SellerOutcome>;
  /** Takes the password; those that were not used no longer work. */
  renewRecoveryCodes(
    asking: SellerAsking,
    self: Self,
    password: string,
  ): Promise<SellerOutcome & { readonly recoveryCodes?: readonly string[] }>;
  recoveryCodesLeft(self: Self): Promise<number>;
  /** The one that was used last first. */
  sessions(self: Self): Promise<readonly SellerSession[]>;
  /** False when the person has no such session. */
  endSession(self: Self, sessionId: string): Promise<boolean>;
  /** This one too. Returns cookies to set. */
  signOutEverywhere(self: Self): Promise<readonly string[]>;
};

export function openSellerSelf(parts: SellerParts): SellerSelf {
  const { db } = parts;
  return {
    rename: async ({ id }, typed) => {
      const problems = checkNames(typed, undefined);
      if (isDone({ problems })) await renameSeller(db, id, readName(typed) ?? "");
      return { problems, cookies: [] };
    },
    changePassword: (asking, self, form) => unlessBusy(() => renewPassword(parts, { asking, self, ...form })),
    startSecondFactor: (asking, self, password) => unlessBusy(() => start(parts, { asking, self, password })),
    pendingSecondFactor: async (self) => (await pendingOf(parts, self))?.setUp ?? null,
    confirmSecondFactor: (asking, self, code) => confirm(parts, { asking, self, code }),
    switchSecondFactorOff: (asking, self, form) => unlessBusy(() => switchItOff(parts, { asking, self, ...form })),
    renewRecoveryCodes: (asking, self, password) => unlessBusy(() => renew(parts, { asking, self, password })),
    recoveryCodesLeft: ({ id }) => countRecoveryCodes(db, id),
    sessions: async ({ id, sessionId }) => (await listSellerSessions(db, id)).map((row) => sessionOf(row, sessionId)),
    endSession: ({ id }, sessionId) =>
      UUID.test(sessionId) ? endSessionOf(db, id, sessionId) : Promise.resolve(false),
    signOutEverywhere: async ({ id }) => {
      await endSessionsOf(db, id);
      return [parts.cookies.clear("seller")];
    },
  };
}

const sessionOf = (row: ListedSessionRow, current: string): SellerSession => ({
  id: row.id,
  userAgent: row.user_agent,
  network: row.network,
  created: Number(row.created),
  seenAt: Number(row.seen_at),
  isThis: row.id === current,
});

type Asked<Fields> = { readonly asking: SellerAsking; readonly self: Self } & Fields;

/** Counted as a sign-in is: who found a browser open can't guess without end either. */
async function provePassword(
  parts: SellerParts,
  { asking, self, password }: Asked<{ password: string }>,
): Promise<PasswordRow | SellerOutcome> {
  const { email } = self;
  const subject = subjectOf(parts, asking.headers, email);
  const network = networkOf(asking.address);
  const { isAllowed, known } = await takePasswordTry(parts.db, { network, subject, email });
  if (!isAllowed) return failed("password", "too_many_tries");
  const isRight = await isPassword(password, known?.password_hash ?? null, network);
  return isRight && known !== null ? known : failed("password", "password_wrong");
}

async function renewPassword(
  parts: SellerParts,
  { asking, self, old, fresh }: Asked<{ old: string; fresh: string }>,
): Promise<SellerOutcome> {
  const problem = checkPassword(fresh, self.email);
  if (problem !== null) return failed("new_password", problem);
  const known = await provePassword(parts, { asking, self, password: old });
  if ("problems" in known) return known;
  const { session, cookies } = newSession(parts, asking);
  const newHash = await hashPassword(fresh, networkOf(asking.address));
  const isChanged = await changePassword(parts.db, session, {
    sellerId: self.id,
    oldHash: known.password_hash,
    newHash,
  });
  return isChanged ? { ...DONE, cookies } : failed("password", "password_wrong");
}

async function start(
  parts: SellerParts,
  { asking, self, password }: Asked<{ password: string }>,
): Promise<SellerOutcome & { setUp?: SetUp }> {
  const known = await provePassword(parts, { asking, self, password });
  if ("problems" in known) return known;
  const secret = newTotpSecret();
  const seal = await parts.seal();
  await keepPendingSecret(parts.db, self.id, {
    sealed: seal.seal(secret, totpPlace(self.id)),
    fingerprint: seal.fingerprint,
  });
  return { ...DONE, setUp: { secret, uri: totpUri(secret, self.email) } };
}

async function pendingOf(
  parts: SellerParts,
  { id, email }: Self,
): Promise<{ setUp: SetUp; sealed: Buffer; now: number } | null> {
  const row = await findPendingSecret(parts.db, id);
  if (row === null) return null;
  const secret = (await parts.seal()).open(row.sealed, totpPlace(id));
  return { setUp: { secret, uri: totpUri(secret, email) }, sealed: row.sealed, now: Number(row.now) };
}

async function confirm(
  parts: SellerParts,
  { asking, self, code }: Asked<{ code: string }>,
): Promise<SellerOutcome & { recoveryCodes?: readonly string[] }> {
  const pending = await pendingOf(parts, self);
  if (pending === null) return failed("code", "code_expired");
  const typed = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(typed)) return failed("code", "code_malformed");
  // No try is counted: who sees the page sees the secret.
  const step = matchTotp(pending.setUp.secret, typed, pending.now);
  if (step === null) return failed("code", "code_wrong");
  const recoveryCodes = newRecoveryCodes();
  const { session, cookies } = newSession(parts, asking);
  const key = await parts.recoveryKey();
  const recoveryHashes = recoveryCodes.map((one) => hashRecovery(key, self.id, plainRecovery(one)));
  const isOn = await switchOn(parts.db, session, { sellerId: self.id, sealed: pending.sealed, step, recoveryHashes });
  return isOn ? { problems: {}, cookies, recoveryCodes } : failed("code", "code_expired");
}

async function switchItOff(
  parts: SellerParts,
  { asking, self, password, code }: Asked<{ password: string; code: string }>,
): Promise<SellerOutcome> {
  const known = await provePassword(parts, { asking, self, password });
  if ("problems" in known) return known;
  const tried = await readProof(parts, code, () => takeOwnSecondFactorTry(parts.db, self.id));
  if (typeof tried === "string") return failed("code", tried);
  const isOff = await switchOff(parts.db, self.id, tried.proof);
  return isOff ? DONE : failed("code", "step" in tried.proof ? "code_used" : "code_wrong");
}

async function renew(
  parts: SellerParts,
  { asking, self, password }: Asked<{ password: string }>,
): Promise<SellerOutcome & { recoveryCodes?: readonly string[] }> {
  const known = await provePassword(parts, { asking, self, password });
  if ("problems" in known) return known;
  const recoveryCodes = newRecoveryCodes();
  const key = await parts.recoveryKey();
  const hashes = recoveryCodes.map((one) => hashRecovery(key, self.id, plainRecovery(one)));
  const isDoneNow = await renewRecoveryCodes(parts.db, self.id, hashes);
  return isDoneNow ? { ...DONE, recoveryCodes } : failed("password", "code_expired");
}
