/** Answers are written as JSON text, field by field, so a column can't leak and stored text is never parsed again. */
export const text = (value: string): string => JSON.stringify(value);
export const textOrNull = (value: string | null): string => (value === null ? "null" : JSON.stringify(value));
export const list = (items: readonly string[]): string => `[${items.join(",")}]`;
