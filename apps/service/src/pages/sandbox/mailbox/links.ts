/** Where the sandbox's mailbox is. */
export const MAILBOX_PATH = "/sandbox/mailbox";

/** Where the mails to an address are; all mails for null. */
export function mailboxOf(to: string | null, parameters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...(to === null ? {} : { to }), ...parameters }).toString();
  return query === "" ? MAILBOX_PATH : `${MAILBOX_PATH}?${query}`;
}
