-- Papers that still name their buyer, by their age. Beside whoever writes them.
drop index concurrently if exists invoices_with_buyer;
create index concurrently invoices_with_buyer on invoices (issued_at) where buyer_email <> 'deleted';
