/**
 * `holdfast listen`: webhooks on a developer's own machine. Follows the feed of the running service with a merchant's key
 * and forwards each new event to a URL, as the service would deliver it. Holds no database.
 */
import * as admin from "@holdfast/service/admin";
import { type Command, Option } from "commander";
import { FeedRefused, follow } from "./feed.js";
import { openQueue } from "./forward.js";
import { keyIn, secretIn } from "./key.js";
import { openReporter } from "./listen-report.js";
import { withScheme } from "./local-url.js";
import { originOf } from "./origin.js";
import { stopOnSignals } from "./run.js";

type Options = {
  readonly apiKey: string;
  readonly forwardTo: string;
  readonly secret?: string;
  readonly json?: boolean;
};

const HELP = `
It talks to the running service at PUBLIC_URL, or http://localhost:PORT, and starts with
the next event. What is sent is what the service sends to a webhook endpoint: headers,
body and signature. A failed attempt is made again after 1, 2, 5, 10, 30, 60 … seconds,
nine in all. The secret is kept in DATA_DIR for the next run. Ctrl-C ends it.

The feed is asked once a second: half of what a key may ask by default (120 requests a
minute). A key of its own for listen (key create) leaves your store its full share.
`;

export function addListen(root: Command): void {
  root
    .command("listen")
    .description("forward each new event to a URL of yours, signed as a webhook")
    .addOption(
      new Option("--api-key <key>", "the merchant's API key; one that may only read will do")
        .env("HOLDFAST_API_KEY")
        .makeOptionMandatory(),
    )
    .requiredOption("--forward-to <url>", "where to, such as http://localhost:4242/webhooks", withScheme)
    .option("--secret <secret>", "sign with this secret (whsec_…) instead of the one in DATA_DIR", secretIn)
    .option("--json", "print a stream: one JSON object a line for each thing that happens")
    .addHelpText("after", HELP)
    .action(listen);
}

async function listen(options: Options, command: Command): Promise<void> {
  const { openForwarding, problemOfForwardUrl, listenSecret } = await admin.loadForwarding();
  const problem = problemOfForwardUrl(options.forwardTo);
  if (problem !== null) {
    command.error(`error: option '--forward-to <url>' argument '${options.forwardTo}' is invalid. ${problem}`);
  }
  const key = keyIn(options.apiKey);
  const config = admin.readConfig();
  const origin = originOf(config);
  const secret = options.secret ?? listenSecret(config);
  const stopping = stopOnSignals();
  const { signal: stop } = stopping;
  const forwarding = openForwarding({ url: options.forwardTo, secret, config });
  const { hasStandardHeaders } = forwarding;
  const heading = { origin, forwardTo: options.forwardTo, secret, hasStandardHeaders };
  const reporter = openReporter(options.json === true, heading);
  const queue = openQueue({ forwarding, report: reporter.attempt, stop });
  const end = async (): Promise<void> => {
    stopping.abort();
    reporter.stopped(await queue.finish());
  };
  try {
    for await (const event of follow({ origin, key, stop, tell: reporter.notice })) {
      await queue.accept(event);
    }
  } catch (error) {
    if (error instanceof FeedRefused) throw new admin.CommandRefused(`${origin} refused: ${error.message}`);
    if (!stop.aborted) throw error;
  } finally {
    await end();
  }
}
