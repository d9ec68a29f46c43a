-- Gives back the use of a checkout's discount code, once. Returns whether there was one. Locks the code. Comes after the
-- checkout's own lock.
create or replace function return_discount(p_checkout_id bigint, p_at timestamptz) returns boolean language plpgsql as $$
declare
  v_code int;
begin
  select d.id into v_code from discount_uses u join discount_codes d on d.id = u.code_id where u.checkout_id = p_checkout_id for no key update of d;
  update discount_uses set returned_at = p_at where checkout_id = p_checkout_id and returned_at is null;
  if not found then return false; end if;
  update discount_codes set uses = uses - 1 where id = v_code;
  return true;
end $$;
