/** Orders of the kills: the steps of each, and what it looks like after every one. */
export type Step = { readonly path: (order: Order) => string; readonly body?: object; readonly leaves: string };

const helper = (verb: string) => (order: Order) => `/test_helpers/escrows/${order.escrow}/${verb}`;
const confirm: Step = {
  path: (order) => `/test_helpers/checkout/sessions/${order.session}/confirm`,
  body: {},
  leaves: "PENDING_FUNDING 0.00",
};
const pay = (leaves: string, amount?: string): Step => ({
  path: helper("payments"),
  body: amount === undefined ? {} : { amount },
  leaves,
});
const submit = (index: number, leaves: string): Step => ({
  path: (order) => `/escrows/${order.escrow}/milestones/${order.milestones[index]}/submit`,
  body: { submission_details: "DHL 4410 8823 7712" },
  leaves,
});
const approve = (index: number, leaves: string): Step => ({
  path: (order) => helper(`milestones/${order.milestones[index]}/approve`)(order),
  body: {},
  leaves,
});

const refund = (body: object, leaves: string): Step => ({
  path: (order) => `/escrows/${order.escrow}/refunds`,
  body,
  leaves,
});

const PARTS = [
  { title: "Dispatched", amount: "99.90" },
  { title: "Delivered", amount: "150.00" },
];

/** Each step with what the order is afterwards: status, funded amount, milestones. */
export const PLANS: readonly { readonly milestones?: typeof PARTS; readonly steps: readonly Step[] }[] = [
  {
    steps: [
      { ...confirm, leaves: "PENDING_FUNDING 0.00 PENDING" },
      pay("IN_ESCROW 256.45 PENDING"),
      submit(0, "WORK_IN_PROGRESS 256.45 AWAITING_REVIEW"),
      approve(0, "COMPLETED 256.45 COMPLETED"),
    ],
  },
  {
    milestones: PARTS,
    steps: [
      { ...confirm, leaves: "PENDING_FUNDING 0.00 PENDING PENDING" },
      pay("PARTIALLY_FUNDED 100.00 PENDING PENDING", "100.00"),
      pay("IN_ESCROW 256.45 PENDING PENDING"),
      submit(1, "WORK_IN_PROGRESS 256.45 PENDING AWAITING_REVIEW"),
      approve(1, "WORK_IN_PROGRESS 256.45 PENDING COMPLETED"),
      submit(0, "WORK_IN_PROGRESS 256.45 AWAITING_REVIEW COMPLETED"),
      approve(0, "COMPLETED 256.45 COMPLETED COMPLETED"),
    ],
  },
  {
    steps: [
      { ...confirm, leaves: "PENDING_FUNDING 0.00 PENDING" },
      pay("IN_ESCROW 256.45 PENDING"),
      { path: helper("cancel"), body: {}, leaves: "CANCELLED 256.45 PENDING" },
    ],
  },
  {
    milestones: PARTS,
    steps: [
      { ...confirm, leaves: "PENDING_FUNDING 0.00 PENDING PENDING" },
      pay("IN_ESCROW 256.45 PENDING PENDING"),
      refund({ amount: "10.00" }, "IN_ESCROW 256.45 PENDING PENDING 10.00"),
      submit(1, "WORK_IN_PROGRESS 256.45 PENDING AWAITING_REVIEW 10.00"),
      approve(1, "WORK_IN_PROGRESS 256.45 PENDING COMPLETED 10.00"),
      refund({ amount: "150.00" }, "COMPLETED 256.45 COMPLETED COMPLETED 160.00"),
    ],
  },
  { steps: [{ path: (order) => `/checkout/sessions/${order.session}/expire`, leaves: "EXPIRED" }] },
];

export type Order = {
  readonly key: string;
  readonly body: object;
  readonly steps: readonly Step[];
  /** The answer to the create; null until there was one. */
  created: string | null;
  session: string;
  escrow: string;
  milestones: readonly string[];
  /** Steps that were acknowledged. */
  done: number;
  /** Whether the last thing asked was answered with nothing that tells how it went. */
  inDoubt: boolean;
  busy: boolean;
  /** Whether anything was asked of it since it was last checked. */
  touched: boolean;
};

export const lookAfter = (order: Order, steps: number): string =>
  steps === 0 ? "OPEN" : (order.steps[steps - 1]?.leaves ?? "");
