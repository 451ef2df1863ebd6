/** Settings of a deployment of several cells. */
import type { Settings } from "./settings.js";

/** One cell of several: its name, and where the directory is that knows which account lives in which. */
export type CellConfig = {
  readonly cell: string;
  readonly directoryUrl: string;
  /** Where other cells reach OPS_PORT of this one, such as `http://c1.internal:9090`; null or left out: they can't ask it. */
  readonly cellUrl?: string | null;
  /** Of a move: the database of the cell where the account goes, as the role that owns its tables. */
  readonly moveUrl?: string;
};

const AN_ORIGIN = /^https?:\/\/[a-z0-9.:[\]-]+$/;
const A_DATABASE = "a postgres:// URL";

const databaseIn = (text: string): string | null => (/^postgres(ql)?:\/\/[^\s]+$/.test(text) ? text : null);

/** Null where one cell is all there is. */
export function readCell({ text, optional, required }: Settings): CellConfig | null {
  if (text("CELL") === "" && text("DIRECTORY_URL") === "") return null;
  const cell = required("CELL", {
    needs: "DIRECTORY_URL",
    takes: "the name of this cell beside it: small letters, digits and hyphens, at most 31, a letter first",
    read: (name) => (/^[a-z][a-z0-9-]{0,30}$/.test(name) ? name : null),
  });
  const others = [text("DATABASE_URL"), text("MIGRATION_DATABASE_URL")];
  const directoryUrl = required("DIRECTORY_URL", {
    needs: "CELL",
    takes: `${A_DATABASE} of a database of its own`,
    read: (url) => (others.includes(url) ? null : databaseIn(url)),
  });
  const cellUrl = optional("CELL_URL", "an origin such as http://c1.internal:9090", (url) =>
    AN_ORIGIN.test(url) && URL.parse(url)?.origin === url ? url : null,
  );
  const moveUrl = optional("MOVE_DATABASE_URL", A_DATABASE, databaseIn);
  if (cell === null || directoryUrl === null) return null;
  return { cell, directoryUrl, cellUrl, ...(moveUrl === null ? {} : { moveUrl }) };
}
