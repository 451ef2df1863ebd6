/** A deployment that becomes one cell of several brings its sellers and operators along: they sign in at the directory from then on. */
import { totpPlace } from "../identity/second-factor.js";
import type { Database, Queryable } from "../platform/database.js";
import type { Seal } from "../platform/seal.js";
import * as rows from "../store/identity/filling.js";
import { takeSellers } from "../store/identity/sellers-apart.js";
import { asReplica, readRights } from "../store/moving/steps.js";

/** It can't be done as things are; the message is one line. */
export class FillRefused extends Error {}

type Ways = {
  readonly cell: Queryable;
  /** The cell's name. */
  readonly name: string;
  readonly people: Queryable;
  /** The cell's database as the role that owns its tables; asked for where an id has to change. */
  readonly owner: () => Database;
  /** Opens secrets of this cell, and seals those of people. */
  readonly seal: Seal;
  /** Whether recovery codes of this cell are hashed as those of the directory are. */
  readonly withCodes: boolean;
  /** Addresses whose two sign-ins, with a second factor each, are known to be one person's. */
  readonly samePeople: readonly string[];
};

export type FilledPeople = {
  /** How many have come to the directory. */
  readonly people: number;
  /** Addresses that had a sign-in there already, from another cell: it is the one that counts. */
  readonly met: readonly string[];
  /** Those of them who had the desk of this cell and don't have that of all. */
  readonly deskless: readonly string[];
  /** Those whose recovery codes were not brought along. */
  readonly codeless: readonly string[];
  /** Those who sign in to this cell alone, as before, and why. */
  readonly refused: readonly { readonly email: string; readonly reason: string }[];
};

const NOTHING: FilledPeople = { people: 0, met: [], deskless: [], codeless: [], refused: [] };
const AT_ONCE = 200;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * Enters those who sign in to this cell still. It may be run again, after a kill at any point, and while the cell serves: each step
 * changes nothing when it was taken before. Nobody's sign-in leaves the cell before the directory has it, second factor and all.
 * @throws FillRefused
 */
export async function fillPeople(ways: Ways): Promise<FilledPeople> {
  let filled = NOTHING;
  let after = BEFORE_ALL;
  for (;;) {
    const given = await rows.readSigningIn(ways.cell, after, AT_ONCE);
    const last = given.at(-1);
    if (last === undefined) return filled;
    const more = await fillSome(ways, given);
    filled = {
      people: filled.people + more.people,
      met: [...filled.met, ...more.met],
      deskless: [...filled.deskless, ...more.deskless],
      codeless: [...filled.codeless, ...more.codeless],
      refused: [...filled.refused, ...more.refused],
    };
    after = last.id;
  }
}

/** Somebody of this cell, and who has the address in the directory. */
type Meeting = {
  readonly given: rows.SigningIn;
  readonly entered: rows.Entered | undefined;
  /** The secret of the app that they have in this cell. */
  readonly secret: string | null;
};

const CHANGED = "changed something meanwhile: run it again";

async function fillSome(ways: Ways, given: readonly rows.SigningIn[]): Promise<FilledPeople> {
  const { cell, people, withCodes, seal } = ways;
  const refused = new Map<string, string>();
  const emails = given.map(({ email }) => email);
  const known = new Map((await rows.findEntered(people, emails)).map((one) => [one.email, one]));
  const passkeys = given.flatMap((one) => one.passkeys.map(({ id }) => id));
  const owners = await rows.findPasskeyOwners(people, passkeys);
  const met = given.flatMap((one): Meeting[] => {
    const meeting = openMeeting(ways, one, known.get(one.email));
    const reason = meeting === null ? "no key of SECRET_KEY opens the app's secret" : refusalOf(ways, meeting, owners);
    if (reason !== null) refused.set(one.email, reason);
    return meeting === null || reason !== null ? [] : [meeting];
  });
  if (met.some(({ given: { id }, entered }) => (entered?.id ?? id) !== id)) await requireRights(ways);

  const strangers = met.filter(({ entered }) => entered === undefined);
  const arrived = await enter(ways, strangers);
  const leaving = strangers.map((one) => one.given);
  const joined: rows.SigningIn[] = [];
  for (const { entered, ...meeting } of met) {
    if (entered === undefined) continue;
    if (isCopy(seal, { ...meeting, entered })) leaving.push(meeting.given);
    else {
      const one = await join(ways, { ...meeting, entered });
      if (one === null) refused.set(entered.email, CHANGED);
      else joined.push(one);
    }
  }
  const gone = [...leaving, ...joined];
  const atDirectory = await rows.findKnownSellers(
    people,
    gone.map(({ id }) => id),
  );
  // What this cell shows of them is what the directory knows from now on.
  await takeSellers(cell, atDirectory, { isHere: true });
  const there = new Map(atDirectory.map(({ id, email }) => [id, email]));
  const left = await rows.leaveSignIns(
    cell,
    gone.filter(({ id, email }) => there.get(id) === email),
  );
  for (const { id, email } of gone) if (!left.has(id)) refused.set(email, CHANGED);
  const withoutCodes = [...(withCodes ? [] : leaving), ...joined].filter(({ codes }) => codes.length > 0);
  return {
    people: arrived,
    met: joined.map(({ email }) => email),
    deskless: joined
      .filter((one) => one.is_operator && known.get(one.email)?.is_operator === false)
      .map(({ email }) => email),
    codeless: withoutCodes.map(({ email }) => email),
    refused: [...refused].map(([email, reason]) => ({ email, reason })),
  };
}

