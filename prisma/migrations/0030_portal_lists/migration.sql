-- CreateIndex
CREATE INDEX "orders_account_id_environment_package_id_id_idx" ON "orders"("account_id", "environment", "package_id", "id" DESC);

-- CreateIndex
CREATE INDEX "orders_account_id_environment_created_at_idx" ON "orders"("account_id", "environment", "created_at");

-- What staff type to find something: how a reference begins, compared byte by byte, and the numbers of a SIM and a device.
create index orders_reference_begins on orders (account_id, environment, client_reference text_pattern_ops)
  where client_reference is not null;
create index esims_imsi on esims (account_id, environment, imsi) where imsi is not null;
create index esims_eid on esims (account_id, environment, eid) where eid is not null;

-- Packages that work in a country.
create index packages_coverage on packages using gin (coverage);

-- The order that an event is about: the first reference in its data, which the API's shapes put near the beginning. No
-- value can be taken for it, because quotes within values are escaped.
create function event_order(data text) returns text language sql immutable strict parallel safe
  return substring(data from '"(?:order_)?reference":"(B2B-[0-9]+)"');

create index events_order on events (event_order(data)) where type <> 'esim.usage.updated';
