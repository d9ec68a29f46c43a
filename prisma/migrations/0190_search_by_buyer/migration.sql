-- The palette and the list of sales find a purchase by the beginning of its traveller's e-mail, whatever became of it: also those that
-- made several orders or none.
create index checkouts_buyer_begins on checkouts (account_id, environment, email text_pattern_ops) where paid_at is not null;
drop index checkouts_email_begins;
