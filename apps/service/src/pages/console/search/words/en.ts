/** The words of the search, on its page and in its box. */
export const en = {
  search: {
    title: "Search",
    lead: "Finds parts of words in titles, order ids, codes, email addresses and ids.",
    results: (count: number) => (count === 1 ? "1 result" : `${count} results`),
    viewAll: "View all",
    goTo: "Go to",
    eventsOf: (type: string) => `Events: ${type}`,
    orders: "Orders",
    recentOrders: "Recent orders",
    disputes: "Disputes",
    openDisputes: "Open disputes",
    sessions: "Sessions without an order",
    recentSessions: "Recent sessions without an order",
    events: "Events",
    noneYet: "Your orders, disputes and events will appear here.",
    noMatch: "Nothing matches “{typed}”.",
  },
  /** The box and the form, on every page of an account. */
  box: {
    search: "Search",
    what: "Search orders, disputes, events and pages",
    hint: "Title, order id, code, email, event…",
    failed: "The search didn't answer. Try again.",
    keys: "{up} {down} to move, {enter} to open, {escape} to close. {slash} or {ctrlK} opens the search on every page.",
  },
  /** Where it did not look. */
  bounds: {
    cut: (count: string) => `These are among the newest ${count} matches. Type more to narrow them.`,
    behind: "Many orders were created lately, and some can't be searched yet. Try again in a few minutes.",
  },
};
