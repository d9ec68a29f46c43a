-- The palette finds an order by the beginning of its traveller's e-mail: of a purchase's, and of a hand-over's.
create index checkouts_email_begins on checkouts (account_id, environment, email text_pattern_ops) where order_id is not null;
create index handovers_recipient_begins on handovers (account_id, environment, lower(recipient) text_pattern_ops);
