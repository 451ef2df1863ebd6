/** Who may do what in an account: one table, asked by every page and every action of the console. */

/** Of a person in an account. Support reads, and reads only. */
export const ROLES = ["owner", "developer", "support"] as const;
export type Role = (typeof ROLES)[number];

const PERMISSIONS = {
  /** See orders, money, keys (masked), endpoints, events and logs. */
  read: ["owner", "developer", "support"],
  /** Deliver, cancel, and speak for the seller in disputes. */
  handleOrders: ["owner", "developer"],
  /** Keys, endpoints and their secrets. */
  develop: ["owner", "developer"],
  /** Send money out of the wallet. */
  payOut: ["owner"],
  /** Profile, verification, terms, brand. */
  configure: ["owner"],
  /** Invite, change roles, remove. */
  manageTeam: ["owner"],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof PERMISSIONS;

/** Whether the table gives it to the role. */
export const may = (role: Role, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly Role[]).includes(role);
