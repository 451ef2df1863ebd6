-- The trace that a delivery goes on with (W3C Trace Context), where traces are collected: null everywhere else.
alter table webhook_queue add column traceparent text check (length(traceparent) = 55);
