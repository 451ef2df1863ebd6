/**
 * Rules that stand twice, as a pure function and as conditions of one statement, say the same: walks at random over real rows,
 * where each step asks the decision and runs the bare statement, which refuses exactly what the decision refuses.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decideChangeFees, decideChangeLimits } from "../../src/domain/decisions/account-terms.js";
import { decideChangeRole, decideInvite } from "../../src/domain/decisions/team.js";
import {
  decideAddDocument,
  decideRemoveDocument,
  decideSubmitVerification,
  decideSuspension,
  decideVerification,
  keptProfile,
} from "../../src/domain/decisions/verification.js";
import { decideAddDestination } from "../../src/domain/destinations.js";
import type { AccountId, DestinationId, DocumentId } from "../../src/domain/ids.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import type { Payee } from "../../src/domain/payouts.js";
import { ROLES } from "../../src/domain/permissions.js";
import type { Result } from "../../src/domain/result.js";
import { COMMAND_LINE_ACTOR } from "../../src/domain/security.js";
import { DOCUMENT_KINDS } from "../../src/domain/settings.js";
import { brokenCheck, brokenUnique } from "../../src/platform/database-errors.js";
import { token, uuidv7 } from "../../src/platform/random.js";
import { changeRole, insertInvitation, listMembers, removeMember } from "../../src/store/identity/team.js";
import { readOffering } from "../../src/store/read/console/orders.js";
import { loadVerification, type Verification } from "../../src/store/read/console/verification.js";
import { readLimits } from "../../src/store/read/desk/accounts.js";
import { listDestinations } from "../../src/store/read/money/wallet.js";
import { setFees, setLimits, setSuspended, setVerification } from "../../src/store/write/operators.js";
import { insertDestination, removeDestination } from "../../src/store/write/payouts.js";
import { deleteDocument, insertDocument, insertSubmission, updateProfile } from "../../src/store/write/settings.js";
import { newPerson, type Person } from "../console/seller.js";
import { FEES, LIMITS, PROFILES } from "../domain/accounts.js";
import { startWorld, type World } from "../harness.js";

let world: World;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
});
afterAll(() => world.close());

/** One account, and what chance has for one step of it. */
type Scene = { readonly account: AccountId; readonly people: readonly Person[] };
type Chance = { readonly pick: <Item>(items: readonly Item[]) => Item };

/** The decision's word, and whether the statement changed anything. */
type Step = (scene: Scene, chance: Chance) => Promise<readonly [Result<null, unknown>, boolean]>;

async function factsOf({ account }: Scene): Promise<Verification> {
  const facts = await loadVerification(world.db, account);
  if (facts === null) throw new Error("there is no such account");
  return facts;
}

/** Constraints of the database that say the same as a decision. */
const CHECKS = [
  "verification_documents_ten",
  "verification_documents_open",
  "accounts_fee_basis_points_check",
  "accounts_check",
  "accounts_payout_daily_max_check",
  "accounts_refund_credit_check",
];

const done = async (statement: Promise<{ readonly done: boolean }>): Promise<boolean> => (await statement).done;

/** False, too, where a constraint of the same rule says no. */
async function changed(statement: Promise<boolean>): Promise<boolean> {
  try {
    return await statement;
  } catch (error) {
    const isRule = CHECKS.includes(brokenCheck(error) ?? "") || brokenUnique(error) === "payout_destinations_number";
    if (!isRule) throw error;
    return false;
  }
}

const suspension =
  (to: boolean): Step =>
  async (scene) => {
    const line = {
      operator: COMMAND_LINE,
      account: scene.account,
      reason: "",
      action: to ? "suspend" : "reinstate",
    } as const;
    return [decideSuspension(await factsOf(scene), to), (await setSuspended(world.db, line, to)).done];
  };

const payees = Array.from(
  { length: 12 },
  (_, index): Payee => ({ kind: "mobile_money", name: "Ada", number: `+25571234${1000 + index}` }),
);

