/** What storefronts ask for. */
import { Mutation, Resolver } from "@nestjs/graphql";
import {
  ActiveOrderService,
  Allow,
  Ctx,
  isGraphQlErrorResult,
  OrderService,
  Permission,
  RequestContext,
  UserInputError,
} from "@vendure/core";
import { gql } from "graphql-tag";
import { EscrowService } from "./service.js";

export const SHOP_SCHEMA = gql`
  type EscrowCheckout {
    "The order's code."
    code: String!
    "Send the buyer here. Null once there is nothing to pay."
    url: String
  }
  extend type Mutation {
    "Arranges payment of the active order by escrow. Repeated, it leads to the same page while the order is the same."
    payWithEscrow: EscrowCheckout!
  }
`;

@Resolver()
export class ShopResolver {
  constructor(
    private readonly activeOrders: ActiveOrderService,
    private readonly orders: OrderService,
    private readonly escrows: EscrowService,
  ) {}

  // In no transaction: the bridge has to see the order as it is kept.
  @Mutation()
  @Allow(Permission.Owner)
  async payWithEscrow(@Ctx() ctx: RequestContext): Promise<{ code: string; url: string | null }> {
    const order = await this.activeOrders.getActiveOrder(ctx, undefined);
    if (order === undefined) throw new UserInputError("There is no active order.");
    if (order.currencyCode !== "USD") throw new UserInputError("Escrow takes US dollars only.");
    if (order.state !== "ArrangingPayment") await this.arrange(ctx, order.id);
    const { url } = await this.escrows.checkout(ctx, order.id);
    return { code: order.code, url };
  }

  private async arrange(ctx: RequestContext, id: string | number): Promise<void> {
    const moved = await this.orders.transitionToState(ctx, id, "ArrangingPayment");
    if (isGraphQlErrorResult(moved)) throw new UserInputError(moved.transitionError || moved.message);
  }
}
