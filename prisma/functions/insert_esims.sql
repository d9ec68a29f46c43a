-- Inserts the eSIMs of an order, and the first line of each one's history. Returns how many. Locks nothing that
-- exists. Raises unique_violation when a living eSIM has one of the ICCIDs or activation codes (decision 41).
create or replace function insert_esims(p_order_id bigint, p_account_id int, p_environment text, p_esims jsonb, p_at timestamptz)
returns int language sql as $$
  with made as (
    insert into esims (account_id, environment, order_id, supplier_order_id, supplier_code, supplier_esim_id, supplier_reference,
      iccid, imsi, activation_code, smdp_address, status, installation_status, supplier_status, supplier_smdp_status,
      total_bytes, used_bytes, validity_days, apn, network_name, created_at, updated_at, synced_at)
    select p_account_id, p_environment, p_order_id, e.supplier_order_id, e.supplier_code, e.supplier_esim_id, e.supplier_reference,
      e.iccid, e.imsi, e.activation_code, e.smdp_address, e.status, e.installation_status, e.supplier_status, e.supplier_smdp_status,
      e.total_bytes, e.used_bytes, e.validity_days, e.apn, e.network_name, p_at, p_at, p_at
    from jsonb_to_recordset(p_esims) as e(
      supplier_order_id bigint, supplier_code text, supplier_esim_id text, supplier_reference text, iccid text, imsi text,
      activation_code text, smdp_address text, status text, installation_status text, supplier_status text, supplier_smdp_status text,
      total_bytes bigint, used_bytes bigint, validity_days int, apn text, network_name text)
    returning id, status
  )
  insert into esim_history (esim_id, event_type, previous_status, current_status, source, created_at)
  select id, 'status.changed', 'provisioning', status, case p_environment when 'test' then 'sandbox' else 'supplier' end, p_at from made
   where status <> 'provisioning';
  select jsonb_array_length(p_esims)
$$;
