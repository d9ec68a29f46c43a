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
