-- The plans of every purchase of eSIMs, whether it is of one plan, in its own row, or of several: what each was sold for and which order it
-- became.
create or replace view sale_lines as
  select id as checkout_id, 1::smallint as place, package_id, package_name, quantity, retail_price, unit_price, total_amount, unit_cap, order_id,
         null::text as refusal, refund_due, product_key
    from checkouts where kind = 'order' and lines = 1
  union all
  select checkout_id, place, package_id, package_name, quantity, retail_price, unit_price, total_amount, unit_cap, order_id, refusal, refund_due, product_key
    from checkout_lines;
