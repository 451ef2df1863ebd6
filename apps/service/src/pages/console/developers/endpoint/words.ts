/** What came of an action, by its name in the address. */
export const ENDPOINT_SAID = {
  ping: "A test event is on its way to this endpoint alone. It stands in the feed as any other event.",
  resent: "The event is on its way again, as a new delivery.",
  held: "The event was put with what is held: it is sent when the endpoint is enabled.",
  enabled: "The endpoint is enabled. What was held is sent, oldest first.",
  skipped: "The endpoint is enabled. What was held is skipped; the feed still has it.",
  disabled: "The endpoint is disabled: retries and new events are held.",
} as const;
