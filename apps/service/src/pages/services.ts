import type { CheckoutServices } from "./checkout/routes.js";
import type { ConsoleServices } from "./console/services.js";
import type { DeskServices } from "./desk/services.js";
import type { PageParts } from "./kit/page-context.js";

/** All that pages are built on; each area says what it takes of it. */
export type PageServices = PageParts & CheckoutServices & ConsoleServices & DeskServices;
