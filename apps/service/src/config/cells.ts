/** Settings of a deployment of several cells. */
import { ConfigError, shown } from "./error.js";

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
const A_DATABASE = /^postgres(ql)?:\/\/[^\s]+$/;

/** Null where one cell is all there is. @throws ConfigError */
export function readCell(environment: NodeJS.ProcessEnv): CellConfig | null {
  const [cell, directoryUrl] = [environment["CELL"] ?? "", environment["DIRECTORY_URL"] ?? ""];
  if (cell === "" && directoryUrl === "") return null;
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(cell))
    throw new ConfigError(
      cell === ""
        ? "CELL is not set: DIRECTORY_URL takes the name of this cell beside it."
        : `CELL=${cell} is not usable: it takes small letters, digits and hyphens, at most 31, a letter first.`,
    );
  if (directoryUrl === "") throw new ConfigError("DIRECTORY_URL is not set: CELL takes the directory beside it.");
  if (!A_DATABASE.test(directoryUrl))
    throw new ConfigError(
      `DIRECTORY_URL=${shown("DIRECTORY_URL", directoryUrl)} is not usable: it takes a postgres:// URL.`,
    );
  if ([environment["DATABASE_URL"], environment["MIGRATION_DATABASE_URL"]].includes(directoryUrl))
    throw new ConfigError(
      `DIRECTORY_URL=${shown("DIRECTORY_URL", directoryUrl)} is not usable: it takes a database of its own.`,
    );
  const cellUrl = environment["CELL_URL"] ?? "";
  if (cellUrl !== "" && (!AN_ORIGIN.test(cellUrl) || URL.parse(cellUrl)?.origin !== cellUrl))
    throw new ConfigError(`CELL_URL=${cellUrl} is not usable: it takes an origin such as http://c1.internal:9090.`);
  const named = { cell, directoryUrl, cellUrl: cellUrl === "" ? null : cellUrl };
  const moveUrl = environment["MOVE_DATABASE_URL"] ?? "";
  if (moveUrl === "") return named;
  if (!A_DATABASE.test(moveUrl))
    throw new ConfigError(
      `MOVE_DATABASE_URL=${shown("MOVE_DATABASE_URL", moveUrl)} is not usable: it takes a postgres:// URL.`,
    );
  return { ...named, moveUrl };
}
