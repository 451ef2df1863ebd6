/**
 * The server's side of a backup that is followed: its slot, which keeps the log until the folder has it, and the setting that makes
 * each commit wait for that.
 */
import pg from "pg";
import { sqlState } from "./database-errors.js";

/** Of the slot, and of the connection that commits wait for. */
const FOLLOWER = "holdfast_backup";
const OBJECT_IN_USE = "55006";
const UNDEFINED_OBJECT = "42704";

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A connection that speaks the replication protocol. The caller ends it. */
export async function openReplication(adminUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: `${adminUrl}&replication=true`,
    application_name: FOLLOWER,
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => undefined); // the query reports it
  await client.connect();
  return client;
}

export type ServerIdentity = {
  /** Of the cluster, for as long as it lives; a copy has the same. */
  readonly system: string;
  /** Another one after each recovery to a moment. */
  readonly timeline: number;
};

export async function identifyServer(client: pg.Client): Promise<ServerIdentity> {
  const { rows } = await client.query<{ systemid: string; timeline: number }>("IDENTIFY_SYSTEM");
  return { system: rows[0]?.systemid ?? "", timeline: Number(rows[0]?.timeline) };
}

/** Begins to keep the log from now on, for a folder that is new. @returns false while another one follows. */
export async function makeSlot(client: pg.Client): Promise<boolean> {
  try {
    await client.query(`DROP_REPLICATION_SLOT ${FOLLOWER}`).catch((error: unknown) => {
      if (sqlState(error) !== UNDEFINED_OBJECT) throw error;
    });
  } catch (error) {
    if (sqlState(error) === OBJECT_IN_USE) return false;
    throw error;
  }
  await client.query(`CREATE_REPLICATION_SLOT ${FOLLOWER} PHYSICAL (RESERVE_WAL)`);
  return true;
}

/** Where the log begins that the slot keeps, in bytes; null when it keeps none any more. */
export async function slotStart(client: pg.Client): Promise<bigint | null> {
  const { rows } = await client.query<{ restart_lsn: string | null }>(`READ_REPLICATION_SLOT ${FOLLOWER}`);
  const text = rows[0]?.restart_lsn ?? null;
  return text === null ? null : parsePosition(text);
}

export const startReplication = (from: bigint, timeline: number): string =>
  `START_REPLICATION SLOT ${FOLLOWER} PHYSICAL ${formatPosition(from)} TIMELINE ${timeline}`;

/** Each commit waits until the follower has it on disk; or none does. Needs no commit of its own, so it never waits itself. */
export const letCommitsWait = (adminUrl: string, wait: boolean): Promise<void> =>
  asAdmin(adminUrl, async (client) => {
    const change = wait ? `set synchronous_standby_names = ${quoted(FOLLOWER)}` : "reset synchronous_standby_names";
    await client.query(`alter system ${change}`);
    await client.query("select pg_reload_conf()");
  });

/** Whether they do, as far as the server's settings say. */
export const commitsWait = (adminUrl: string): Promise<boolean> =>
  asAdmin(adminUrl, async (client) => {
    const { rows } = await client.query<{ names: string }>(
      "select current_setting('synchronous_standby_names') as names",
    );
    return rows[0]?.names !== "";
  });

/** When the last transaction was committed that this server recovered, in ISO 8601; null where it recovered none. */
export const lastReplayed = (adminUrl: string): Promise<string | null> =>
  asAdmin(adminUrl, async (client) => {
    const { rows } = await client.query<{ at: Date | null }>("select pg_last_xact_replay_timestamp() as at");
    return rows[0]?.at?.toISOString() ?? null;
  });

async function asAdmin<Result>(adminUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined); // the query reports it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** As PostgreSQL writes a place in its log: two halves in hexadecimal. */
function formatPosition(position: bigint): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase();
}

function parsePosition(text: string): bigint {
  const [high = "", low = ""] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
