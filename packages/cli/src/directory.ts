/** `holdfast directory …` and `holdfast account move` */
import * as admin from "@holdfast/service/admin";
import { around, type Entering, lines, run } from "./run.js";

/** Help shows these commands to a cell of several alone: nobody else has a use for them. */
export function enterDirectory({ group, add }: Entering): void {
  const isAlone = (around().env ?? process.env)["CELL"] === undefined;
  const account = group("account", "accounts among cells", isAlone);
  add(account, "move <account>", "move an account to another cell, or go on with a move that was interrupted")
    .option("--to <cell>", "the cell where it goes; MOVE_DATABASE_URL is its database")
    .option("--stay", "give up a move that has not arrived yet")
    .action(async (id: string, { to, stay, json }: { to?: string; stay?: boolean; json?: boolean }) => {
      const { env, print, complain } = around();
      if ((to === undefined) === (stay !== true)) throw new admin.CommandRefused("a move takes either --to or --stay.");
      const tell = (line: string): void => complain(`${line}\n`);
      const value = await admin.move(admin.readConfig(env), { account: id, to: to ?? null, tell });
      print(json === true ? `${JSON.stringify(value)}\n` : `account ${value.account} lives in cell ${value.cell}\n`);
    });
  const directory = group("directory", "which account lives in which cell", isAlone);
  add(directory, "fill", "enter accounts, keys and people of this cell that the directory does not know yet")
    .option(
      "--same-person <address...>",
      "people whose two sign-ins have a second factor each: that of the directory counts from then on",
    )
    .action(({ samePerson = [], json }: { samePerson?: string[]; json?: boolean }) =>
      run(json === true, async (db, config) => {
        const value = await admin.fill(db, config, samePerson);
        const entered = `cell ${value.cell}: ${value.accounts} accounts, ${value.keys} keys and ${value.people} people entered`;
        const met = value.met.map((email) => `${email} had a sign-in already, and keeps that one`);
        const deskless = value.deskless.map((email) => `${email} had the desk of this cell alone: grant it again`);
        const codeless = value.codeless.map((email) => `${email} has to make new recovery codes`);
        const refused = value.refused.map(({ email, reason }) => `${email} was left as it is: it ${reason}`);
        const text = [entered, ...met, ...deskless, ...codeless, ...refused].join("\n");
        return { value, text, refused: refused.length > 0 };
      }),
    );
  add(directory, "list", "list the cells and how many accounts live in each").action((options: { json?: boolean }) =>
    run(options.json === true, async (_db, config) => {
      const value = await admin.cells(config);
      const shown = value.map(
        ({ cell, address, accounts, leaving }) =>
          `${cell}  ${accounts} accounts, ${leaving} moving away  ${address ?? "no CELL_URL"}`,
      );
      return { value, text: lines(shown, "no cells") };
    }),
  );
}
