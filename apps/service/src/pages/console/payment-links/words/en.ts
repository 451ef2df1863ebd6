/** The words of payment links that many can use. */
export const en = {
  shared: {
    links: "Reusable payment links",
    standing_OPEN: "Open",
    standing_OFF: "Switched off",
    standing_EXPIRED: "Expired",
    standing_FULL: "All places taken",
    takenOf: (taken: string, most: string) => `${taken} of ${most}`,
    amount: "Amount",
    orders: "Orders",
    created: "Created",
  },
  list: {
    sessions: "Sessions",
    lead: "One link for many buyers: each gets an order of their own.",
    newLink: "New reusable link",
    endOfList: "End of the list",
    none: "No reusable links yet",
    noneText: "Share one on your site, in a chat or on a poster. You can set an end and a largest number of orders.",
    item: "Item",
    status: "Status",
  },
  /** One of them. */
  link: {
    title: "Reusable payment link",
    said_created: "The link is ready: share it with your customers.",
    said_off: "The link is switched off. Orders that were opened before go on.",
    said_on: "The link is switched on again.",
    said_not_sent: "Not sent: enter an email address, such as ada@example.com.",
    said_sent: "We emailed the link.",
    switchOn: "Switch on",
    switchOff: "Switch off",
    details: "Details",
    placesTaken: "Places taken",
    opened: "Opened",
    expires: "Expires",
    never: "Never",
    orderId: "Order id",
    latest: "Latest orders",
    noneYet: "No one has confirmed an order through this link yet.",
  },
  /** Its form; what is sold has the words of a link of one order. */
  newLink: {
    lead: "Many buyers can use it. Each gets an order of their own. What it offers never changes; you can switch it off.",
    reference: "Your reference (optional)",
    referenceHint: "Every order from this link gets it as its order id.",
    count: "Largest number of orders (optional)",
    countHint: (most: number, span: string) =>
      `Up to ${most}. A buyer who opens the link holds a place for ${span}, and until the order is paid or ends.`,
    problem_count: (most: number) => `Enter a number from 1 to ${most}, or leave it empty.`,
  },
};
