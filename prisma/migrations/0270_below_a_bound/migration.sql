-- The request log, the record of webhook attempts and that of calls to suppliers are divided by ranges of id (decision 147), in three steps
-- that move no row. The first: below which id the rows of today's tables stay, said of new rows. Far enough for what is written until the
-- last step; the name says the bound.
do $$
declare
  c_width constant bigint := 1000000000;
  c_margin constant bigint := 100000000;
  t record;
  v_bound bigint;
begin
  for t in select * from (values ('api_requests', 'api_requests_id_seq'), ('api_exchanges', 'api_requests_id_seq'),
    ('delivery_attempts', 'delivery_attempts_id_seq'), ('supplier_calls', 'supplier_calls_id_seq')) x(name, ids)
  loop
    v_bound := ((coalesce(pg_sequence_last_value(t.ids::regclass), 0) + c_margin) / c_width + 1) * c_width;
    execute format('alter table %I add constraint %I check (id < %s) not valid', t.name, format('%s_below_%s', t.name, v_bound), v_bound);
  end loop;
end $$;
