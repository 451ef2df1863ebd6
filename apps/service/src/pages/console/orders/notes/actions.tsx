import { addNote } from "../../../../commands/add-note.js";
import { deleteNote } from "../../../../commands/delete-note.js";
import { type NoteId, parseUuid } from "../../../../domain/ids.js";
import { NOTE_LENGTH_MAX, tidyNote } from "../../../../domain/notes.js";
import { uuidv7 } from "../../../../platform/random.js";
import { findBuyer } from "../../../../store/read/console/customers.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { customerUrl, escrowUrl } from "../../links.js";
import { type EscrowServices, loadEscrowStory } from "../escrow/load.js";
import { EscrowPage } from "../escrow/view.js";

type NoteAction = Handler<ConsoleContext, EscrowServices, Posted>;

/** Twice the most that may be: what is longer is cut, and refused all the same. */
const TYPED_LENGTH = 2 * NOTE_LENGTH_MAX;

export const writeNote: NoteAction = async (context, asked, services) => {
  const { account } = context.member;
  const escrow = await escrowOf(context, asked, services);
  const { note = "", text: typed = "" } = asked.form;
  const id = parseUuid("note", note) ?? (uuidv7() as NoteId);
  const text = tidyNote(typed.slice(0, TYPED_LENGTH));
  const added = await addNote(services.db, { account, escrow, id, author: context.seller.id, text });
  if (added.ok) return `${escrowUrl(context, escrow)}#notes`;
  const story = await loadEscrowStory(context, asked, services);
  const form = { id, typed: typed.slice(0, TYPED_LENGTH), problem: added.reason };
  return { status: UNPROCESSABLE, page: <EscrowPage context={context} story={story} said={null} note={form} /> };
};

/** @throws PageRefusal not_found, also for a note that this person may not take back. */
export const removeNote: NoteAction = async (context, asked, services) => {
  const { member, seller } = context;
  const escrow = await escrowOf(context, asked, services);
  const id = parseUuid("note", asked.params["note"] ?? "");
  const by = member.role === "owner" ? null : seller.id;
  if (id === null || !(await deleteNote(services.db, { account: member.account, escrow, id, by })))
    throw new PageRefusal("not_found");
  return asked.form["from"] === "customer" ? customerUrl(context, escrow) : `${escrowUrl(context, escrow)}#notes`;
};

/** @throws PageRefusal not_found, for another account's order as for one that does not exist. */
async function escrowOf({ member: { account } }: ConsoleContext, { params }: Posted, { db }: EscrowServices) {
  const escrow = parseUuid("escrow", params["escrow"] ?? "");
  if (escrow === null || (await findBuyer(db, account, escrow)) === null) throw new PageRefusal("not_found");
  return escrow;
}
