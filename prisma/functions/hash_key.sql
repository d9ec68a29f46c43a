-- Which key a keyed hash was made with: those of the first key stand alone, the others have its id before them. Null
-- for what is no keyed hash.
create or replace function hash_key(stored bytea) returns int language plpgsql immutable parallel safe as $$
begin
  return case length(stored) when 32 then 1 when 36 then key_id_at(stored, 1) end;
end $$;
