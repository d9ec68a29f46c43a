-- Refuses every move of a checkout that is not in the table below, and an order for one that is being refunded, with
-- check_violation, whoever writes. Records each move in `checkout_moves`. The code's table is CHECKOUT_MOVES; a test compares
-- the two.
create or replace function check_checkout_move() returns trigger language plpgsql as $$
begin
  if not (old.status, new.status) in (
    ('opened', 'paid'), ('opened', 'abandoned'),
    -- Money that arrives after all is taken, and ordered for or given back.
    ('abandoned', 'paid'),
    ('paid', 'ordered'), ('paid', 'refunded'),
    ('ordered', 'delivered'), ('ordered', 'refunded')
  ) then
    raise exception 'checkout % may not move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if new.status = 'ordered' and new.refund_due > 0 then
    raise exception 'checkout % is being refunded and buys nothing more', old.id using errcode = 'check_violation';
  end if;
  insert into checkout_moves (checkout_id, previous_status, current_status, created_at)
  values (new.id, old.status, new.status, new.updated_at);
  return new;
end $$;

create or replace trigger checkouts_moves before update of status on checkouts
  for each row when (old.status is distinct from new.status) execute function check_checkout_move();