const STEPS: Readonly<Record<string, Step>> = {
  "hand in a document": async (scene, { pick }) => {
    const document = {
      kind: pick(DOCUMENT_KINDS),
      name: "a.pdf",
      type: "application/pdf",
      content: new Uint8Array([1]),
    };
    const decided = decideAddDocument(await factsOf(scene));
    const id = uuidv7() as DocumentId;
    return [decided, await changed(insertDocument(world.db, scene.account, { ...document, id }))];
  },
  "take a document back": async (scene, { pick }) => {
    const facts = await factsOf(scene);
    const id = pick([...facts.documents.map((document) => document.id), uuidv7() as DocumentId]);
    return [decideRemoveDocument(facts, id), await changed(deleteDocument(world.db, scene.account, id))];
  },
  submit: async (scene) => {
    const decided = decideSubmitVerification(await factsOf(scene));
    const seller = scene.people[0]?.sellerId ?? "";
    return [decided, await insertSubmission(world.db, scene.account, { id: uuidv7(), seller })];
  },
  decide: async (scene, { pick }) => {
    const facts = await factsOf(scene);
    const to = pick(["VERIFIED", "REJECTED"] as const);
    const from = pick([null, facts.status, "PENDING"] as const);
    const submission = pick([null, ...facts.submissions.map(({ number }) => number)]);
    const line = {
      operator: COMMAND_LINE,
      account: scene.account,
      reason: "",
      action: to === "VERIFIED" ? "verify" : "reject",
    } as const;
    const { done } = await setVerification(world.db, line, { status: to, from, submission });
    return [decideVerification(facts, to, { from, submission }), done];
  },
  "change the fees": async (scene, { pick }) => {
    const fees = pick(FEES);
    const { fees: now } = await readOffering(world.db, scene.account);
    const line = { operator: COMMAND_LINE, account: scene.account, reason: "", action: "set_fees" } as const;
    return [decideChangeFees(now, fees), await changed(done(setFees(world.db, line, fees)))];
  },
  "change the limits": async (scene, { pick }) => {
    const limits = pick(LIMITS);
    const now = await readLimits(world.db, scene.account);
    const line = { operator: COMMAND_LINE, account: scene.account, reason: "", action: "set_limits" } as const;
    return [decideChangeLimits(now, limits), await changed(done(setLimits(world.db, line, limits)))];
  },
  suspend: suspension(true),
  reinstate: suspension(false),
  "save the profile": async (scene, { pick }) => {
    const typed = pick(PROFILES);
    const kept = keptProfile(await factsOf(scene), typed);
    // Nothing is refused: the statement keeps what the function keeps.
    await updateProfile(world.db, scene.account, typed);
    expect((await factsOf(scene)).profile).toEqual(kept);
    return [{ ok: true, value: null }, true];
  },
  invite: async ({ account, people }, { pick }) => {
    const { email } = pick(people);
    const decided = decideInvite(await listMembers(world.db, account), email);
    const invitation = { account, id: token(32), email, role: pick(ROLES), actor: COMMAND_LINE_ACTOR };
    return [decided, (await insertInvitation(world.db, invitation)) === "invited"];
  },
  "change a role": async ({ account, people }, { pick }) => {
    const { sellerId } = pick(people);
    const role = pick([...ROLES, null]);
    const team = (await listMembers(world.db, account)).map((row) => ({ ...row, id: row.seller_id }));
    const decided = decideChangeRole(team, sellerId, role);
    const statement =
      role === null
        ? removeMember(world.db, { account, sellerId }, COMMAND_LINE_ACTOR)
        : changeRole(world.db, { account, sellerId, role }, COMMAND_LINE_ACTOR);
    return [decided, (await statement) === "changed"];
  },
  "add a payout account": async ({ account }, { pick }) => {
    const payee = pick(payees);
    const decided = decideAddDestination(await listDestinations(world.db, account), payee, true);
    return [
      decided,
      await changed(
        insertDestination(world.db, { account, id: uuidv7() as DestinationId, payee, actor: COMMAND_LINE_ACTOR }),
      ),
    ];
  },
  "remove a payout account": async ({ account }, { pick }) => {
    const known = (await listDestinations(world.db, account)).map(({ id }) => id);
    const id = pick([...known, uuidv7() as DestinationId]);
    const isKnown: Result<null, string> = known.includes(id)
      ? { ok: true, value: null }
      : { ok: false, reason: "not_found" };
    return [isKnown, await removeDestination(world.db, { account, id }, COMMAND_LINE_ACTOR)];
  },
};

/** An account that nobody has verified, and three people who belong to it. */
async function newScene(): Promise<Scene> {
  const merchant = await world.merchant();
  await world.db.query({
    name: "test: not verified",
    text: "update accounts set verification_status = 'UNVERIFIED' where id = $1",
    values: [merchant.account],
  });
  const people: Person[] = [];
  for (const role of ROLES) people.push(await newPerson(world, merchant, { role }));
  return { account: merchant.account as AccountId, people };
}

test("what the statement refuses is what the decision refuses, on every step of a walk", async () => {
  const names = Object.keys(STEPS);
  const seen = new Set<string>();
  const choice = fc.tuple(fc.constantFrom(...names, "hand in a document", "submit", "add a payout account"), fc.nat());
  const walk = async (steps: readonly (readonly [string, number])[]): Promise<void> => {
    const scene = await newScene();
    for (const [name, chance] of steps) {
      let draw = chance;
      const pick = <Item>(items: readonly Item[]): Item => {
        const item = items[draw % items.length] as Item;
        draw = Math.floor(draw / items.length);
        return item;
      };
      const [told, wasChanged] = (await STEPS[name]?.(scene, { pick })) ?? [];
      expect({ name, told, wasChanged }).toMatchObject({ wasChanged: told?.ok });
      seen.add(told?.ok ? name : `${name}: ${JSON.stringify(told?.reason)}`);
    }
  };
  const walks = (numRuns: number): Promise<void> =>
    fc.assert(fc.asyncProperty(fc.array(choice, { minLength: 40, maxLength: 60 }), walk), { numRuns });
  const isRefused = (name: string): boolean => [...seen].some((one) => one.startsWith(`${name}: `));
  const isLeft = (name: string): boolean => !seen.has(name) || (name !== "save the profile" && !isRefused(name));
  await walks(12);
  // On until chance has met both answers of each verb.
  for (let more = 0; more < 60 && names.some(isLeft); more += 1) await walks(1);
  expect(names.filter(isLeft)).toEqual([]);
});
