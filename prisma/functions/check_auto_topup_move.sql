-- Refuses every move of an automatic top-up that is not in the table below, with check_violation, whoever writes: one that has ended is
-- never charged for again. The code's table is AUTO_TOPUP_MOVES; a test compares the two.
create or replace function check_auto_topup_move() returns trigger language plpgsql as $$
begin
  if not (old.status, new.status) in (
    ('saving', 'active'), ('saving', 'given_up'),
    ('active', 'stopped'), ('active', 'withdrawn'), ('active', 'used_up'), ('active', 'declined'),
    ('active', 'changed'), ('active', 'undelivered'), ('active', 'over')
  ) then
    raise exception 'automatic top-up % may not move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger auto_topups_moves before update of status on auto_topups
  for each row when (old.status is distinct from new.status) execute function check_auto_topup_move();
