import { sendCsv } from "../../kit/csv.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskReads } from "../load.js";
import { DESK_EXPORTS } from "./lists.js";
import type { DeskExportName } from "./names.js";
import { DeskExportPage } from "./view.js";

type DeskExportHandler = Handler<DeskContext, DeskReads>;

/** What the file of a list will be. */
export const showDeskExport =
  (name: DeskExportName): DeskExportHandler =>
  async (context, { query }, services) => {
    const opened = await DESK_EXPORTS[name].open(query, services);
    return <DeskExportPage context={context} name={name} query={opened.query} rows={await opened.count()} />;
  };

/** The file, written while it is sent. */
export const downloadDeskExport =
  (name: DeskExportName): DeskExportHandler =>
  async (_context, { query, reply }, services) => {
    const { csv } = await DESK_EXPORTS[name].open(query, services);
    return sendCsv(reply, `${name}.csv`, csv());
  };
