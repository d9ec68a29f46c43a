-- Ends an order, once: its eSIMs, the refund of what was not delivered, the event. Returns false, and writes nothing,
-- when it had ended already, a part of it has not, or its parts came with other eSIMs than these: the caller has slept
-- since. Locks the wallet (unless everything was delivered), then the order. Raises check_violation when status and number
-- of eSIMs contradict each other, and unique_violation when a living eSIM has one of the profiles.
create or replace function settle_order(
  p_order_id bigint, p_status text, p_esims jsonb, p_event_id text, p_event_type text, p_data text, p_at timestamptz,
  p_traceparent text default null
) returns boolean language plpgsql as $$
declare
  o orders;
begin
  if p_status <> 'delivered' then
    perform from wallets where account_id = (select account_id from orders where id = p_order_id) for no key update;
  end if;
  -- Whoever plans another purchase for the order holds this lock too: what is planned is seen, or finds the order ended.
  perform from orders where id = p_order_id for no key update;
  update orders
     set status = p_status, delivered_quantity = jsonb_array_length(p_esims),
         refunded_amount = unit_price * (requested_quantity - jsonb_array_length(p_esims)), updated_at = p_at
   where id = p_order_id and status in ('queued', 'processing')
     and not exists (select from supplier_orders p where p.order_id = p_order_id and p.status in ('intended', 'sent', 'accepted', 'review'))
     -- An order of the test environment has no parts.
     and not exists (
       select from supplier_orders p where p.order_id = p_order_id and p.status = 'delivered'
       having sum(coalesce(jsonb_array_length(p.profiles), 0)) <> jsonb_array_length(p_esims))
  returning * into o;
  if not found then return false; end if;
  if (p_status = 'delivered') <> (o.delivered_quantity = o.requested_quantity) or (p_status = 'failed') <> (o.delivered_quantity = 0) then
    raise exception 'order % cannot be % with % of % delivered', o.id, p_status, o.delivered_quantity, o.requested_quantity
      using errcode = 'check_violation';
  end if;
  perform insert_esims(o.id, o.account_id, o.environment, p_esims, p_at);
  if o.refunded_amount > 0 then
    perform post_entry(o.account_id, 'refund', o.refunded_amount,
      'order:' || o.id || case when p_status = 'failed' then ':failed' else ':shortfall' end,
      'Order B2B-' || o.id || ': ' || (o.requested_quantity - o.delivered_quantity) || ' of ' || o.requested_quantity || ' not delivered', p_at);
  end if;
  perform announce_events(array[(o.account_id, o.environment, p_event_id, p_event_type, p_data, p_at)::new_event], p_traceparent);
  return true;
end $$;
