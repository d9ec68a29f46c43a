-- Refuses every move of a replacement that is not in the table below, with check_violation, whoever writes: another eSIM is ordered only after
-- the first one's supplier was asked, and its cancel was. The code's table is REPLACEMENT_MOVES; a test compares the two.
create or replace function check_replacement_move() returns trigger language plpgsql as $$
begin
  if not (old.status, new.status) in (
    ('asked', 'cancelling'), ('asked', 'refused'),
    ('cancelling', 'ordering'), ('cancelling', 'refused'),
    ('ordering', 'ordered'), ('ordering', 'refused'),
    ('ordered', 'replaced'), ('ordered', 'refused')
  ) then
    raise exception 'replacement % may not move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger replacements_moves before update of status on replacements
  for each row when (old.status is distinct from new.status) execute function check_replacement_move();
