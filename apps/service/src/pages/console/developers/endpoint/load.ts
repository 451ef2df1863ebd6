import { type LoggedAttempt, listAttemptLog } from "../../../../store/read/webhooks/deliveries.js";
import {
  type EndpointFigures,
  type EndpointHour,
  type OwnEndpoint,
  readEndpointFigures,
  readEndpointHours,
} from "../../../../store/read/webhooks/endpoint-health.js";
import type { Asked } from "../../../kit/answer.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { loadOwnEndpoint } from "../load.js";

export type EndpointServices = Pick<ConsoleServices, "db">;

export type EndpointView = {
  readonly endpoint: OwnEndpoint;
  readonly figures: EndpointFigures;
};

const SOON_MS = 60_000;

/** Whether something is sent now or within the minute: then the page looks for news by itself. */
export const isMoving = ({ endpoint, figures }: EndpointView): boolean =>
  endpoint.status === "ENABLED" &&
  figures.due_at !== null &&
  Number(figures.due_at) <= Number(figures.now_ms) + SOON_MS;

/** Changes with everything that the page shows and does by itself. */
export const versionOf = ({ endpoint, figures }: EndpointView): string =>
  [endpoint.status, endpoint.attempts_made, figures.waiting].join(".");

/** The states of the log's filter, by what stands in the address. */
export const LOG_FILTERS = { delivered: "SUCCEEDED", unfinished: "PENDING", failed: "FAILED" } as const;
export type LogFilter = keyof typeof LOG_FILTERS;

export async function loadEndpoint(
  context: ConsoleContext,
  asked: Asked,
  services: EndpointServices,
): Promise<EndpointView> {
  const endpoint = await loadOwnEndpoint(context, asked, services);
  return { endpoint, figures: await readEndpointFigures(services.db, endpoint) };
}

export type EndpointLog = {
  /** The last attempts, of one state or of all. */
  readonly attempts: readonly LoggedAttempt[];
  /** For plots: all of them, and what was delivered hour by hour. */
  readonly all: readonly LoggedAttempt[];
  readonly hours: readonly EndpointHour[];
};

export async function loadLog(
  endpoint: OwnEndpoint,
  filter: LogFilter | null,
  { db }: EndpointServices,
): Promise<EndpointLog> {
  const [all, hours] = await Promise.all([listAttemptLog(db, endpoint), readEndpointHours(db, endpoint)]);
  const attempts = filter === null ? all : all.filter(({ state }) => state === LOG_FILTERS[filter]);
  return { attempts, all, hours };
}
