/** Every command of `holdfast`, its options, and what it does. */

import * as admin from "@holdfast/service/admin";
import { Command, CommanderError } from "commander";
import { addBridge } from "./bridge.js";
import { enterBuyers } from "./buyers.js";
import { enterDirectory } from "./directory.js";
import { addDoctor } from "./doctor.js";
import { enterKeys } from "./keys.js";
import { addListen } from "./listen.js";
import { addMcp } from "./mcp.js";
import { addOperation } from "./operation.js";
import { enterPayouts } from "./payouts.js";
import { enterInvite, enterOperators } from "./people.js";
import { enterProviderDoctor } from "./provider-doctor.js";
import { enterProviders } from "./providers.js";
import { enterReconcile } from "./reconcile.js";
import { enterRefunds } from "./refunds.js";
import { around, type Entering, EXIT_REFUSED, lines, run } from "./run.js";
import { enterSecrets } from "./secrets.js";
import { enterStatements } from "./statements.js";
import { addTrigger } from "./trigger.js";
import { enterWebhooks } from "./webhooks.js";

const accountLine = (account: admin.AccountObject): string =>
  [account.id, account.seller_code, account.verification_status.padEnd(10), account.trading_name, account.email].join(
    "  ",
  );

const EXIT_USAGE = 2;

/** Runs one command to its end, which it tells to what is around it: what went wrong as one line, and the code that scripts rely on. */
export async function commandLine(args: readonly string[]): Promise<void> {
  try {
    await program().parseAsync(args, { from: "user" });
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  const { complain, end } = around();
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return;
    const isHelp = error.code === "commander.help";
    complain(
      isHelp
        ? "holdfast: name a command; --help lists them\n"
        : `holdfast: ${error.message.replace(/^error: /, "").replaceAll("\n", " ")}\n`,
    );
    end(EXIT_USAGE);
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  complain(`holdfast: ${message.split("\n")[0]}\n`);
  end(error instanceof admin.ConfigError ? admin.EXIT_CONFIG : EXIT_REFUSED);
}

/** Every command takes --json; subcommands inherit the manners of the program. */
export function program(): Command {
  const root = new Command("holdfast").description("Runs a deployment from the command line.");
  root
    .exitOverride()
    .configureOutput({ writeOut: (text) => around().print(text), writeErr: () => undefined })
    .showHelpAfterError(false);

  const group = (name: string, description: string, hidden = false): Command =>
    root.command(name, { hidden }).description(description);
  const add = (parent: Command, usage: string, description: string): Command =>
    parent.command(usage).description(description).option("--json", "print one JSON value and nothing else");

  addOperation({ root, group, add });
  const merchant = group("merchant", "seller accounts");
  add(merchant, "create", "open an account with its first API key; `merchant invite` lets its owner into the console")
    .requiredOption("--email <address>", "the owner's email address")
    .requiredOption("--trading-name <name>", "the name that buyers see")
    .option("--verified", "verified from the start")
    .action((options: { email: string; tradingName: string; verified?: boolean; json?: boolean }) =>
      run(
        options.json === true,
        async (db, config) => {
          const value = await admin.createMerchant(db, config, { ...options, verified: options.verified === true });
          return {
            value,
            text: `account ${value.account_id} (${value.seller_code})\nAPI key, shown this once: ${value.api_key}`,
          };
        },
        { creates: true },
      ),
    );
  enterInvite(merchant, add);
  add(merchant, "list", "list all accounts").action((options: { json?: boolean }) =>
    run(options.json === true, async (db) => {
      const value = await admin.merchants(db);
      return { value, text: lines(value.map(accountLine), "no accounts") };
    }),
  );
  for (const [verb, status, description] of [
    ["verify", "VERIFIED", "mark an account as verified"],
    ["reject", "REJECTED", "reject an account: its keys may read and no longer write"],
  ] as const) {
    add(merchant, `${verb} <account>`, description).action((account: string, options: { json?: boolean }) =>
      run(options.json === true, async (db) => {
        const value = await admin.decideVerification(db, account, status);
        return { value, text: accountLine(value) };
      }),
    );
  }

  enterKeys({ group, add });
  enterWebhooks({ group, add });
  enterRefunds({ group, add });
  enterProviders({ group, add });
  enterProviderDoctor({ group, add });
  enterReconcile({ root, add });
  enterStatements({ group, add });
  enterPayouts({ group, add });
  enterOperators({ group, add });

  enterBuyers({ group, add });
  enterDirectory({ group, add });
  enterSecrets({ group, add });
  enterLedger({ group, add });
  addListen(root);
  addTrigger({ root, add });
  addMcp(root);
  addDoctor({ root, add });
  addBridge({ group });
  return root;
}

function enterLedger({ group, add }: Entering): void {
  const ledger = group("ledger", "the books");
  add(ledger, "check", "prove that the books balance, or show what does not")
    .option("--all", "look at everything, also where what was written since the last whole check would do")
    .action((options: { all?: boolean; json?: boolean }) =>
      run(options.json === true, async (db) => {
        const { findings, rules, since, started } = await admin.checkLedger(db, { all: options.all === true });
        const broken = findings.map(
          ({ rule, account, object, found }) => `${rule}: account ${account}, ${object}: ${found}`,
        );
        const scope =
          since === null
            ? ""
            : ` for what was written since ${new Date(since * 1000).toISOString()}, and held for everything before (--all looks at it again)`;
        return {
          value: { balanced: findings.length === 0, rules, findings, since, started },
          text: lines(broken, `the books balance: ${rules} rules hold${scope}`),
          refused: findings.length > 0,
        };
      }),
    );
}
