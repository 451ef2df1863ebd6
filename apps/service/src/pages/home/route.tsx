import { API_PATH } from "@holdfast/contract";
import type { FeeSchedule } from "../../domain/fees.js";
import type { Queryable } from "../../platform/database.js";
import { findSampleSeller } from "../../store/read/orders/sample-seller.js";
import type { PageContext } from "../kit/page-context.js";
import type { Handler } from "../kit/route.js";
import { HomePage } from "./view.js";

export type HomeServices = {
  readonly db: Queryable;
  readonly config: { readonly fees: FeeSchedule };
  /** The origin that links start with; known once the service listens. */
  readonly publicUrl: () => string;
};

/** What there is to see at the root of the site. */
export const showHome: Handler<PageContext, HomeServices> = async (context, _asked, { db, config, publicUrl }) => {
  const { site } = context;
  const sample = site.isSandbox ? await findSampleSeller(db) : null;
  return <HomePage context={context} fees={config.fees} apiUrl={publicUrl() + API_PATH} canTry={sample !== null} />;
};
