-- What a traveller bought has ended, or its end has changed: the checkout that bought it is settled at once instead of being
-- asked for again and again. An eSIM that was cancelled settles the purchases of it and of its top-ups; what was ordered in place
-- of a silent eSIM is of that one's purchase. The trigger's argument is the column of `checkouts` that names it. What no checkout
-- bought rings nothing.
create or replace function ring_checkout() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'order_id' then
    insert into outbox_jobs (job, key, payload, run_at)
    select 'settle-checkout', 'settle-checkout:' || checkout_id, jsonb_build_object('checkoutId', checkout_id), now()
      from (select checkout_id from sale_lines where order_id = new.id union all select checkout_id from replacements where order_id = new.id) bought
    on conflict (key) do update set run_at = least(outbox_jobs.run_at, excluded.run_at), is_reminder = false;
  else
    insert into outbox_jobs (job, key, payload, run_at)
    select 'settle-checkout', 'settle-checkout:' || id, jsonb_build_object('checkoutId', id), now() from checkouts where action_id = new.id
    on conflict (key) do update set run_at = least(outbox_jobs.run_at, excluded.run_at), is_reminder = false;
    if new.action = 'cancel' and new.status = 'succeeded' then
      insert into outbox_jobs (job, key, payload, run_at)
      select 'settle-checkout', 'settle-checkout:' || id, jsonb_build_object('checkoutId', id), now()
        from (select checkout_id as id from sale_lines where order_id = new.order_id
              union select checkout_id from replacements where order_id = new.order_id
              union select id from checkouts where esim_id = new.esim_id) bought order by id
      on conflict (key) do update set run_at = least(outbox_jobs.run_at, excluded.run_at), is_reminder = false;
    end if;
  end if;
  return null;
end $$;

create or replace trigger orders_ring_checkout after update of status on orders
  for each row when (old.status is distinct from new.status) execute function ring_checkout('order_id');
create or replace trigger actions_ring_checkout after update of status on actions
  for each row when (old.status is distinct from new.status) execute function ring_checkout('action_id');
