import type { Queryable } from "../../platform/database.js";

/** Whether the database answers and bears our schema. */
export const isReady = (db: Queryable): Promise<boolean> =>
  db.query({ name: "ready", text: "select 1 from schema_migrations limit 1" }).then(
    (rows) => rows.length > 0,
    () => false,
  );
