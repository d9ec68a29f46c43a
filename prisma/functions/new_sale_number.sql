-- An order number of a shop, such as K3M2P-Q97HX: a letter first, none that looks like another letter or a digit, 49 bits
-- from the system's generator.
create or replace function new_sale_number() returns text language sql volatile as $$
  select substr('ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(b, 0) % 22, 1)
      || string_agg(case i when 5 then substr(a, 1 + (get_byte(b, i) & 31), 1) || '-' else substr(a, 1 + (get_byte(b, i) & 31), 1) end, '' order by i)
    from (select uuid_send(gen_random_uuid()) as b, '0123456789ABCDEFGHJKMNPQRSTVWXYZ' as a) r
    -- The other bytes of a random UUID are not all random.
    cross join unnest(array[1, 2, 3, 5, 7, 9, 10, 11, 12]) as i
   group by b
$$;
