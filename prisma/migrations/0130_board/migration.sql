-- What the operators' board reads every ten seconds: failed calls by supplier, and mails on their way without those that were
-- given up or are held back.
create index supplier_calls_failed on supplier_calls (supplier_code, created_at desc) where outcome in ('not_sent', 'unclear', 'busy');
drop index mails_unsent;
create index mails_waiting on mails (id) where sent_at is null and not held_back and text is not null;
