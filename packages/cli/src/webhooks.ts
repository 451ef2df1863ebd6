/** `holdfast webhook …`: the endpoints of an account, and what is sent to them. */
import * as admin from "@holdfast/service/admin";
import type { Command } from "commander";
import { withScheme } from "./local-url.js";
import { type Entering, lines, run } from "./run.js";

type Printing = { readonly json?: boolean };

export function enterWebhooks({ group, add }: Entering): void {
  const webhook = group("webhook", "webhook endpoints, and what is sent to them");
  enterEndpoints(webhook, add);
  enterStates(webhook, add);
  enterDeliveries(webhook, add);
}

const endpointLine = (endpoint: admin.EndpointObject): string =>
  [
    endpoint.id,
    endpoint.status.padEnd(8),
    endpoint.consecutive_failures === 0 ? "no failures" : `${endpoint.consecutive_failures} failures in a row`,
    endpoint.url,
    endpoint.events.join(","),
    ...(endpoint.standard_webhooks || endpoint.status === "DELETED" ? [] : ["no webhook-* headers until rotated"]),
  ].join("  ");

function enterEndpoints(webhook: Command, add: Entering["add"]): void {
  add(webhook, "create", "register an endpoint; its signing secret is shown this once")
    .requiredOption("--account <id>", "the account whose events it gets")
    .requiredOption("--url <url>", "https, and an address that is public", withScheme)
    .option("--events <types>", "event types, separated by commas; all of them when left out")
    .action((options: { account: string; url: string; events?: string } & Printing) =>
      run(options.json === true, async (db, config) => {
        const value = await admin.createWebhook({ db, config }, { ...options, events: options.events ?? null });
        return { value, text: `${value.id}  ${value.url}\nsigning secret, shown this once: ${value.secret}` };
      }),
    );
  add(webhook, "list", "list the endpoints of an account, oldest first")
    .requiredOption("--account <id>", "the account")
    .action((options: { account: string } & Printing) =>
      run(options.json === true, async (db) => {
        const value = await admin.webhooks(db, options.account);
        return { value, text: lines(value.map(endpointLine), "no endpoints") };
      }),
    );
  add(webhook, "events <endpoint>", "change which events an endpoint gets, from the next one on")
    .option("--events <types>", "event types, separated by commas; all of them when left out")
    .action((id: string, options: { events?: string } & Printing) =>
      run(options.json === true, async (db) => {
        const value = await admin.changeWebhookEvents(db, id, options.events ?? null);
        return { value, text: endpointLine(value) };
      }),
    );
  add(webhook, "rotate <endpoint>", "replace the signing secret; the new one is shown this once")
    .option(
      "--overlap-hours <hours>",
      "how long the old secret signs beside the new one, 1 to 168; not at all when left out",
    )
    .action((id: string, options: { overlapHours?: string } & Printing) =>
      run(options.json === true, async (db, config) => {
        const hours = options.overlapHours ?? null;
        const value = await admin.rotateWebhook({ db, config }, id, hours);
        const old = hours === null ? "the old secret no longer signs" : `the old secret signs too, for ${hours} h`;
        return { value, text: `${value.id}: ${old}\nsigning secret, shown this once: ${value.secret}` };
      }),
    );
}

function enterStates(webhook: Command, add: Entering["add"]): void {
  add(webhook, "enable <endpoint>", "send again, and first what was held while the endpoint was disabled")
    .option("--skip-held", "drop what was held instead")
    .action((id: string, options: { skipHeld?: boolean } & Printing) =>
      run(options.json === true, async (db) => {
        const value = await admin.enableWebhook(db, id, options.skipHeld === true);
        return { value, text: endpointLine(value) };
      }),
    );
  add(webhook, "disable <endpoint>", "send nothing; retries and new events are held").action(
    (id: string, options: Printing) =>
      run(options.json === true, async (db) => {
        const value = await admin.disableWebhook(db, id);
        return { value, text: endpointLine(value) };
      }),
  );
  add(webhook, "delete <endpoint>", "remove an endpoint for good, with what still waits for it").action(
    (id: string, options: Printing) =>
      run(options.json === true, async (db) => {
        const value = await admin.deleteWebhook(db, id);
        return { value, text: endpointLine(value) };
      }),
  );
  add(webhook, "ping <endpoint>", "send a test event").action((id: string, options: Printing) =>
    run(options.json === true, async (db) => {
      const value = await admin.pingWebhook(db, id);
      return { value, text: `${value.event} is on its way; \`webhook deliveries ${id}\` shows what comes of it` };
    }),
  );
}

const outcomeOf = ({ status_code, error }: admin.AttemptObject): string =>
  [status_code ?? "no answer", ...(error === null ? [] : [error])].join("  ");

const attemptLine = (attempt: admin.AttemptObject): string =>
  [
    new Date(attempt.created * 1000).toISOString().replace(".000", ""),
    `delivery ${attempt.delivery}`,
    attempt.event,
    attempt.type,
    `attempt ${attempt.attempt}`,
    attempt.state.padEnd(9),
    `${attempt.duration_ms} ms`,
    outcomeOf(attempt),
  ].join("  ");

const HELD = "; the endpoint is disabled, so nothing leaves before it is enabled";

function enterDeliveries(webhook: Command, add: Entering["add"]): void {
  add(webhook, "deliveries <endpoint>", "show the last 50 attempts, newest first").action(
    (id: string, options: Printing) =>
      run(options.json === true, async (db) => {
        const value = await admin.webhookDeliveries(db, id);
        return { value, text: lines(value.map(attemptLine), "no attempts") };
      }),
  );
  add(webhook, "resend <delivery>", "send the event of a delivery again, as a new delivery").action(
    (number: string, options: Printing) =>
      run(options.json === true, async (db) => {
        const { delivery, isHeld } = await admin.resendWebhook(db, number);
        return { value: { delivery }, text: `delivery ${delivery}${isHeld ? HELD : ""}` };
      }),
  );
  add(webhook, "recover <endpoint>", "send again every event that failed for good and got through no other way")
    .requiredOption("--since <unix>", "how far back, as Unix seconds")
    .action((id: string, options: { since: string } & Printing) =>
      run(options.json === true, async (db) => {
        const { count, isHeld } = await admin.recoverWebhook(db, id, options.since);
        const sent = count === 1 ? "1 event is sent again" : `${count} events are sent again`;
        return { value: { count }, text: `${sent}${isHeld && count > 0 ? HELD : ""}` };
      }),
    );
}
