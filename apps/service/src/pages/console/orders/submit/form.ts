/** The form of a delivery, and how its fields become the body of the API's own submission. */

import type { BodyOf } from "@holdfast/contract";
import { detailsWith, type Shipping, shippingOf } from "../../../../domain/shipping.js";
import { tidy } from "../../../../domain/typed.js";
import { validateBody } from "../../../../validation/body.js";
import type { FormFields } from "../../../kit/page-context.js";

const DELIVERY_FIELDS = ["details", "carrier", "tracking_number", "tracking_url"] as const;
type DeliveryField = (typeof DELIVERY_FIELDS)[number];

/** As it was typed. */
export type TypedDelivery = Readonly<Record<DeliveryField, string>>;
/** What is wrong, by field: `blank` where nothing was said at all. */
export type DeliveryProblems = Readonly<Partial<Record<DeliveryField, "blank" | "wrong">>>;

export const NOTHING_TYPED: TypedDelivery = { details: "", carrier: "", tracking_number: "", tracking_url: "" };

export const readDelivery = (form: FormFields): TypedDelivery => ({
  // Browsers send the ends of lines as two characters.
  details: (form["details"] ?? "").replaceAll("\r\n", "\n"),
  carrier: tidy(form["carrier"] ?? ""),
  tracking_number: tidy(form["tracking_number"] ?? ""),
  tracking_url: withScheme((form["tracking_url"] ?? "").trim()),
});

/** People copy links without their beginning. */
const withScheme = (link: string): string =>
  link === "" || /^[a-z][a-z0-9+.-]*:/i.test(link) ? link : `https://${link}`;

/** What is submitted: the note and the fields as text that anybody can read, and the fields. Or what is wrong, by field. */
export function deliveryOf(
  typed: TypedDelivery,
): { readonly details: string; readonly shipping: Shipping | null } | { readonly problems: DeliveryProblems } {
  const shipping = shippingOf({
    carrier: typed.carrier,
    trackingNumber: typed.tracking_number,
    trackingUrl: typed.tracking_url,
  });
  const details = detailsWith(typed.details, shipping);
  const { carrier, tracking_number, tracking_url } = typed;
  const body: BodyOf<"submitMilestone"> = {
    submission_details: details,
    shipping: { carrier, tracking_number, ...(tracking_url === "" ? {} : { tracking_url }) },
  };
  const problems: { [Field in DeliveryField]?: "blank" | "wrong" } = {};
  validateBody("submitMilestone", body, {
    add: (path) => {
      const field = DELIVERY_FIELDS.find((one) => path === `shipping.${one}`) ?? "details";
      problems[field] = field === "details" && details === "" ? "blank" : "wrong";
    },
  });
  return Object.keys(problems).length === 0 ? { details, shipping } : { problems };
}
