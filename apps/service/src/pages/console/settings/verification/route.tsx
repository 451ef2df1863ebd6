import { sendFile } from "../../../kit/files.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import type { SettingsServices } from "../load.js";
import { loadDocument, loadOwnVerification } from "./load.js";
import { VerificationPage } from "./view.js";

type VerificationHandler = Handler<ConsoleContext, SettingsServices>;

/** What the seller hands in to be verified, and what became of it. */
export const showVerification: VerificationHandler = async (context, { query }, services) => {
  const verification = await loadOwnVerification(context, services);
  return <VerificationPage context={context} verification={verification} said={query["said"]} />;
};

export const downloadDocument: VerificationHandler = async (context, asked, services) =>
  sendFile(asked.reply, await loadDocument(context, asked, services));
