-- That eSIMs were refunded by hand stays on record once their cancels were asked for: whoever cancels them later, nothing more goes
-- back for them.
alter table payment_refunds add column asked_at timestamptz(3);
