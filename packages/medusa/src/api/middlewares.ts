import {
  defineMiddlewares,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
} from "@medusajs/framework/http";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { isHeld } from "../adapter.js";
import { readOrders } from "../orders.js";

/** What Medusa's admin confirms, by address: where its order's id stands. Each books the order's payment anew. */
const ENTITIES = {
  "order-edits": null,
  returns: "return",
  exchanges: "order_exchange",
  claims: "order_claim",
} as const;

/** Money that is held has its amount: Medusa would give the payment up, and ask for another. */
const refuseWhileHeld =
  (entity: string | null) =>
  async (request: MedusaRequest, _response: MedusaResponse, next: MedusaNextFunction): Promise<void> => {
    const id = String(request.params["id"]);
    const order = entity === null ? id : await orderOf(request, { entity, id });
    const [found] = order === null ? [] : await readOrders(request.scope, [order]);
    if (found === undefined || !isHeld(found)) return next();
    const reason =
      "Holdfast holds this order's money until the buyer approves, so the order can't change. Cancel the escrow in Holdfast's console, or take what is new as another order.";
    next(new MedusaError(MedusaError.Types.NOT_ALLOWED, reason));
  };

async function orderOf(
  request: MedusaRequest,
  { entity, id }: { readonly entity: string; readonly id: string },
): Promise<string | null> {
  const query = request.scope.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity, fields: ["order_id"], filters: { id } });
  return (data[0] as { order_id: string } | undefined)?.order_id ?? null;
}

export default defineMiddlewares({
  routes: [
    { methods: ["POST"], matcher: "/hooks/holdfast", bodyParser: { preserveRawBody: true } },
    ...Object.entries(ENTITIES).map(([name, entity]) => ({
      methods: ["POST" as const],
      matcher: `/admin/${name}/:id/${entity === null ? "confirm" : "request"}`,
      middlewares: [refuseWhileHeld(entity)],
    })),
  ],
});
