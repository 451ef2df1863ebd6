import { API_PATH } from "@holdfast/contract";
import { token } from "../../../platform/random.js";
import { type Begun, readBegun } from "../../../store/read/console/start.js";
import { type EndpointRow, listEndpoints } from "../../../store/read/webhooks/endpoints.js";
import type { ConsoleContext } from "../context.js";
import { FORM_NAME_LENGTH } from "../orders/new-session/form.js";
import type { ConsoleServices } from "../services.js";

export type StartServices = Pick<ConsoleServices, "db" | "registry" | "publicUrl" | "seal" | "checkUrl">;

export type Start = {
  readonly begun: Begun;
  /** Names the form of the test order: sent twice, as by a double click, it makes one. */
  readonly form: string;
  /** Enabled or not, oldest first. */
  readonly endpoints: readonly EndpointRow[];
  /** URL of the API. */
  readonly base: string;
  /** Changes with all that the page shows. */
  readonly version: string;
};

export async function loadStart(
  { member: { account } }: ConsoleContext,
  { db, publicUrl }: StartServices,
): Promise<Start> {
  const [begun, endpoints] = await Promise.all([readBegun(db, account), listEndpoints(db, account)]);
  return {
    begun,
    form: token(FORM_NAME_LENGTH),
    endpoints,
    base: publicUrl() + API_PATH,
    version: versionOf(begun, endpoints),
  };
}

const versionOf = ({ firstPaid, ...begun }: Begun, endpoints: readonly EndpointRow[]): string =>
  [
    ...Object.values(begun).map(Number),
    Number(firstPaid !== null) + Number(firstPaid?.isDelivered ?? false),
    ...endpoints.map(({ status, consecutive_failures }) => `${status}${consecutive_failures}`),
  ].join("-");
