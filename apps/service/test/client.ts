/** Connections of stories to PostgreSQL, past the service. */
import pg from "pg";

/** The next query reports it. Without a listener a server that goes away, as stories have it do, would end the run. */
const reportedLater = (): void => undefined;

export const newClient = (connectionString: string | undefined): pg.Client =>
  new pg.Client({ connectionString }).on("error", reportedLater);

export const newPool = (connectionString: string, max: number): pg.Pool =>
  new pg.Pool({ connectionString, max }).on("error", reportedLater);
