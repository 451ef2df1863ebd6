/** The list envelope (contract, "List envelope"). */
import { list, textOrNull } from "./json.js";

export function writeList(items: readonly string[], next: string | null, previous: string | null): string {
  return `{"object":"list","data":${list(items)},"next":${textOrNull(next)},"previous":${textOrNull(previous)}}`;
}
