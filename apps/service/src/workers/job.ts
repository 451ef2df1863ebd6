/** A piece of work that nobody waits for, as a trace of its own. Looking whether there is one belongs to none. */
import { traced } from "../platform/traces.js";

export const inJob = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  traced(
    () => ({ name: `job ${name}`, parent: null }),
    () => work(),
  );
