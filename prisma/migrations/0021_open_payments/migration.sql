-- What the sweeper looks for: few rows of a large table.
create index payments_open on payments (checkout_id) where status = 'open';
