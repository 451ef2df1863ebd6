/**
 * Chapters of the search's index (docs/decisions/0034-search-notifications-customers.md). A search looks into one after the other, from the newest on, so neighbours become
 * one as an account grows: a rare word costs some looks more with ten times as many orders, not ten times as many.
 */

/** Entries of a new chapter. */
export const SEGMENT_ENTRIES = 16_000;
/** So many become one. */
export const MERGED_SEGMENTS = 4;
/**
 * The newest of each size stay. A word that many orders have is found often enough in those, so that no search reads all of a large
 * chapter for it.
 */
const STAYING = 2;

/**
 * Where the four neighbours begin that are to become one; null while there are at most five of each size.
 * @param entries of each chapter, the oldest first. A chapter counts as large as the largest behind it: between large ones, one of
 * which most orders were forgotten goes with them.
 */
export function nextMerge(entries: readonly number[]): number | null {
  let size = 0;
  let end = entries.length;
  for (const [at, count] of [...entries.entries()].reverse()) {
    if (sizeOf(count) <= size) continue;
    if (end - at > MERGED_SEGMENTS + STAYING) return at + 1;
    size = sizeOf(count);
    end = at + 1;
  }
  return end >= MERGED_SEGMENTS + STAYING ? 0 : null;
}

/** How many times four chapters became one. */
const sizeOf = (entries: number): number =>
  Math.max(0, Math.round(Math.log(Math.max(1, entries) / SEGMENT_ENTRIES) / Math.log(MERGED_SEGMENTS)));

/** What is left of chapters when all merges are done. @param entries of each, the oldest first */
export function mergedSegments(entries: readonly number[]): readonly number[] {
  const first = nextMerge(entries);
  if (first === null) return entries;
  const together = entries.slice(first, first + MERGED_SEGMENTS).reduce((sum, count) => sum + count, 0);
  return mergedSegments(entries.toSpliced(first, MERGED_SEGMENTS, together));
}
