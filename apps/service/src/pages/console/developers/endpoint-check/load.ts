import type { Report } from "../../../../doctor/examine.js";
import { type CheckRow, findCheck } from "../../../../store/read/webhooks/checks.js";
import type { OwnEndpoint } from "../../../../store/read/webhooks/endpoint-health.js";
import type { Asked } from "../../../kit/answer.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { loadOwnEndpoint } from "../load.js";

export type CheckServices = Pick<ConsoleServices, "db" | "config">;

export type CheckView = {
  readonly endpoint: OwnEndpoint;
  /** Whether events of made-up orders are sent. */
  readonly playsOrders: boolean;
  /** `given_up`: the process that ran it has gone. */
  readonly standing: "none" | "under_way" | "given_up" | "done";
  readonly check: CheckRow | null;
  readonly report: Report | null;
};

/** A check takes a minute at most; one that is older than this was given up, and another may be asked for. */
const GIVEN_UP_SECONDS = 300;

export async function loadCheck(context: ConsoleContext, asked: Asked, services: CheckServices): Promise<CheckView> {
  const endpoint = await loadOwnEndpoint(context, asked, services);
  const check = await findCheck(services.db, endpoint);
  return {
    endpoint,
    playsOrders: services.config.mode === "sandbox",
    standing: standingOf(check),
    check,
    report: check?.report == null ? null : (JSON.parse(check.report) as Report),
  };
}

function standingOf(check: CheckRow | null): CheckView["standing"] {
  if (check === null) return "none";
  if (check.status === "DONE") return "done";
  return check.age > GIVEN_UP_SECONDS ? "given_up" : "under_way";
}

/** Changes with everything that the page shows and does by itself. */
export const versionOf = ({ standing, check }: CheckView): string => `${standing}.${check?.finished ?? ""}`;
