import type { Queryable } from "../../../platform/database.js";
import {
  findPlayedAccount,
  isConnectDeed,
  type PlayedAccount,
  playConnected,
} from "../../../providers/sandbox/holder.js";
import { HOLDER_PATH } from "../../../providers/sandbox/names.js";
import type { Asked } from "../../kit/answer.js";
import { openPage } from "../../kit/page-context.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import type { PlayServices } from "../load.js";
import { ConnectPage } from "./view.js";

/** The desk of the company that keeps accounts for sellers. */
export const showConnect: Handler<unknown, PlayServices> = async (_reader, asked, { db }) => {
  const found = await load(asked, db);
  const context = await openPage(asked.request, asked.reply);
  return <ConnectPage context={context} account={found} back={pathOf(found.returnUrl)} />;
};

export const actOnConnect: Handler<unknown, PlayServices, Posted> = async (_reader, asked, { db }) => {
  const { theirId } = await load(asked, db);
  const deed = asked.form["deed"] ?? "";
  if (!isConnectDeed(deed)) throw new PageRefusal("not_found");
  await playConnected(db, theirId, deed);
  return `${HOLDER_PATH}/${theirId}`;
};

/** @throws PageRefusal not_found */
async function load({ params }: Asked, db: Queryable): Promise<PlayedAccount> {
  const theirId = params["seller"] ?? "";
  const found = /^seller_[0-9a-f-]{36}$/.test(theirId) ? await findPlayedAccount(db, theirId) : null;
  if (found === null) throw new PageRefusal("not_found");
  return found;
}

/** Ours, by whichever name a browser has found us. */
const pathOf = (url: string | null): string | null => (url === null ? null : (URL.parse(url)?.pathname ?? null));
