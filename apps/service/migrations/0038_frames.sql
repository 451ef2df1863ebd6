-- Where a seller's checkout may be shown inside of another page: the origins that its frames name to browsers
-- (`frame-ancestors`). They become part of a header, so nothing but an origin fits in here; none means that no page of the
-- account can be framed. Checked by the program before (domain/frame-origins.ts), which also knows where http is allowed.

alter table accounts
  add column frame_origins text[] not null default '{}' check (
    cardinality(frame_origins) <= 10
    and array_position(frame_origins, null) is null
    and array_to_string(frame_origins, ' ') ~ '^(https?://[a-z0-9.-]{1,253}(:[0-9]{1,5})?( https?://[a-z0-9.-]{1,253}(:[0-9]{1,5})?)*)?$'
  );
