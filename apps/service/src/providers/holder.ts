/** Accounts that a provider keeps for sellers: what the wrapper (wrapper.ts) does of payments, done of opening one. */
import { beginObject, findObject, keepObject, type ObjectKey, undoAsk } from "../store/providers/objects.js";
import { safely } from "./bounded.js";
import type { AccountOpened, AccountOrder, Holder, HolderAdapter } from "./port-holder.js";
import { LOST, repeated, type Store, stillUnknown, TOO_SOON } from "./repeat.js";

export const openHolder = (adapter: HolderAdapter, store: Store): Holder => ({
  get pages() {
    return adapter.pages;
  },
  open: (order) => safely(() => openAccount(adapter, store, order)),
  onboard: (theirId, urls) => store.bounded(() => adapter.onboard(theirId, urls)),
  payee: (theirId) => store.bounded(() => adapter.payee(theirId)),
  books: (theirId) => store.bounded(() => adapter.books(theirId)),
  // The adapter looks first, so that twice is not more than once.
  takeBack: (order) =>
    store.bounded(async () => {
      const { db, provider } = store;
      const sent = await findObject(db, { provider, kind: "payout", reference: order.reference });
      return adapter.takeBack(order, sent?.theirId ?? null);
    }),
});

async function openAccount(
  adapter: HolderAdapter,
  { db, provider, bounded }: Store,
  order: AccountOrder,
): Promise<AccountOpened> {
  const key: ObjectKey = { provider, kind: "connected", reference: order.reference };
  const { object, isFirst } = await beginObject(db, key);
  if (object.theirId !== null) return { kind: "opened", theirId: object.theirId };
  let asked = object;
  if (!isFirst) {
    if (object.asks > 0) {
      const found = await bounded(() => adapter.find(order, object));
      if (found.kind === "unreachable") return stillUnknown(found);
      if (found.kind === "opened") return settle(found);
      if (object.status === "MADE") return LOST;
    }
    const again = await repeated(db, key, object);
    if (again === null) return TOO_SOON;
    asked = again;
  }
  return settle(await bounded(() => adapter.open(order, asked)));

  async function settle(answer: AccountOpened): Promise<AccountOpened> {
    if (answer.kind === "opened") await keepObject(db, key, { status: "MADE", theirId: answer.theirId });
    // It said no, or it is sure that nothing was done: the next question is as good as the first.
    else if (answer.kind === "refused" || answer.isUndone === true) await undoAsk(db, key);
    return answer;
  }
}
