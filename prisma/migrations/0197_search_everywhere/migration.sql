-- What staff search all accounts for, where few rows are written: found by one look instead of one for each account.
create index checkouts_email_everywhere on checkouts (email text_pattern_ops) where kind = 'order' and paid_at is not null;
create index checkouts_number_everywhere on checkouts (number) where paid_at is not null;
create index handovers_recipient_everywhere on handovers (lower(recipient) text_pattern_ops);
create index payments_reference_everywhere on payments (reference) where reference is not null;
create index payments_money_everywhere on payments (money_reference) where money_reference is not null;
