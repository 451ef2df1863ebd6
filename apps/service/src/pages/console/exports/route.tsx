import { aged, sendCsv } from "../../kit/csv.js";
import type { Handler } from "../../kit/route.js";
import type { ConsoleContext } from "../context.js";
import { EXPORTS, type ExportServices } from "./lists.js";
import type { ExportName } from "./names.js";
import { ExportPage } from "./view.js";

type ExportHandler = Handler<ConsoleContext, ExportServices>;

/** What the file of a list will be. */
export const showExport =
  (name: ExportName): ExportHandler =>
  async (context, { query }, services) => {
    const opened = await EXPORTS[name].open(context, query, services);
    return <ExportPage context={context} name={name} opened={opened} rows={await opened.count()} />;
  };

/** The file, written while it is sent. */
export const downloadExport =
  (name: ExportName): ExportHandler =>
  async (context, { query, reply }, services) => {
    const { csv, ageSeconds } = await EXPORTS[name].open(context, query, services);
    return sendCsv(aged(reply, ageSeconds), `${name}-${context.member.sellerCode}.csv`, csv());
  };
