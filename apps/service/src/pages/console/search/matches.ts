import type { Typed } from "../../kit/list-query.js";

/** Twenty pages. */
const LISTED = 500;
const LOOKED_THROUGH = 2_000;

/** How many matches of a search a list goes through, newest first: each costs a look-up. What is narrowed further, or goes into a file, is looked for among more. */
export const matchesOf = ({ status, from, until }: Typed, { isFile }: { readonly isFile: boolean }): number =>
  isFile || [status, from, until].some((given) => given !== "") ? LOOKED_THROUGH : LISTED;
