import { aged, sendCsv } from "../../kit/csv.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { LateDeskReads } from "../load.js";
import { DESK_EXPORTS } from "./lists.js";
import type { DeskExportName } from "./names.js";
import { DeskExportPage } from "./view.js";

type DeskExportHandler = Handler<DeskContext, LateDeskReads>;

/** What the file of a list will be. */
export const showDeskExport =
  (name: DeskExportName): DeskExportHandler =>
  async (context, { query }, services) => {
    const opened = await DESK_EXPORTS[name].open(query, services, context.site);
    const { heads, ageSeconds } = opened;
    const counted = { rows: await opened.count(), heads, ageSeconds };
    return <DeskExportPage context={context} name={name} query={opened.query} counted={counted} />;
  };

/** The file, written while it is sent. */
export const downloadDeskExport =
  (name: DeskExportName): DeskExportHandler =>
  async ({ site }, { query, reply }, services) => {
    const { csv, ageSeconds } = await DESK_EXPORTS[name].open(query, services, site);
    return sendCsv(aged(reply, ageSeconds), `${name}.csv`, csv());
  };
