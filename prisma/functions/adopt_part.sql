-- Gives a part that was rejected, and has turned up at its supplier after all, back to its order. Returns false, and
-- writes nothing, when the order is no longer `processing`, the part is not `rejected`, or it was sent again since it
-- was read (`p_sends`). Locks the order, then the part.
create or replace function adopt_part(p_part_id bigint, p_sends int, p_supplier_reference text, p_at timestamptz) returns boolean
language plpgsql as $$
begin
  perform from orders o where o.id = (select order_id from supplier_orders where id = p_part_id) and o.status = 'processing' for no key update;
  if not found then return false; end if;
  update supplier_orders
     set status = 'accepted', supplier_reference = p_supplier_reference, rejected_code = null, checks = 0, not_found_at = null, busy_until = null,
         short_at = null, short_quantity = null, updated_at = p_at
   where id = p_part_id and status = 'rejected' and sends = p_sends;
  return found;
end $$;
