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
