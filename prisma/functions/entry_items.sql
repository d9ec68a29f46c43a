-- Entries of an account's ledger as the API lists them, as `order_items` does with orders.
create or replace function entry_items(p_account_id int, p_before bigint, p_most int)
returns table (id bigint, item text) language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
#variable_conflict use_column
begin
  return query
  select id, '{"id":' || id || ',"reference":"LED-' || id || '","type":"' || type || '","amount":' || trim_scale(amount)
               || ',"currency":"' || currency || '","balance_before":' || trim_scale(balance_before) || ',"balance_after":' || trim_scale(balance_after)
               || ',"description":' || to_json(description) || ',"created_at":"' || left((created_at at time zone interval '0')::text, 19) || '"}'
    from ledger_entries where account_id = p_account_id and id < p_before order by id desc limit p_most;
end $$;
