import { readMessages } from "../../../../commands/read-messages.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { versionOf } from "../version.js";
import { type EscrowServices, loadEscrowStory } from "./load.js";
import { saidIn } from "./said.js";
import { EscrowPage } from "./view.js";

type EscrowHandler = Handler<ConsoleContext, EscrowServices>;

/** One escrow; as long as something can still come of it the page looks for news. Messages that are shown have been read. */
export const showEscrow: EscrowHandler = async (context, asked, services) => {
  const story = await loadEscrowStory(context, asked, services);
  const { account, id: escrow } = story.escrow;
  await readMessages(services.db, { account, escrow }, { reader: "merchant", shown: story.messages });
  return <EscrowPage context={context} story={story} said={saidIn(asked)} />;
};

export const escrowStatus: EscrowHandler = async (context, asked, services) =>
  asked.reply.send({ version: versionOf(await loadEscrowStory(context, asked, services)) });
