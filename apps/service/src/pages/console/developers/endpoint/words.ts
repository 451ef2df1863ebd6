/** What came of an action, by its name in the address. */
export const ENDPOINT_SAID = {
  ping: "A test event is on its way to this endpoint only. It is in the feed like any other event.",
  resent: "The event is being resent as a new delivery.",
  held: "The event is held and will be sent when the endpoint is enabled.",
  enabled: "The endpoint is enabled. Held deliveries are sent, oldest first.",
  skipped: "The endpoint is enabled. Held deliveries are skipped; the feed still has the events.",
  disabled: "The endpoint is disabled: retries and new events are held.",
} as const;
