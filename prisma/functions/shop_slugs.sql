-- Every slug at which a shop is found, and which nobody else may take: the one that its brand has, and those that it had before.
create or replace view shop_slugs as
  select portal_slug as slug, environment, account_id from brands
  union all
  select slug, environment, account_id from former_slugs;
