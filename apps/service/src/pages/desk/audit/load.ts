import type { OperatorActionKind } from "../../../domain/operators.js";
import { findDeskAccount } from "../../../store/read/desk/accounts.js";
import { type LoggedAction, listActing, listOperatorActions } from "../../../store/read/desk/operator-actions.js";
import type { Page, PageRequest } from "../../../store/read/page.js";
import type { DeskReads } from "../load.js";

/** What the list is filtered by; "" for all. */
export type Wanted = {
  readonly operator: string;
  readonly account: string;
  readonly action: OperatorActionKind | null;
};

export type AuditLog = {
  /** Names of all who have done something. */
  readonly operators: readonly string[];
  readonly page: Page<LoggedAction>;
};

const NOTHING: Page<LoggedAction> = { rows: [], hasNewer: false, hasOlder: false };

export async function loadAuditLog(wanted: Wanted, asked: PageRequest, { db }: DeskReads): Promise<AuditLog> {
  const account = wanted.account === "" ? null : await findDeskAccount(db, wanted.account);
  const [operators, page] = await Promise.all([
    listActing(db),
    wanted.account !== "" && account === null
      ? NOTHING
      : listOperatorActions(db, {
          operator: wanted.operator === "" ? null : wanted.operator,
          account: account?.id ?? null,
          action: wanted.action,
          page: asked,
        }),
  ]);
  return { operators, page };
}
