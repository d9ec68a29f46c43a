-- A cancel takes nothing back that is over. One that is asked for while its order is being refunded takes the eSIM
-- back and pays nothing: its price is paid. Waits for whoever holds the order.
create or replace function price_cancel() returns trigger language plpgsql as $$
begin
  if (select status from orders where id = new.order_id for share) = 'refunded' then new.amount := 0; end if;
  if exists (select from esims where id = new.esim_id and status in ('cancelled', 'expired')) then return null; end if;
  return new;
end $$;

create or replace trigger actions_price_cancel before insert on actions for each row
  when (new.action = 'cancel' and new.environment = 'live') execute function price_cancel();
