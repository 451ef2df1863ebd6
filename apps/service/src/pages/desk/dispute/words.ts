/** What an order is once the dispute was decided, by its status. */
export const AFTERWARDS: Readonly<Record<string, string>> = {
  DISPUTED: "Another part of the order stays in dispute.",
  WORK_IN_PROGRESS: "The dispute is over, and the order goes on.",
  COMPLETED: "The dispute is over, and so is the order: it is completed.",
  CLOSED: "The dispute and the order are over. This can't be taken back.",
};
