/** What a request of the API is called in addresses, and in its answer as `Request-Id`. @param id a UUID. */
export const requestName = (id: string): string => `req_${id.replaceAll("-", "")}`;

/** The UUID behind `req_…`; null for any other text. */
export function uuidOf(name: string): string | null {
  const match = /^req_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(name);
  return match === null ? null : match.slice(1).join("-");
}
