-- A part that its supplier has no turn for may be given up without having been sent.

-- Refuses every move of a part of an order that is not in the table below, with check_violation, whoever writes: an
-- answer that comes too late changes nothing. The code's table is PART_MOVES; a test compares the two.
create or replace function check_part_move() returns trigger language plpgsql as $$
begin
  if not (old.status, new.status) in (
    ('intended', 'sent'), ('sent', 'intended'),
    ('sent', 'accepted'), ('sent', 'rejected'), ('sent', 'review'),
    ('accepted', 'delivered'), ('accepted', 'rejected'), ('accepted', 'review'),
    ('review', 'delivered'), ('review', 'rejected'),
    -- Its supplier had no turn for it for too long.
    ('intended', 'rejected'),
    -- Found while it was to be sent again, or while its order still waits after it was given up.
    ('intended', 'accepted'), ('rejected', 'accepted'),
    -- People have to tell whose an eSIM is that another order has too.
    ('delivered', 'review'),
    -- Bought elsewhere instead.
    ('rejected', 'replaced')
  ) then
    raise exception 'part % may not move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
