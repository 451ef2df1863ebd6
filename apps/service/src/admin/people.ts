/** What the command line does with people: operators, and the first owner of an account. */

import type { Config } from "../config/index.js";
import { ROLES, type Role } from "../domain/permissions.js";
import { COMMAND_LINE_ACTOR } from "../domain/security.js";
import { NO_REGISTRY } from "../identity/registry.js";
import { sellersIn } from "../identity/seller-store.js";
import { openTeam } from "../identity/team.js";
import type { Database, Queryable } from "../platform/database.js";
import { listOperators, type OperatorRow, setOperator } from "../store/identity/sellers.js";
import { CommandRefused, emailIn, existingAccount } from "./arguments.js";
import { withDirectory } from "./cells.js";

export type OperatorObject = ReturnType<typeof operatorObject>;

const operatorObject = (row: OperatorRow) => ({
  email: row.email,
  name: row.name,
  operator: row.is_operator,
  second_factor: row.has_second_factor,
  created: Number(row.created),
});

/** Where people sign in: with several cells, at the directory. */
const withPeople = <Result>(
  db: Database,
  config: Pick<Config, "cell">,
  work: (people: Queryable) => Promise<Result>,
): Promise<Result> => (config.cell === null ? work(db) : withDirectory(config, ({ people }) => work(people)));

/** Lets who signs in with the address onto the operators' desk, which is that of all cells. */
export async function grantOperator(db: Database, config: Pick<Config, "cell">, text: string): Promise<OperatorObject> {
  const email = emailIn(text);
  const row = await withPeople(db, config, (people) => setOperator(people, email, true));
  if (row === null)
    throw new CommandRefused(`nobody signs in with ${email}; sign up at /console/sign-up first, then grant it again.`);
  return operatorObject(row);
}

/** Takes the desk away, from the next request on. */
export async function revokeOperator(
  db: Database,
  config: Pick<Config, "cell">,
  text: string,
): Promise<OperatorObject> {
  const email = emailIn(text);
  const row = await withPeople(db, config, (people) => setOperator(people, email, false));
  if (row === null) throw new CommandRefused(`nobody signs in with ${email}.`);
  return operatorObject(row);
}

export const operators = async (db: Database, config: Pick<Config, "cell">): Promise<readonly OperatorObject[]> =>
  (await withPeople(db, config, listOperators)).map(operatorObject);

/** Invites an address to an account, and tells the link that its mail bears. */
export async function inviteToMerchant(
  db: Database,
  config: Pick<Config, "publicUrl" | "port">,
  { account, email: text, role: wanted }: { account: string; email: string; role: string },
): Promise<{ email: string; role: Role; url: string }> {
  const id = await existingAccount(db, account);
  const email = emailIn(text);
  const role = ROLES.find((one) => one === wanted);
  if (role === undefined) throw new CommandRefused(`--role takes ${ROLES.join(", ")}, not ${JSON.stringify(wanted)}.`);
  const team = openTeam({ db, registry: NO_REGISTRY, store: sellersIn(db) });
  const invited = await team.invite(id, { email, role, actor: COMMAND_LINE_ACTOR });
  const problem = invited.ok ? null : invited.reason;
  if (problem === "member_already") throw new CommandRefused(`${email} belongs to account ${account} already.`);
  if (problem !== null) throw new CommandRefused(`account ${account} has sent too many invitations today.`);
  const invitation = (await team.waitingFor(email)).find((one) => one.account === id);
  if (invitation === undefined) throw new Error("a new invitation is not open");
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  return { email, role, url: `${origin}/console/invitations/${invitation.sellerCode}/${invitation.id}` };
}
