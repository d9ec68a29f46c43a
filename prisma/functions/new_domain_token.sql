-- A token for a domain's proof that nobody can guess.
create or replace function new_domain_token() returns text language sql volatile as $$
  select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
$$;
