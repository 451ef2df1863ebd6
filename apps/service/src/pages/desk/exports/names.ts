/** What lists are called in addresses of their files. */
export const DESK_EXPORT_NAMES = ["accounts", "disputes", "chargebacks", "refunds", "audit"] as const;
export type DeskExportName = (typeof DESK_EXPORT_NAMES)[number];
