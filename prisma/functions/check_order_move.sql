-- Refuses every move of an order that is not in the table below, with check_violation, whoever writes. Records each
-- move in `order_moves`, which the order's history shows. The code's table is ORDER_MOVES; a test compares the two.
create or replace function check_order_move() returns trigger language plpgsql as $$
begin
  if not (old.status, new.status) in (
    ('queued', 'processing'), ('queued', 'delivered'), ('queued', 'partially_delivered'), ('queued', 'failed'),
    ('processing', 'delivered'), ('processing', 'partially_delivered'), ('processing', 'failed'),
    ('delivered', 'cancelled'), ('partially_delivered', 'cancelled'),
    ('delivered', 'refunded'), ('partially_delivered', 'refunded')
  ) then
    raise exception 'order % may not move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  insert into order_moves (order_id, previous_status, current_status, created_at)
  values (new.id, old.status, new.status, new.updated_at);
  return new;
end $$;

create or replace trigger orders_moves before update of status on orders
  for each row when (old.status is distinct from new.status) execute function check_order_move();
