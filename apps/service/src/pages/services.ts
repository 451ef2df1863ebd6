import type { SessionServices } from "./checkout/session/load.js";
import type { ConsoleServices } from "./console/services.js";
import type { DeskServices } from "./desk/load.js";
import type { PageParts } from "./kit/page-context.js";

/** All that pages are built on; each area says what it takes of it. */
export type PageServices = PageParts & SessionServices & ConsoleServices & DeskServices;
