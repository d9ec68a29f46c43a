-- An account that has an owner keeps one, until what is personal in it is deleted after its closing. Judged when the transaction ends, so that ownership can be handed over in
-- it; raises check_violation then.
create or replace function keep_an_owner() returns trigger language plpgsql as $$
begin
  if not exists (select from memberships where account_id = old.account_id and role = 'owner')
    and not exists (select from accounts where id = old.account_id and erased_at is not null) then
    raise exception 'account % would be left without an owner', old.account_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger keep_an_owner after update or delete on memberships
  deferrable initially deferred for each row when (old.role = 'owner') execute function keep_an_owner();
