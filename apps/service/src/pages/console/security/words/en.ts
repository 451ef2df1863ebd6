/** The words of the security log. */
export const en = {
  log: {
    title: "Security log",
    lead: "Sign-ins of your team, and changes to keys, payout accounts, secrets and members. It can't be changed or deleted.",
    csv: "Download CSV",
  },
};
