-- Margins hold what was delivered against what it cost: what is charged and not delivered yet stands apart, and so does what a supplier
-- keeps for nobody. By plan too. Everything is summed anew by the next run.
alter table sales_sums
  add column earned numeric(18, 4) not null default 0,
  add column lost numeric(18, 4) not null default 0,
  drop constraint sales_sums_by,
  add constraint sales_sums_by check (by in ('supplier', 'country', 'package', 'account'));
delete from sales_sums;
delete from sales_summed;
