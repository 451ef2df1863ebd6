import { fileURLToPath } from "node:url";

/** The folder of the numbered migrations, beside the compiled program and beside its source alike. */
export const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));
