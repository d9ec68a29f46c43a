-- Purchases that came to nothing and still name their buyer, by their age (decision 114). Beside whoever buys.
drop index concurrently if exists checkouts_with_buyer;
create index concurrently checkouts_with_buyer on checkouts (created_at)
  where status in ('abandoned', 'refunded') and (buyer_name <> '' or buyer_address <> '' or buyer_vat_id not in ('', 'deleted'));
