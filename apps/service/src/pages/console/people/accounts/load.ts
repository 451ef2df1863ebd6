import { type Membership, readPlaces, type Seller } from "../../../../identity/sellers.js";
import type { Queryable } from "../../../../platform/database.js";
import { type OtherCells, question } from "../../../../platform/other-cells.js";
import type { PersonContext } from "../../../kit/person-context.js";
import type { PeopleServices } from "../outcome.js";

type Asked = Pick<Seller, "id" | "email">;
type Places = Awaited<ReturnType<typeof readPlaces>>;

/** Where somebody belongs in another cell, and is invited to. Who asks is signed in, as the cell that asks has made sure of. */
export const PLACES = question<Asked, Places>("seller-places");

export const loadPlaces = (asked: Asked, { db }: { readonly db: Queryable }): Promise<Places> => readPlaces(db, asked);

export type ChooserServices = PeopleServices & { readonly otherCells: OtherCells };

export type AllPlaces = Places & {
  /** Whether a cell is away, of whose accounts none are shown. */
  readonly isPartial: boolean;
};

/** Over all cells: accounts of this one first. */
export async function loadAllPlaces(
  { seller: { id, email, memberships } }: PersonContext,
  { people, otherCells }: ChooserServices,
): Promise<AllPlaces> {
  const [invitations, answers] = await Promise.all([
    people.sellers.team.waitingFor(email),
    otherCells.ask(PLACES, { id, email }),
  ]);
  const found = answers.flatMap(({ answer }) => answer ?? []);
  return {
    memberships: onceEach([...memberships, ...found.flatMap((one) => one.memberships)]),
    invitations: [...invitations, ...found.flatMap((one) => one.invitations)],
    isPartial: answers.some(({ answer }) => answer === null),
  };
}

/** An account that is moving is in two cells for a moment. */
const onceEach = (memberships: readonly Membership[]): readonly Membership[] =>
  memberships.filter(({ account }, at) => memberships.findIndex((one) => one.account === account) === at);
