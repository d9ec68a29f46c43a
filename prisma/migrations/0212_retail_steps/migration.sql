-- Retail prices can be multiples of a step too: 0.05 where coins are, 10 or 100 where money has none.

alter table retail_rules drop constraint retail_rules_ending;
alter table retail_rules
  add constraint retail_rules_ending check (ending in ('none', '.00', '.49', '.90', '.95', '.99', '0.05', '0.10', '0.50', '5', '10', '100'));
