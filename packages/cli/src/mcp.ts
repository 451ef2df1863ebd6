/** `holdfast mcp`: serves agents on stdio, with a merchant's key. Holds no database. */
import { API_PATH, operation } from "@holdfast/contract";
import { ApiError, Holdfast } from "@holdfast/sdk";
import * as admin from "@holdfast/service/admin";
import { type Command, InvalidArgumentError, Option } from "commander";
import { keyIn, secretIn } from "./key.js";
import { withScheme } from "./local-url.js";
import type { Receiver } from "./mcp-doctor.js";
import { originOf } from "./origin.js";

type Options = {
  readonly apiKey: string;
  readonly url?: string;
  readonly allowWrites?: boolean;
  readonly receiver?: string;
  readonly receiverSecret?: string;
};

const HELP = `
Speaks the Model Context Protocol on stdin and stdout; an agent's program starts it. Tools
read sessions, escrows, events and the account. With --allow-writes they also create
sessions and submit deliveries; with a key of a sandbox they play the buyer, the payment
provider and time as well. Without --url it talks to the service at PUBLIC_URL, or
http://localhost:PORT.

Give it a key of its own (key create), with no more scopes than it needs.
`;

export function addMcp(root: Command): void {
  root
    .command("mcp")
    .description("serve agents on stdio")
    .addOption(new Option("--api-key <key>", "the merchant's API key").env("HOLDFAST_API_KEY").makeOptionMandatory())
    .option("--url <url>", "where the service is, such as https://pay.example", readUrl)
    .option("--allow-writes", "let agents create sessions and submit deliveries; in a sandbox, play all sides")
    .option(
      "--receiver <url>",
      "your receiver of webhooks, which agents may then have the doctor check in a sandbox",
      withScheme,
    )
    .addOption(
      new Option("--receiver-secret <secret>", "its signing secret")
        .env("HOLDFAST_RECEIVER_SECRET")
        .argParser(secretIn),
    )
    .option("--json", "as without it: stdout belongs to the protocol, one JSON value a line")
    .addHelpText("after", HELP)
    .action(mcp);
}

function readUrl(text: string): string {
  const url = URL.parse(withScheme(text));
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new InvalidArgumentError("It takes a URL that starts with https:// or http://, without a user name.");
  }
  return `${url.origin}${url.pathname.replace(/\/$/, "").replace(API_PATH, "")}`;
}

async function mcp({ apiKey, url, allowWrites = false, ...given }: Options, command: Command): Promise<void> {
  const key = keyIn(apiKey);
  const receiver = await receiverIn(given, command);
  const origin = url ?? originOf(admin.readConfig());
  const holdfast = new Holdfast({ apiKey: key, baseUrl: `${origin}${API_PATH}` });
  const isSandbox = await isInSandbox(holdfast, origin);
  const { serve } = await import("./mcp-server.js");
  serve({ holdfast, key, isSandbox, mayWrite: allowWrites, receiver });
}

/** Null when none was named. */
async function receiverIn(
  { receiver: url, receiverSecret: secret }: Pick<Options, "receiver" | "receiverSecret">,
  command: Command,
): Promise<Receiver | null> {
  if (url === undefined) return null;
  if (secret === undefined) return command.error("error: --receiver takes --receiver-secret beside it.");
  const problem = (await admin.loadForwarding()).problemOfForwardUrl(url);
  if (problem !== null) command.error(`error: option '--receiver ${url}' is invalid. ${problem}`);
  return { url, secret };
}

/** Live mode has no helpers. Tells at the start that a key is refused or nobody answers, not at the first tool. */
async function isInSandbox(holdfast: Holdfast, origin: string): Promise<boolean> {
  try {
    await holdfast.account.get();
    await holdfast.request({ method: "GET", path: operation("sandboxGetClock").path });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.is("not_found")) return false;
    if (error instanceof ApiError) throw new admin.CommandRefused(`${origin} refused: ${error.message}`);
    throw new admin.CommandRefused(`${origin} can't be reached: ${error instanceof Error ? error.message : error}`);
  }
}
