/** What an order is once the dispute was decided, by its status. */
export const AFTERWARDS: Readonly<Record<string, string>> = {
  DISPUTED: "Another part of the order stays in dispute.",
  WORK_IN_PROGRESS: "The dispute is over, and the order continues.",
  COMPLETED: "The dispute is over, and the order is completed.",
  CLOSED: "The dispute and the order are over. You can't undo this.",
};
