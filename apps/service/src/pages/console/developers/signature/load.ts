import { openSecrets } from "../../../../commands/open-secrets.js";
import { parseId } from "../../../../domain/ids.js";
import { findEvent } from "../../../../store/read/webhooks/events.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import type { Known } from "./diagnose.js";

export type SignatureServices = Pick<ConsoleServices, "db" | "seal">;

/** What may explain that a body does not fit. Other secrets are tried for those alone who may see them. */
export async function loadKnown(
  context: ConsoleContext,
  body: string,
  { db, seal }: SignatureServices,
): Promise<Known> {
  const { account } = context.member;
  const id = parseId("event", /"id"\s*:\s*"(evt_\w{26})"/.exec(body)?.[1] ?? "");
  const [event, endpoints] = await Promise.all([
    id === null ? null : findEvent(db, account, id),
    context.may("develop") ? openSecrets({ db, seal: await seal() }, account, null) : [],
  ]);
  return { endpoints, sentBody: event?.body ?? null };
}
