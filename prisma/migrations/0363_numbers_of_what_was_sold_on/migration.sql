-- A supplier's number of what was sold on is its buyer's alone, as it is since that is sold on: of what was sold on before, the part that it was asked
-- for with lets go of it. The audit called both orders one.
update supplier_orders s set supplier_reference = null
 where s.stray = 'resold' and s.supplier_reference = s.stray_reference and exists (
   select from supplier_orders b where b.supplier_code = s.supplier_code and b.supplier_reference = s.supplier_reference and b.id <> s.id);
