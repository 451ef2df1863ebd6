/** A start looks at what its connections really have, since a pooler may drop what they bring. */
import { SetupError } from "./data-dir.js";
import { openDatabase, type Statement } from "./database.js";
import { sqlState } from "./database-errors.js";
import { splitHosts } from "./database-hosts.js";
import { allowedMsOf, boundsOf, PLANS } from "./database-settings.js";

type Setting = {
  readonly name: string;
  /** Times in milliseconds; 0 is no bound. */
  readonly setting: string;
  /** Both as they stand in SQL. */
  readonly role: string;
  readonly database: string;
};

const READ_SETTINGS: Statement = {
  name: "read settings",
  text: `
    select name, setting, quote_ident(current_user) as role, quote_ident(current_database()) as database
    from pg_settings where name = any($1)`,
  values: [Object.keys({ ...boundsOf(0), ...PLANS })],
};

/** The server's connection has a statement of this name already, or lacks the one that it is asked to run. */
const LOST_STATEMENTS = ["42P05", "26000"];

/**
 * Two connections that are open at once prepare the same statement: behind a pooler that does not keep clients' statements apart, the
 * second gets the server's connection of the first, and its error.
 * @param statements how many statements a pooler has to keep.
 * @throws SetupError with one line that tells what is missing and how it is set, DatabaseUnavailable when nobody answers.
 */
export async function requireSettings(url: string, statements: number): Promise<void> {
  const [first, second] = [openDatabase(url, { connections: 1 }), openDatabase(url, { connections: 1 })];
  try {
    await first.query(READ_SETTINGS);
    const found = await second.query<Setting>(READ_SETTINGS);
    requireBounds(found, allowedMsOf(splitHosts(url)));
  } catch (error) {
    if (!LOST_STATEMENTS.includes(sqlState(error) ?? "")) throw error;
    throw new SetupError(
      `the pooler in front of the database mixes up the prepared statements of its clients: take PgBouncer 1.21 or later with max_prepared_statements = ${statements}.`,
      { cause: error },
    );
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
}

/** A shorter bound than ours is as good. */
function requireBounds(found: readonly Setting[], allowedMs: number): void {
  const bounds: Readonly<Record<string, number>> = boundsOf(allowedMs);
  const wanted: Readonly<Record<string, number | string>> = { ...bounds, ...PLANS };
  const missing = found.filter(({ name, setting }) => {
    const most = bounds[name];
    return most === undefined ? setting !== wanted[name] : Number(setting) === 0 || Number(setting) > most;
  });
  if (missing.length === 0) return;
  const names = missing.map(({ name, setting }) => `${name} is ${setting}`).join(", ");
  const alterations = missing.map(
    ({ name, role, database }) => `alter role ${role} in database ${database} set ${name} = '${wanted[name]}';`,
  );
  throw new SetupError(
    `connections to the database lack what they need (${names}), as behind a pooler, where their role has to have it. ` +
      `Run ${alterations.join(" ")} Then let the pooler open its connections anew (PgBouncer: RECONNECT).`,
  );
}
