-- Platform staff are on no reseller's team: refused with check_violation. Prisma's schema cannot say it.
create or replace function refuse_operator_membership() returns trigger language plpgsql as $$
begin
  if exists (select from users where id = new.user_id and is_operator) then
    raise exception 'user % is platform staff and cannot be on the team of a reseller', new.user_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger memberships_no_operator before insert on memberships for each row execute function refuse_operator_membership();
