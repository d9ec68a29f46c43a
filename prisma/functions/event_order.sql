-- The order that an event is about: the first reference in its data, which the API's shapes put near the beginning.
-- No value can be taken for it, because quotes within values are escaped. The index `events_order` is built on this
-- function: a change of it needs a new index.
create or replace function event_order(data text) returns text language sql immutable strict parallel safe
  return substring(data from '"(?:order_)?reference":"(B2B-[0-9]+)"');
