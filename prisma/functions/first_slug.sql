-- The slug of a brand that its reseller has not named yet: what of the company's name can stand in an address, and the account's
-- code, so that no two are alike.
create or replace function first_slug(p_company text, p_code text) returns text language sql immutable as $$
  select trim(both '-' from left(regexp_replace(lower(p_company), '[^a-z0-9]+', '-', 'g'), 27) || '-' || lower(right(p_code, 8)))
$$;
