-- Refuses every move of an action that is not in the table below, with check_violation, whoever writes. The code's table is
-- ACTION_MOVES; a test compares the two.
create or replace function check_action_move() returns trigger language plpgsql as $$
begin
  if not (old.status, new.status) in (
    ('queued', 'processing'), ('queued', 'failed'), ('processing', 'succeeded'), ('processing', 'failed'), ('processing', 'under_review'),
    ('under_review', 'succeeded'), ('under_review', 'failed')
  ) then
    raise exception 'action % may not move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger actions_moves before update of status on actions
  for each row when (old.status is distinct from new.status) execute function check_action_move();
