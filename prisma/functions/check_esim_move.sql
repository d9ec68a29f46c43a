-- An eSIM that is cancelled or expired stays so: a move away is refused with check_violation. Where an eSIM may go
-- otherwise is `next-state.ts` in server/domain/selling/esims.
create or replace function check_esim_move() returns trigger language plpgsql as $$
begin
  if old.status in ('cancelled', 'expired') then
    raise exception 'eSIM % is % and stays so', old.id, old.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger esims_moves before update of status on esims
  for each row when (old.status is distinct from new.status) execute function check_esim_move();