/** Those whom nobody in the directory has the address of. How many. */
async function enter(ways: Ways, strangers: readonly Meeting[]): Promise<number> {
  if (strangers.length === 0) return 0;
  const given = strangers.map((one) => sealedFor(ways, one, one.given.id));
  return rows.enterPeople(ways.people, given, ways);
}

/** Null where none of the keys opens the app's secret. */
function openMeeting({ seal }: Ways, given: rows.SigningIn, entered: rows.Entered | undefined): Meeting | null {
  try {
    return { given, entered, secret: secretOf(seal, given) };
  } catch {
    return null;
  }
}

const secretOf = (
  seal: Seal,
  { id, totp_sealed: sealed }: Pick<rows.SigningIn, "id" | "totp_sealed">,
): string | null => (sealed === null ? null : seal.open(sealed, totpPlace(id)));

const hasFactor = (one: Pick<rows.Entered, "totp_sealed"> & { readonly passkeys: readonly unknown[] }): boolean =>
  one.totp_sealed !== null || one.passkeys.length > 0;

/** Why somebody's sign-in stays in this cell; null when it may go. */
function refusalOf({ seal, samePeople }: Ways, meeting: Meeting, owners: ReadonlyMap<unknown, string>): string | null {
  const { given, entered } = meeting;
  if (given.passkeys.some(({ id }) => (owners.get(id) ?? given.email) !== given.email))
    return "has a passkey that is somebody else's at the directory";
  if (entered === undefined || !hasFactor(given) || !hasFactor(entered) || samePeople.includes(given.email))
    return null;
  return isThere(seal, meeting)
    ? null
    : `has another second factor at the directory, which is to count: once you know that both are the same person's, name it with --same-person ${given.email}`;
}

/** Whether the directory has the second factor of this cell, all of it. */
function isThere(seal: Seal, { given, entered, secret }: Meeting): boolean {
  if (entered === undefined) return false;
  const isApp = secret === null || secret === secretOf(seal, entered);
  return isApp && given.passkeys.every(({ id }) => entered.passkeys.some((passkey) => passkey === id));
}

type Joining = Meeting & { readonly entered: rows.Entered };

/** They were entered by a run that was killed before they left this cell. */
const isCopy = (seal: Seal, meeting: Joining): boolean =>
  meeting.given.id === meeting.entered.id &&
  meeting.given.password_hash === meeting.entered.password_hash &&
  isThere(seal, meeting);

/** With the app's secret sealed by the first key, for an id. */
function sealedFor({ seal }: Ways, { given, secret }: Meeting, id: string): rows.SigningIn {
  if (secret === null) return { ...given, id, row: { ...given.row, id } };
  const sealed = seal.seal(secret, totpPlace(id));
  return { ...given, id, totp_sealed: sealed, row: { ...given.row, id, totp_sealed: `\\x${sealed.toString("hex")}` } };
}

async function requireRights({ owner }: Ways): Promise<void> {
  const { owns, writesAsReplica } = await readRights(owner());
  if (!owns || !writesAsReplica)
    throw new FillRefused(
      "some people have a sign-in in another cell too, and to make them one takes MIGRATION_DATABASE_URL of the role that owns the tables, which may set session_replication_role.",
    );
}

/**
 * One address is one person, by the id that they have in the directory: this cell takes it over. A second factor comes along where the
 * directory has none; the desk never does. As they are in the cell by now; null when they changed something in the directory meanwhile.
 */
async function join(ways: Ways, meeting: Joining): Promise<rows.SigningIn | null> {
  const { people, owner, name } = ways;
  const { given, entered } = meeting;
  const { id } = entered;
  const moved = sealedFor(ways, meeting, id);
  if (hasFactor(given) && !hasFactor(entered) && !(await rows.bringFactor(people, entered, moved))) return null;
  await rows.notifyJoined(people, id, name);
  if (given.id === id) return given;
  await owner().transaction(async (tx) => {
    await asReplica(tx);
    await rows.renumberSeller(tx, given, moved);
  });
  return moved;
}
