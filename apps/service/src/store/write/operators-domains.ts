/** What operators do about the domain of an account: each one statement, with its line of the audit log. */
import type { Queryable } from "../../platform/database.js";
import { accessNoted } from "../security-events.js";
import { DONE, type Done, type Line, LOGGED, lineValues, run } from "./operators.js";

/**
 * It is served no longer from then on, and barred to this account alone; the owners read why in a mail. @param domain as the operator
 * saw it.
 */
export function takeDomain(db: Queryable, line: Line, domain: string): Promise<Done> {
  return run(db, {
    name: "desk: take domain",
    text: `
      with old as (select id, domain, domain_state from accounts where id = $1 and domain = $6 for no key update),
      changed as (
        update accounts a set domain = null, domain_token = null, domain_state = null, domain_missing = null, domain_missing_since = null,
          domain_named_at = null, domain_looked_at = null, domain_next_look = null,
          domains_barred = array_remove(a.domains_barred, old.domain) || old.domain
        from old where a.id = old.id
        returning a.id, old.domain as subject, jsonb_build_object('domain', lower(old.domain_state)) as before,
          jsonb_build_object('domain', 'taken away') as after, a.trading_name, a.seller_code
      ),
      logged as (${LOGGED}),${accessNoted({
        kind: "domain_changed",
        from: "changed",
        account: "changed.id",
        subject: "''",
        actor: "jsonb_build_object('seller', $2::jsonb ->> 'id', 'network', '', 'user_agent', 'operators')",
      })},
      told as (
        insert into mails (recipient, template, params, created)
        select p.email, 'seller_domain_taken', jsonb_build_object('domain', changed.subject, 'reason', $5::text,
          'trading_name', changed.trading_name, 'seller_code', changed.seller_code, 'locale', p.locale), service_now()
        from changed join team_members m on m.account_id = changed.id and m.role = 'owner' join sellers p on p.id = m.seller_id
        order by p.email
      )
      ${DONE}`,
    values: [...lineValues(line), domain],
  });
}

/** The account may name it again, and has to show anew that it is theirs. */
export function allowDomain(db: Queryable, line: Line, domain: string): Promise<Done> {
  return run(db, {
    name: "desk: allow domain",
    text: `
      with old as (select id from accounts where id = $1 and $6 = any(domains_barred) for no key update),
      changed as (
        update accounts a set domains_barred = array_remove(a.domains_barred, $6::text) from old where a.id = old.id
        returning $6::text as subject, jsonb_build_object('domain', 'taken away') as before, jsonb_build_object('domain', 'allowed') as after
      ),
      logged as (${LOGGED})
      ${DONE}`,
    values: [...lineValues(line), domain],
  });
}
