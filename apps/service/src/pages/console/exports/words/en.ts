/** The words of the pages where a list becomes a file. */
export const en = {
  exports: {
    link: "Export",
    title: (list: string) => `Export: ${list}`,
    payouts: "Payouts",
  },
};
