-- Beside whoever writes these tables, which may be large: a million purchases take some 40 seconds, a million requests two. Without a list of
-- pending entries, which whoever finds it full would have to merge.
drop index concurrently if exists checkouts_mail_parts;
create index concurrently checkouts_mail_parts on checkouts using gin (mail_parts(account_id, email)) with (fastupdate = off) where paid_at is not null;
drop index concurrently if exists handovers_mail_parts;
create index concurrently handovers_mail_parts on handovers using gin (mail_parts(account_id, recipient)) with (fastupdate = off);
-- Sales that failed or are under way, and those of which something went back: few, that were looked for among all.
drop index concurrently if exists checkouts_not_delivered;
create index concurrently checkouts_not_delivered on checkouts (account_id, environment, id) where paid_at is not null and status <> 'delivered';
drop index concurrently if exists checkouts_refunded;
create index concurrently checkouts_refunded on checkouts (account_id, environment, id) where refund_due > 0;
-- What a key was used for by method: one that only reads was read from end to end for what it writes.
drop index concurrently if exists api_requests_key_id_method_created_at_idx;
create index concurrently api_requests_key_id_method_created_at_idx on api_requests (key_id, method, created_at);
