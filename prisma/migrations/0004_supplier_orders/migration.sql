-- Some suppliers keep no reference of ours with an order: after a lost answer theirs is told apart by package and time
-- only. Two orders of one package whose outcome is unknown would be taken for each other, so there is one at a time,
-- however many processes send.
alter table supplier_orders
  add column anonymous boolean not null default false,
  -- A part may wait long for its turn: what the supplier made before it was first sent is not its order.
  add column sent_at timestamptz(3);

create unique index supplier_orders_one_anonymous on supplier_orders (supplier_code, supplier_package_id)
  where status = 'sent' and anonymous;
