/**
 * `holdfast trigger`: makes the real thing happen that emits an event of the asked type. The calls are those of a store
 * and of the sandbox helpers, through the API inside this process: it does not matter whether a service runs.
 */
import { EVENT_TYPES, type EventType, operation } from "@holdfast/contract";
import * as admin from "@holdfast/service/admin";
import { Argument, type Command, Option } from "commander";
import { keyIn } from "./key.js";
import { type Ask, caused, pathOf, trigger } from "./recipes.js";
import { around, type Entering, run } from "./run.js";

/** How long an escrow that shall expire may be paid. */
const DEADLINE_SECONDS = 1;

export function addTrigger({ root, add }: { readonly root: Command; readonly add: Entering["add"] }): void {
  add(root, "trigger", "sandbox: make the real thing happen that emits an event")
    .addArgument(new Argument("<event-type>", "one of the contract's types").choices(EVENT_TYPES))
    .addOption(
      new Option("--api-key <key>", "the API key of the merchant to whom it happens")
        .env("HOLDFAST_API_KEY")
        .makeOptionMandatory(),
    )
    .action(async (type: EventType, options: { readonly apiKey: string; readonly json?: boolean }) => {
      const key = keyIn(options.apiKey);
      const config = admin.readConfig(around().env);
      if (config.mode !== "sandbox")
        throw new admin.CommandRefused("trigger works in the sandbox only (MODE=sandbox).");
      await run(options.json === true, async (db) => {
        const fundingDeadlineSeconds = type === "escrow.expired" ? DEADLINE_SECONDS : config.fundingDeadlineSeconds;
        const { openLocalApi } = await admin.loadLocalApi();
        const api = await openLocalApi(db, { ...config, fundingDeadlineSeconds });
        try {
          const ask = askBy(api, key);
          const ping = async () => {
            orRefuse(await api.ping(key));
            return {};
          };
          const event = type === "ping" ? await caused(ask, type, ping) : await trigger(ask, type);
          return { value: { event, type }, text: `${event}  ${type}` };
        } finally {
          await api.close();
        }
      });
    });
}

const askBy =
  (api: admin.LocalApi, key: string): Ask =>
  async <Body>({ id, known, query = {}, body }: Parameters<Ask>[0]) => {
    const answer = await api.call({
      method: operation(id).method,
      path: `${pathOf(id, known)}?${new URLSearchParams(query)}`,
      key,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    orRefuse(answer);
    return JSON.parse(answer.text) as Body;
  };

function orRefuse({ status, text }: { readonly status: number; readonly text: string }): void {
  if (status < 300) return;
  if (status === 401) throw new admin.CommandRefused("--api-key is no key of this deployment, or it was revoked.");
  const { error } = JSON.parse(text) as {
    readonly error: { readonly message: string; readonly details?: Readonly<Record<string, readonly string[]>> };
  };
  const reason = Object.values(error.details ?? {})[0]?.[0] ?? error.message;
  // Behind the name of the program.
  throw new admin.CommandRefused(reason.charAt(0).toLowerCase() + reason.slice(1));
}
