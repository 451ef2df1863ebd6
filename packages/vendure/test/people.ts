/** Who takes part in a story: a visitor of the storefront, the store's staff, and the buyer on Holdfast's side. */
import { Holdfast } from "@holdfast/sdk";
import { type Sandbox, sandbox } from "@holdfast/sdk/testing";
import { inject } from "vitest";
import { type Caller, openCaller } from "../shop/storefront/graphql.js";
import { addToCart, payByEscrow, readOrder, readProduct, type ShopOrder } from "../shop/storefront/shop.js";

export const given = inject("deployment");
export const holdfast = new Holdfast({ apiKey: given.apiKey, baseUrl: `${given.publicUrl}/api/v1` });
export const buyer: Sandbox = sandbox(holdfast);

const DELIVERY = {
  email: "ada@example.com",
  name: "Ada Lovelace",
  street: "12 St James Square",
  city: "London",
  postcode: "SW1Y 4JH",
  country: "GB",
};

type Offered = { readonly code: string; readonly session: string };

const offeredBy = ({ code, url }: { readonly code: string; readonly url: string | null }): Offered => ({
  code,
  session: url!.split("/").at(-1)!,
});

export interface Visitor {
  readonly caller: Caller;
  add(slug: string, quantity?: number): Promise<void>;
  /** Goes to pay. @returns the order's code and the session of its link */
  checkOut(): Promise<Offered>;
  /** Asks where to pay once more, without a look at the cart. */
  askAgain(): Promise<Offered>;
  order(code: string): Promise<ShopOrder>;
}

export function visit(): Visitor {
  const caller = openCaller(`${given.shopUrl}/shop-api`, null);
  return {
    caller,
    add: async (slug, quantity = 1) => {
      const product = await readProduct(caller, slug);
      await addToCart(caller, product!.variants[0]!.id, quantity);
    },
    checkOut: async () => offeredBy(await payByEscrow(caller, DELIVERY)),
    askAgain: async () => {
      const asked = "mutation { payWithEscrow { code url } }";
      const { payWithEscrow } = await caller.call<{ payWithEscrow: { code: string; url: string | null } }>(asked);
      return offeredBy(payWithEscrow);
    },
    order: async (code) => {
      const order = await readOrder(caller, code);
      if (order === null) throw new Error(`the visitor does not see order ${code}`);
      return order;
    },
  };
}

/** An order that is paid: what the visitor bought, as slugs. */
export async function paidOrder(...slugs: readonly string[]) {
  const visitor = visit();
  for (const slug of slugs) await visitor.add(slug);
  const { code, session } = await visitor.checkOut();
  const escrow = await buyer.confirm(session, { buyer_email: DELIVERY.email });
  await buyer.pay(escrow.id);
  return { visitor, code, session, escrow: escrow.id };
}

type StaffOrder = {
  readonly id: string;
  readonly state: string;
  readonly totalWithTax: number;
  readonly lines: readonly { readonly id: string; readonly quantity: number }[];
  readonly payments: readonly {
    readonly id: string;
    readonly state: string;
    readonly amount: number;
    readonly transactionId: string;
    readonly refunds: readonly {
      readonly state: string;
      readonly total: number;
      readonly transactionId: string | null;
    }[];
  }[];
  readonly fulfillments: readonly { readonly id: string; readonly state: string }[];
  readonly customFields: Readonly<
    Record<"escrowStatus" | "escrowReference" | "escrowConsole" | "escrowUrl", string | null>
  >;
  readonly history: {
    readonly items: readonly { readonly type: string; readonly data: Readonly<Record<string, string>> }[];
  };
};

const STAFF_ORDER = `id state totalWithTax lines { id quantity }
  payments { id state amount transactionId refunds { state total transactionId } }
  fulfillments { id state }
  customFields { escrowStatus escrowReference escrowConsole escrowUrl }
  history(options: { take: 100 }) { items { type data } }`;

