-- The totals of the journal are made anew of its sums, while nobody sums: a process of an earlier version that was summing while `journal_totals` was
-- filled for the first time (0243) added to the sums what no total has.
select pg_advisory_xact_lock(hashtext('sum-journal'));
delete from journal_totals;
insert into journal_totals select regexp_replace(account, '^wallet:.*$', 'wallet'), currency, day, sum(amount) from journal_sums group by 1, 2, 3;
