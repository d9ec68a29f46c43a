-- What home publishes to all cells: tables, which columns where others are each cell's own, and which rows where others are.
-- Tables without a condition are written at home alone.
create or replace view shared_tables as
select * from (values
  ('suppliers', 'code, name, open, public_number, public_name, created_at', null),
  ('packages', null, null),
  ('package_costs', null, null),
  ('catalog_pulls', null, null),
  ('price_rules', null, 'account_id is null'),
  ('fx_rates', null, null),
  ('fx_history', null, null),
  ('fx_held', null, null),
  ('data_versions', null, null),
  ('cells', null, null),
  ('cell_names', null, null)
) as shared (name, columns, condition);