const caller = openCaller(`${given.shopUrl}/admin-api`, null);
let signedIn: Promise<unknown> | undefined;

async function admin<Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
  const { identifier: name, password } = given.admin;
  signedIn ??= caller
    .call(
      "mutation ($name: String!, $password: String!) { login(username: $name, password: $password) { __typename } }",
      {
        name,
        password,
      },
    )
    .catch((error: unknown) => {
      signedIn = undefined;
      throw error;
    });
  await signedIn;
  return caller.call<Data>(query, variables);
}

export const staff = {
  call: admin,
  order: async (code: string): Promise<StaffOrder> => {
    const { orders } = await admin<{ orders: { items: StaffOrder[] } }>(
      `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items { ${STAFF_ORDER} } } }`,
      { code },
    );
    return orders.items[0]!;
  },
  /** Packs lines, and sends the parcel off. Of each line so many pieces, or all of it. */
  ship: async (code: string, { only, pieces }: { only?: number; pieces?: number } = {}): Promise<void> => {
    const { lines } = await staff.order(code);
    const chosen = [...lines].sort((one, other) => Number(one.id) - Number(other.id));
    const input = {
      lines: (only === undefined ? chosen : [chosen[only]!]).map(({ id, quantity }) => ({
        orderLineId: id,
        quantity: pieces ?? quantity,
      })),
      handler: {
        code: "manual-fulfillment",
        arguments: [
          { name: "method", value: "DHL" },
          { name: "trackingCode", value: "4410 8823 7712" },
        ],
      },
    };
    const { addFulfillmentToOrder } = await admin<{ addFulfillmentToOrder: { id: string } }>(
      "mutation ($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) { ... on Fulfillment { id } ... on ErrorResult { errorCode message } } }",
      { input },
    );
    await staff.send(addFulfillmentToOrder.id);
  },
  send: (id: string): Promise<unknown> =>
    admin(
      'mutation ($id: ID!) { transitionFulfillmentToState(id: $id, state: "Shipped") { __typename ... on FulfillmentStateTransitionError { errorCode message transitionError } } }',
      { id },
    ),
  /** Books a bank transfer that pays what is left. */
  book: async (code: string): Promise<void> => {
    const { id } = await staff.order(code);
    await admin(
      "mutation ($input: ManualPaymentInput!) { addManualPaymentToOrder(input: $input) { __typename ... on ErrorResult { errorCode message } } }",
      { input: { orderId: id, method: "bank transfer", transactionId: `slip ${code}`, metadata: {} } },
    );
  },
  cancel: async (code: string): Promise<void> => {
    const { id } = await staff.order(code);
    await admin(
      "mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { __typename ... on ErrorResult { errorCode message } } }",
      { input: { orderId: id, reason: "Out of clay", cancelShipping: true } },
    );
  },
  /** All of the payment, or so much of it. @param amount in cents */
  refund: async (code: string, amount?: number): Promise<void> => {
    const { payments } = await staff.order(code);
    const [payment] = payments;
    await admin(
      "mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename ... on ErrorResult { errorCode message } } }",
      {
        input: {
          paymentId: payment!.id,
          amount: amount ?? payment!.amount,
          lines: [],
          shipping: 0,
          adjustment: 0,
          reason: "Broken",
        },
      },
    );
  },
};

/** What its people read in the order's history. */
export const notesOf = async (code: string): Promise<readonly string[]> =>
  (await staff.order(code)).history.items.flatMap(({ data }) => data["note"] ?? []);

export const stateOf = async (code: string): Promise<string> => (await staff.order(code)).state;
export const escrowStatusOf = async (code: string): Promise<string | null> =>
  (await staff.order(code)).customFields.escrowStatus;

/** The events of what an order is called at Holdfast, oldest first. */
export async function eventsOf(reference: string): Promise<readonly string[]> {
  const types: string[] = [];
  for await (const { type, data } of holdfast.events.list())
    if (data.object.object !== "ping" && data.object.external_reference === reference) types.unshift(type);
  return types;
}
