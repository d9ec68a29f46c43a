-- What is left of `available` after a row, when each row takes its amount if that much is left, and nothing
-- otherwise. `remaining_after(available, amount) over (… order by …)` says so of each row.
create or replace function spend(remaining numeric, available numeric, amount numeric) returns numeric language plpgsql immutable parallel safe as $$
begin
  return case when amount <= coalesce(remaining, available) then coalesce(remaining, available) - amount else coalesce(remaining, available) end;
end $$;

create or replace aggregate remaining_after(available numeric, amount numeric) (sfunc = spend, stype = numeric);
