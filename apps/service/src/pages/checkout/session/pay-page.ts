/** The provider's own page for a payment, such as the one that a card is typed in on. */
import { setTimeout as after } from "node:timers/promises";
import type { AccountId, EscrowId, PaymentId } from "../../../domain/ids.js";
import { listPayments } from "../../../store/read/money/payments.js";
import type { SessionServices } from "./load.js";

/** Between looks: providers mostly answer within a second. A buyer who waits longer is better told so, by a page that goes on looking. */
const LOOK_AFTER_MS = [50, 50, 100, 100, 200, 200, 300, 500, 500, 1_000, 1_000] as const;

type Started = { readonly account: AccountId; readonly escrow: EscrowId; readonly payment: PaymentId };

/** Null where the provider has not answered in time, has no such page, or has one that no form of ours leads to. */
export async function findPayPage(
  { account, escrow, payment }: Started,
  { db, providers }: Pick<SessionServices, "db" | "providers">,
): Promise<string | null> {
  for (const ms of LOOK_AFTER_MS) {
    const known = (await listPayments(db, account, escrow)).find(({ id }) => id === payment);
    if (known?.status !== "CREATED") return null;
    if (known.instructions !== null) {
      const url = known.instructions.kind === "redirect" ? URL.parse(known.instructions.url) : null;
      return url !== null && providers.payPages().includes(url.origin) ? url.href : null;
    }
    await after(ms);
  }
  return null;
}
