-- Travellers are found by any part of their e-mail address (decision 142).

-- Every three characters that an e-mail address has in a row, in small letters and each with its account: an index of them finds an address
-- by any part of it and reads of that account alone, without an extension of PostgreSQL.
create or replace function mail_parts(p_account integer, p_mail text) returns text[] language sql immutable parallel safe as $$
  select array(select p_account || ':' || substr(lower(p_mail), i, 3) from generate_series(1, length(p_mail) - 2) i)
$$;
