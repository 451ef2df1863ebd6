export const LAST: { readonly version: string; readonly commit: string; readonly migrations: readonly string[] };
export function isInHistory(commit: string): boolean;
export function buildRelease(commit: string): string;
