/** Texts that hold several others, parted by control characters, of which JSON text, ids and numbers have none (docs/decisions/0039-what-a-request-costs.md). */

/** Between things of one kind, as the program and as SQL writes it. */
export const PART = "\x1e";
export const PART_SQL = "e'\\x1e'";
/** Between the fields of one thing. */
export const FIELD = "\x1f";
export const FIELD_SQL = "e'\\x1f'";
