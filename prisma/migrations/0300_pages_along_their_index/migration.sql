-- Pages of orders and of entries are read along their index and planned once; an order is written as JSON where it is read.
-- Orders with their eSIMs as the API answers with one, each as JSON (decision 159): `presentOrder` writes the same of an order that
-- is being placed, and a test holds one against the other.
create or replace view order_texts as
  select o.account_id, o.environment, o.id,
         '{"id":' || o.id || ',"reference":"B2B-' || o.id || '","client_reference":' || coalesce(to_json(o.client_reference)::text, 'null')
           || ',"status":"' || o.status || '","requested_quantity":' || o.requested_quantity || ',"delivered_quantity":' || o.delivered_quantity
           || ',"unit_price":' || trim_scale(o.unit_price) || ',"total_amount":' || trim_scale(o.total_amount)
           || ',"currency":"' || o.currency || '","package_id":' || o.package_id || ',"package_name":' || to_json(o.package_name)
           || ',"iccid":' || coalesce(to_json(p.iccids[1])::text, 'null') || ',"activation_code":' || coalesce(to_json(p.codes[1])::text, 'null')
           || ',"profiles":[' || coalesce(p.profiles, '') || '],"created_at":"' || left((o.created_at at time zone interval '0')::text, 19) || '"}' as item
    from orders o cross join lateral (
      select array_agg(iccid order by id) as iccids, array_agg(activation_code order by id) as codes,
             string_agg('{"iccid":' || to_json(iccid) || ',"imsi":' || coalesce(to_json(imsi)::text, 'null') || ',"provider":' || to_json(supplier_code)
               || ',"activation_status":"' || case status when 'installed' then 'ready' else status end
               || '","installation_status":"' || installation_status || '","activation_code":' || to_json(activation_code)
               || ',"smdp_address":' || to_json(smdp_address) || '}', ',' order by id) as profiles
        from esims e where e.order_id = o.id) p;

-- Orders as the API lists them, each as JSON (decision 151), newest first, before an id. Planned once and read along the
-- index of the account's ids, whatever the planner believes of it: while an account grows, it would read all of its orders
-- and sort them for one page (decision 159). Times are written without the name of a time zone, which would be looked up for every row.
create or replace view order_items as
  select o.account_id, o.environment, o.status, o.id,
         '{"id":' || o.id || ',"reference":"B2B-' || o.id || '","client_reference":' || coalesce(to_json(o.client_reference)::text, 'null')
           || ',"status":"' || o.status || '","unit_price":' || trim_scale(o.unit_price) || ',"total_amount":' || trim_scale(o.total_amount)
           || ',"currency":"' || o.currency || '","package_name":' || to_json(o.package_name) || ',"iccid":'
           || coalesce(to_json((select e.iccid from esims e where e.order_id = o.id order by e.id limit 1))::text, 'null')
           || ',"created_at":"' || left((o.created_at at time zone interval '0')::text, 19) || '"}' as item
    from orders o;

create or replace function order_items(p_account_id int, p_environment text, p_status text, p_before bigint, p_most int)
returns table (id bigint, item text) language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
#variable_conflict use_column
begin
  if p_status is null then
    return query select id, item from order_items
      where account_id = p_account_id and environment = p_environment and id < p_before order by id desc limit p_most;
  else
    return query select id, item from order_items
      where account_id = p_account_id and environment = p_environment and status = p_status and id < p_before order by id desc limit p_most;
  end if;
end $$;

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
