-- Our own staff find orders and eSIMs of all accounts by one look, however many accounts there are (decision 143). Beside their writers. Two
-- are of expressions that accounts' own searches have not: these stay in the indexes that the account leads.
drop index concurrently if exists orders_reference_everywhere;
create index concurrently orders_reference_everywhere on orders (lower(client_reference) text_pattern_ops) where client_reference is not null;
drop index concurrently if exists orders_unusual;
create index concurrently orders_unusual on orders (status, id) where status in ('partially_delivered', 'failed', 'cancelled', 'refunded');
drop index concurrently if exists esims_ends_everywhere;
create index concurrently esims_ends_everywhere on esims (right(reverse(iccid), 22) text_pattern_ops);
drop index concurrently if exists esims_status_everywhere;
create index concurrently esims_status_everywhere on esims (status, id);
-- By the number first: of an account and of all by the same index.
drop index concurrently if exists esims_imsi;
create index concurrently esims_imsi on esims (imsi, account_id, environment) where imsi is not null;
drop index concurrently if exists esims_eid;
create index concurrently esims_eid on esims (eid, account_id, environment) where eid is not null;
