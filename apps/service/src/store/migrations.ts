import { fileURLToPath } from "node:url";

/** The folder of the numbered migrations, beside the compiled program and beside its source alike. */
export const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));

/** The same of the directory, which is a database of its own. */
export const DIRECTORY_MIGRATIONS = fileURLToPath(new URL("../../directory", import.meta.url));
