/** What operators do about the house's books: look into a difference, close it, and write down what the bank moved. */
import { closeDifference } from "../../../commands/close-difference.js";
import { lookAfterDifference } from "../../../commands/look-after-difference.js";
import { moveFloat } from "../../../commands/move-float.js";
import { BOOKED_TO } from "../../../domain/reconciliation.js";
import type { Answer } from "../../kit/answer.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import type { DeskContext } from "../access.js";
import { BOOKS_PATH } from "../links.js";
import type { DeskReads, DeskServices } from "../load.js";
import { operatorOf, readReason } from "../parts.js";
import { saidOf } from "../words.js";
import { NOTHING_TYPED, readFloat, type TypedBooks } from "./forms.js";
import { differenceIn, loadBooks } from "./load.js";
import { BooksPage } from "./view.js";

type BooksServices = DeskReads & Pick<DeskServices, "providers" | "rates">;
type BooksAction = Handler<DeskContext, BooksServices, Posted>;

export const takeDifference: BooksAction = async (context, { form }, { db }) => {
  const acted = await lookAfterDifference(db, operatorOf(context), differenceIn(form["difference"] ?? ""));
  return `${BOOKS_PATH}?said=${saidOf(acted, "looked-after")}#differences`;
};

export const endDifference: BooksAction = async (context, { form }, services) => {
  const id = differenceIn(form["difference"] ?? "");
  const bookedTo = BOOKED_TO.find((one) => one === form["booked_to"]);
  if (bookedTo === undefined) throw new PageRefusal("not_found");
  const close = readReason(form["reason"]);
  if (close.problem !== null) return again(context, { difference: id, typed: { close, bookedTo } }, services);
  const acted = await closeDifference(services.db, operatorOf(context), { id, bookedTo, reason: close.reason });
  return `${BOOKS_PATH}?said=${saidOf(acted, "difference-closed")}#differences`;
};

export const writeFloat: BooksAction = async (context, { form }, services) => {
  const { db } = services;
  const read = readFloat(form, await loadBooks(undefined, { ...services, lists: db }));
  if (!read.ok) return again(context, { typed: { float: read.typed } }, services);
  await moveFloat(db, operatorOf(context), read.value);
  return `${BOOKS_PATH}?said=float`;
};

/** The page again, with what has to be put right. */
async function again(
  context: DeskContext,
  { difference, typed }: { readonly difference?: string; readonly typed: Partial<TypedBooks> },
  services: BooksServices,
): Promise<Answer> {
  const shown = {
    books: await loadBooks(difference, { ...services, lists: services.db }),
    ageSeconds: null,
    said: undefined,
  };
  const page = <BooksPage context={context} {...shown} typed={{ ...NOTHING_TYPED, ...typed }} />;
  return { status: UNPROCESSABLE, page };
}
