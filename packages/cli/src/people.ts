/** `holdfast operator …` and `merchant invite`: who may use the operators' desk, and the first owner of an account. */
import * as admin from "@holdfast/service/admin";
import type { Command } from "commander";
import { type Entering, lines, run } from "./run.js";

const operatorLine = (operator: admin.OperatorObject): string =>
  [operator.email, operator.name, operator.second_factor ? "second factor" : "password alone"].join("  ");

export function enterOperators({ group, add }: Entering): void {
  const operator = group("operator", "people who may use the operators' desk");
  add(
    operator,
    "grant <email>",
    "let who signs in with this address onto the desk; sign up in the console first",
  ).action((email: string, options: { json?: boolean }) =>
    run(options.json === true, async (db, config) => {
      const value = await admin.grantOperator(db, config, email);
      return { value, text: `${value.email} is an operator` };
    }),
  );
  add(operator, "revoke <email>", "take the desk away, at once").action((email: string, options: { json?: boolean }) =>
    run(options.json === true, async (db, config) => {
      const value = await admin.revokeOperator(db, config, email);
      return { value, text: `${value.email} is no operator` };
    }),
  );
  add(operator, "list", "list all operators").action((options: { json?: boolean }) =>
    run(options.json === true, async (db, config) => {
      const value = await admin.operators(db, config);
      return { value, text: lines(value.map(operatorLine), "no operators") };
    }),
  );
}

export function enterInvite(merchant: Command, add: Entering["add"]): void {
  add(merchant, "invite <account>", "invite somebody to an account's console: a mail with a link, which is printed too")
    .requiredOption("--email <address>", "who signs in, or up, with this address may join")
    .option("--role <role>", "owner, developer or support", "owner")
    .action((account: string, { json, ...invitation }: { email: string; role: string; json?: boolean }) =>
      run(json === true, async (db, config) => {
        const value = await admin.inviteToMerchant(db, config, { account, ...invitation });
        return { value, text: `${value.email} is invited as ${value.role}: ${value.url}` };
      }),
    );
}
