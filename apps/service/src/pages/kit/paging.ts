/** Where a list of the console begins, as the links of `Pager` say it. */
import { UUID } from "../../domain/ids.js";
import type { PageRequest } from "../../store/read/page.js";
import type { Asked } from "./answer.js";

/** What positions of a list look like: anything else in an address begins at the newest. */
const POSITIONS = {
  uuid: UUID,
  number: /^\d{1,18}$/,
} as const;

export const ROWS_A_PAGE = 25;

/** What the parameter `sort` says for a list that begins at its oldest row. */
export const OLDEST_FIRST = "oldest";

export function pageIn(
  { newer, older }: Asked["query"],
  kind: keyof typeof POSITIONS,
  limit: number = ROWS_A_PAGE,
): PageRequest {
  const [direction, position] = newer === undefined ? (["older", older] as const) : (["newer", newer] as const);
  const isOne = position !== undefined && POSITIONS[kind].test(position);
  return { limit, from: isOne ? { position, direction } : null };
}

/** The same for a list that its reader may turn round. */
export const sortedPageIn = (query: Asked["query"], kind: keyof typeof POSITIONS): PageRequest => ({
  ...pageIn(query, kind),
  oldestFirst: query["sort"] === OLDEST_FIRST,
});
