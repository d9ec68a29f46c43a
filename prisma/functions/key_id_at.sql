-- The key id that four bytes of a stored secret name, from the given place.
create or replace function key_id_at(stored bytea, place int) returns int language sql immutable parallel safe as $$
  select ('x' || encode(substring(stored from place for 4), 'hex'))::bit(32)::int
$$;
