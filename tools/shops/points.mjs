/** Where a shop with the bridge inside it may fall: what one of shop, bridge and service has done, and another does not know yet. */

/**
 * `asked`: Holdfast has answered, and nothing of it was kept. `written`: in a transaction that was not committed. `committed`: just
 * behind it. `what` fits the request's path, or a statement and its values.
 * @type {readonly { readonly name: string, readonly when: "asked" | "written" | "committed", readonly what: RegExp }[]}
 */
export const POINTS = [
  { name: "order kept", when: "committed", what: /^insert into bridge_orders/ },
  { name: "session created", when: "asked", what: /\/checkout\/sessions$/ },
  { name: "session kept", when: "committed", what: /^update bridge_orders set session/ },
  { name: "link shown", when: "committed", what: /^update "order" .*\/pay\//is },
  { name: "escrow read", when: "committed", what: /^update bridge_orders set escrow/ },
  { name: "payment booked", when: "written", what: /^insert into "payment"/i },
  { name: "payment kept", when: "committed", what: /^insert into "payment"/i },
  { name: "mark kept", when: "committed", what: /^update bridge_orders set told_stage.* FUNDED/s },
  { name: "parcel kept", when: "committed", what: /^\s*insert into bridge_fulfilments/ },
  { name: "delivery begun", when: "committed", what: /^update bridge_fulfilments set state.* SUBMITTING/s },
  { name: "delivery submitted", when: "asked", what: /\/submit$/ },
  { name: "end shown", when: "written", what: /^update bridge_orders set told_stage.* COMPLETED/s },
];

/** The same, of money that goes back: begun in the shop, or at Holdfast. @type {typeof POINTS} */
export const REFUND_POINTS = [
  { name: "refund kept", when: "committed", what: /^\s*insert into bridge_refunds.*'SHOP'/s },
  { name: "refund made", when: "asked", what: /\/escrows\/[^/]+\/refunds$/ },
  { name: "refund read", when: "committed", what: /^\s*insert into bridge_refunds.* HOLDFAST/s },
  { name: "refund booked", when: "committed", what: /^insert into "refund"/i },
];

/** The points of so many falls, in an order in which neighbours lie far apart. @param {number} count */
export const fallsOf = (count) =>
  Array.from({ length: count }, (_, index) => ({
    time: index + 1,
    point: POINTS[(index * 5 + 11) % POINTS.length].name,
  }));
