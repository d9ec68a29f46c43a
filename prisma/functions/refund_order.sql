-- Gives back what was charged for a live order and not given back yet: what was not delivered and what was cancelled
-- has been refunded, so that each unit is refunded once. Announces it when there is an event, and opens the cancels
-- that take the eSIMs back. Outcomes: refunded, or why not: unknown, test, refunded_before, not_delivered,
-- being_cancelled; nothing is written then. Locks the wallet, then the order.
create or replace function refund_order(
  p_order_id bigint, p_at timestamptz, p_event_id text default null, p_event_type text default null, p_data text default null,
  p_cancels jsonb default '[]', p_payment_kept text default null,
  out outcome text, out entry_id bigint, out amount numeric, out balance_after numeric
) language plpgsql as $$
declare
  o orders;
begin
  perform from wallets where account_id = (select account_id from orders where id = p_order_id) for no key update;
  select * into o from orders where id = p_order_id for no key update;
  outcome := case
    when o.id is null then 'unknown'
    when o.environment <> 'live' then 'test'
    when o.status = 'refunded' then 'refunded_before'
    when o.status not in ('delivered', 'partially_delivered') then 'not_delivered'
    when exists (select from actions a where a.order_id = o.id and a.action = 'cancel' and a.status in ('queued', 'processing', 'under_review'))
      then 'being_cancelled'
    else 'refunded'
  end;
  if outcome <> 'refunded' then return; end if;
  amount := o.total_amount - o.refunded_amount;
  update orders set status = 'refunded', refunded_amount = total_amount, payment_kept = p_payment_kept, updated_at = p_at where id = o.id;
  perform from open_actions(p_cancels);
  if p_event_id is not null then
    perform announce_events(array[(o.account_id, o.environment, p_event_id, p_event_type, p_data, p_at)::new_event]);
  end if;
  select p.entry_id, p.balance_after into entry_id, balance_after
    from post_entry(o.account_id, 'refund', amount, 'order:' || o.id || ':refunded', 'Order B2B-' || o.id || ': refunded', p_at) p;
end $$;
