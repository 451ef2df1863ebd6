/** The demo's other side: what the people of the store do by Vendure's Admin API, in one click. */
import { openCaller } from "./graphql.js";

export interface Staff {
  /** Ships these lines in one parcel, or all that was not shipped. @throws Refused */
  ship(lines: readonly { readonly id: string; readonly quantity: number }[]): Promise<void>;
}

export function openStaff(url: string, admin: { readonly identifier: string; readonly password: string }): Staff {
  const { call } = openCaller(url, null);
  return {
    ship: async (lines) => {
      await call(
        `mutation ($name: String!, $password: String!) { login(username: $name, password: $password) { __typename ... on ErrorResult { errorCode message } } }`,
        { name: admin.identifier, password: admin.password },
      );
      const trackingCode = `4410 ${String(Date.now()).slice(-8, -4)} ${String(Date.now()).slice(-4)}`;
      const input = {
        lines: lines.map(({ id, quantity }) => ({ orderLineId: id, quantity })),
        handler: {
          code: "manual-fulfillment",
          arguments: [
            { name: "method", value: "Parcel post" },
            { name: "trackingCode", value: trackingCode },
          ],
        },
      };
      const { addFulfillmentToOrder } = await call<{ addFulfillmentToOrder: { id: string } }>(
        `mutation ($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) { ... on Fulfillment { id } ... on ErrorResult { errorCode message } } }`,
        { input },
      );
      await call(
        `mutation ($id: ID!) { transitionFulfillmentToState(id: $id, state: "Shipped") { __typename ... on FulfillmentStateTransitionError { errorCode message transitionError } } }`,
        { id: addFulfillmentToOrder.id },
      );
    },
  };
}
