/** A deployment that becomes one cell of several brings its sellers and operators along: they sign in at the directory from then on. */
import { totpPlace } from "../identity/second-factor.js";
import type { Database, Queryable } from "../platform/database.js";
import type { Seal } from "../platform/seal.js";
import * as rows from "../store/directory/people.js";
import { asReplica, readRights } from "../store/moving/steps.js";

/** It can't be done as things are; the message is one line. */
export class FillRefused extends Error {}

type Ways = {
  readonly cell: Queryable;
  readonly people: Queryable;
  /** The cell's database as the role that owns its tables; asked for where an id has to change. */
  readonly owner: () => Database;
  /** Opens secrets of this cell, and seals those of people. */
  readonly seal: Seal;
  /** Whether recovery codes of this cell are hashed as those of the directory are. */
  readonly withCodes: boolean;
};

export type FilledPeople = {
  /** How many have come to the directory. */
  readonly people: number;
  /** Addresses that had a sign-in there already, from another cell: it is the one that counts. */
  readonly met: readonly string[];
};

const AT_ONCE = 200;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * Enters those who sign in to this cell still. It may be run again, after a kill at any point, and while the cell serves: each step
 * changes nothing when it was taken before. @throws FillRefused
 */
export async function fillPeople(ways: Ways): Promise<FilledPeople> {
  let filled: FilledPeople = { people: 0, met: [] };
  let after = BEFORE_ALL;
  for (;;) {
    const given = await rows.readSigningIn(ways.cell, after, AT_ONCE);
    const last = given.at(-1);
    if (last === undefined) return filled;
    const more = await fillSome(ways, given);
    filled = { people: filled.people + more.people, met: [...filled.met, ...more.met] };
    after = last.id;
  }
}

async function fillSome(ways: Ways, given: readonly rows.SigningIn[]): Promise<FilledPeople> {
  const { cell, people, withCodes } = ways;
  const entered = await rows.enterPeople(people, given, { withCodes });
  const emails = given.map(({ email }) => email);
  const ids = new Map((await rows.findEntered(people, emails)).map(({ id, email }) => [email, id]));
  const met: string[] = [];
  for (const one of given) {
    const id = ids.get(one.email);
    if (id === undefined || id === one.id) continue;
    await meet(ways, one, id);
    met.push(one.email);
  }
  await rows.leaveSignIns(cell, [...ids.values()]);
  return { people: entered, met };
}

/** One address is one person, who has another id in the directory: this cell takes it over. */
async function meet({ people, owner, seal }: Ways, given: rows.SigningIn, id: string): Promise<void> {
  const secret = given.totp_sealed === null ? null : seal.open(given.totp_sealed, totpPlace(given.id));
  await rows.meet(people, id, {
    ...given,
    totpSealed: secret === null ? null : seal.seal(secret, totpPlace(id)),
  });
  const { owns, writesAsReplica } = await readRights(owner());
  if (!owns || !writesAsReplica)
    throw new FillRefused(
      `${given.email} has a sign-in in another cell too, and to make them one takes MIGRATION_DATABASE_URL of the role that owns the tables, which may set session_replication_role.`,
    );
  await owner().transaction(async (tx) => {
    await asReplica(tx);
    await rows.renumberSeller(tx, given.id, id);
  });
}
