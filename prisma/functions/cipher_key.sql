-- Which key a ciphertext was made with: see `encrypt` in server/kernel/crypto.ts. Null for what is no ciphertext.
create or replace function cipher_key(stored bytea) returns int language plpgsql immutable parallel safe as $$
begin
  return case when length(stored) < 29 then null
              when get_byte(stored, 0) = 1 then 1
              when get_byte(stored, 0) = 2 then key_id_at(stored, 2) end;
end $$;
