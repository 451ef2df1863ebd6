/** Which notifications a member has read. */
import type { AccountId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { NOTIFICATIONS_MAX } from "../read/console/notifications.js";

type Member = { readonly account: AccountId; readonly seller: string };

/** Does nothing for people who are not members. @param number of the event. */
export async function markRead(db: Queryable, { account, seller }: Member, number: string): Promise<void> {
  await db.query({
    name: "mark notification read",
    text: `
      insert into notification_reads as r (account_id, seller_id, read_numbers)
      select account_id, seller_id, array[$3::bigint] from team_members where account_id = $1 and seller_id = $2
      on conflict (account_id, seller_id) do update set read_numbers = array(
        select distinct n from unnest(r.read_numbers || excluded.read_numbers) n where n > r.read_through
        order by n desc limit ${NOTIFICATIONS_MAX})`,
    values: [account, seller, number],
  });
}

/** Up to that event, and to none that is still to come. Does nothing for people who are not members. */
export async function markReadThrough(db: Queryable, { account, seller }: Member, through: string): Promise<void> {
  await db.query({
    name: "mark notifications read",
    text: `
      insert into notification_reads as r (account_id, seller_id, read_through)
      select m.account_id, m.seller_id, least($3::bigint, c.last_number)
      from team_members m join event_counters c on c.account_id = m.account_id
      where m.account_id = $1 and m.seller_id = $2
      on conflict (account_id, seller_id) do update set
        read_through = greatest(r.read_through, excluded.read_through),
        read_numbers = array(select n from unnest(r.read_numbers) n where n > excluded.read_through order by n desc)`,
    values: [account, seller, through],
  });
}
