/** What the command line says of the configuration before a process starts with it. */
import { problemsOf } from "../config/index.js";
import { CatalogueError, useLocalesOf } from "../words/catalogues.js";

/** All that a start would refuse, one at a time: settings, and the operator's languages. A sentence each. */
export function checkConfig(environment?: NodeJS.ProcessEnv): readonly string[] {
  const { config, problems } = problemsOf(environment);
  try {
    useLocalesOf(config.localesDir);
    return problems;
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    return [...problems, `LOCALES_DIR is not usable: ${error.message}.`];
  }
}
