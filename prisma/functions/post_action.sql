-- Writes the movements of the books that an action's change amounts to: what a top-up earned and cost, and what a
-- supplier gave back. In step with `booked_movements`.
create or replace function post_action() returns trigger language plpgsql as $$
declare
  v_cost text := 'cost:' || new.supplier_code;
  v_float text := 'float:' || new.supplier_code;
  v_at timestamptz := case when new.updated_at > old.updated_at then new.updated_at else now() end;
begin
  if new.charged and new.status = 'succeeded' and old.status <> 'succeeded' then
    perform post_movement('action:' || new.id || ':done', new.settled_at, 'deferred:' || new.currency, 'revenue:' || new.supplier_code, new.currency,
      new.amount);
  end if;
  perform post_movement('action:' || new.id || ':done', v_at, v_cost, v_float, 'USD', topup_cost(new) - topup_cost(old));
  perform post_movement('action:' || new.id || ':returned', v_at, v_float, v_cost, 'USD', returned_cost(new) - returned_cost(old));
  return null;
end $$;

create or replace trigger actions_journal after update on actions
  for each row when (new.environment = 'live' and new.action in ('topup', 'cancel') and (new.status = 'succeeded' or new.stray is not null))
  execute function post_action();
