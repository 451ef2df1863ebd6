-- Each of several cells numbers its deliveries from its own place on, so that those of an account that moved meet no others.
-- The role that serves may count and not set, so it asks by this.

create function number_deliveries_from(place bigint) returns void language sql security definer set search_path = pg_catalog as $function$
  select setval('public.webhook_delivery_numbers', place)
  where place > (select last_value from public.webhook_delivery_numbers);
$function$;
