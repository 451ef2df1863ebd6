/** What lists are called in addresses of their files. */
export const EXPORT_NAMES = [
  "sessions",
  "payment-links",
  "escrows",
  "disputes",
  "refunds",
  "payouts",
  "events",
  "requests",
] as const;
export type ExportName = (typeof EXPORT_NAMES)[number];
