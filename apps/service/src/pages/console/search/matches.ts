import { MATCHES_MAX } from "../../../store/read/console/search.js";
import type { Typed } from "../../kit/list-query.js";

/** Twenty pages. */
const LISTED = 500;

/** How many matches of a search a list goes through, newest first. What is narrowed further, or goes into a file, is looked for among more. */
export const matchesOf = ({ status, from, until }: Typed, { isFile }: { readonly isFile: boolean }): number =>
  isFile || [status, from, until].some((given) => given !== "") ? MATCHES_MAX : LISTED;
