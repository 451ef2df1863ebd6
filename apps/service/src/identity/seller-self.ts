/** What people do with their own sign-in: name, password, sessions. Somebody is signed in. */
import { UUID } from "../domain/ids.js";
import {
  changePassword,
  endSessionOf,
  endSessionsOf,
  type ListedSessionRow,
  listSellerSessions,
  type PasswordRow,
  renameSeller,
} from "../store/identity/sellers.js";
import { networkOf } from "./networks.js";
import { tryPassword } from "./password-tries.js";
import { checkPassword, hashPassword } from "./passwords.js";
import { checkNames, DONE, failed, isDone, readName, type SellerOutcome, unlessBusy } from "./seller-outcome.js";
import { actorOf, newSession, type SellerAsking, type SellerParts } from "./seller-parts.js";

/** Of whom the verbs are: `asking` comes from their browser. */
export type Self = { readonly id: string; readonly email: string; readonly sessionId: string };

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
  /** Counted as a sign-in is. */
  checkPassword(asking: SellerAsking, self: Self, password: string): Promise<SellerOutcome>;
  /** The one that was used last first. */
  sessions(self: Self): Promise<readonly SellerSession[]>;
  /** False when the person has no such session. */
  endSession(self: Self, sessionId: string): Promise<boolean>;
  /** This one too. Returns cookies to set. */
  signOutEverywhere(asking: SellerAsking, self: Self): Promise<readonly string[]>;
};

export function openSellerSelf(parts: SellerParts): SellerSelf {
  const { people, store } = parts;
  return {
    rename: async ({ id }, typed) => {
      const problems = checkNames(typed, undefined);
      if (isDone({ problems })) await renameSeller(people, id, readName(typed) ?? "");
      return { problems, cookies: [] };
    },
    changePassword: (asking, self, form) => unlessBusy(() => renewPassword(parts, { asking, self, ...form })),
    checkPassword: (asking, self, password) =>
      unlessBusy(async () => {
        const known = await checkOwnPassword(parts, { asking, self, password });
        return "problems" in known ? known : DONE;
      }),
    sessions: async ({ id, sessionId }) =>
      (await listSellerSessions(people, id)).map((row) => sessionOf(row, sessionId)),
    endSession: async ({ id, email }, sessionId) =>
      UUID.test(sessionId) && store.ending({ email }, () => endSessionOf(people, id, sessionId)),
    signOutEverywhere: async (asking, { id, email }) => {
      await store.ending({ email }, () => endSessionsOf(people, id, actorOf(asking, id)));
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

export type OwnForm<Fields> = { readonly asking: SellerAsking; readonly self: Self } & Fields;

/** Counted as a sign-in is: who found a browser open can't guess without end either. */
export async function checkOwnPassword(
  parts: SellerParts,
  { asking, self, password }: OwnForm<{ password: string }>,
): Promise<PasswordRow | SellerOutcome> {
  const { problem, isRight, known } = await tryPassword(parts, asking, { email: self.email, password });
  if (problem !== null) return failed("password", problem);
  return isRight && known !== null ? known : failed("password", "password_wrong");
}

async function renewPassword(
  parts: SellerParts,
  { asking, self, old, fresh }: OwnForm<{ old: string; fresh: string }>,
): Promise<SellerOutcome> {
  const problem = checkPassword(fresh, self.email);
  if (problem !== null) return failed("new_password", problem);
  const known = await checkOwnPassword(parts, { asking, self, password: old });
  if ("problems" in known) return known;
  const { session, cookies } = newSession(parts, asking);
  const newHash = await hashPassword(fresh, networkOf(asking.address));
  const change = { sellerId: self.id, oldHash: known.password_hash, newHash };
  const isChanged = await parts.store.ending(self, () => changePassword(parts.people, session, change));
  return isChanged ? { ...DONE, cookies } : failed("password", "password_wrong");
}
