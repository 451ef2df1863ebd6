import type { JSX } from "preact";
import type { Handler } from "../kit/route.js";
import type { BuyerContext } from "./access.js";
import { backTo } from "./acting.js";
import { loadPart, type OrderServices, type PartScene } from "./load.js";
import { EMPTY_FORM, type SentForm } from "./reason.js";
import { mayAct } from "./standing.js";

/** The page that asks why. When the step can't be taken any more, the order's page says so. */
export const askWhy =
  (
    verb: "dispute" | "requestRevision",
    AskPage: (props: PartScene & { form: SentForm }) => JSX.Element,
  ): Handler<BuyerContext, OrderServices> =>
  async (context, { params }, services) => {
    const scene = await loadPart(context, params, services);
    return mayAct(scene.order.escrow, scene.milestone, verb) ? (
      <AskPage {...scene} form={EMPTY_FORM} />
    ) : (
      backTo(scene, verb, "refused")
    );
  };
