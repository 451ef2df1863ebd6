/** What a new account has set up of what it needs to sell and to be paid: by what is there, not by what was clicked. */
import type { AccountId } from "../../../domain/ids.js";
import type { SetupBy } from "../../../domain/settings.js";
import type { CurrentReads } from "../../../platform/database.js";
import { HAS_SESSION } from "./attention.js";
import { FOLLOWS_FEED, HAS_DELIVERY, HAS_KEY } from "./start.js";

const SETUP_STEPS = ["verify", "destination", "brand", "terms", "link", "key", "webhook", "order"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export type Setup = {
  /** Null until somebody has said. */
  readonly by: SetupBy | null;
  /** Whether somebody of the team hid the list. */
  readonly isHidden: boolean;
  /** Whether the documents are with the operator. */
  readonly isInReview: boolean;
  readonly done: Readonly<Record<SetupStep, boolean>>;
};

type Row = { readonly by: SetupBy | null; readonly is_hidden: boolean; readonly is_in_review: boolean } & Setup["done"];

/** An order counts once a buyer has paid it. @throws Error for an unknown account */
export async function readSetup(db: CurrentReads, account: AccountId): Promise<Setup> {
  const [row] = await db.read<Row>({
    name: "read setup",
    text: `
      select a.setup_by as by, a.setup_hidden as is_hidden, a.verification_status = 'PENDING' as is_in_review,
        a.verification_status = 'VERIFIED' as verify,
        exists (select 1 from payout_destinations where account_id = $1 and removed_at is null) as destination,
        a.brand_name <> '' or a.brand_colour is not null or a.logo_hash is not null as brand,
        a.terms_chosen as terms,
        ${HAS_SESSION} or exists (select 1 from payment_links where account_id = $1) as link,
        ${HAS_KEY} as key,
        ${HAS_DELIVERY} or ${FOLLOWS_FEED} as webhook,
        (select true from escrows where account_id = $1 and funded_at is not null order by id limit 1) is not null as "order"
      from accounts a where a.id = $1`,
    values: [account],
  });
  if (row === undefined) throw new Error("there is no such account");
  const { by, is_hidden, is_in_review, ...done } = row;
  return { by, isHidden: is_hidden, isInReview: is_in_review, done };
}
