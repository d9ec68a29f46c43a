-- A domain that is new to a brand is a claim of its own: it gets a new token, and a record that was entered for an
-- earlier claim proves nothing (decision 29).
create or replace function forget_domain_proof() returns trigger language plpgsql as $$
begin
  new.domain_token := new_domain_token();
  new.domain_verified_at := null;
  new.domain_checked_at := null;
  new.domain_fault := null;
  return new;
end $$;

create or replace trigger brands_domain_change before update of custom_domain on brands
  for each row when (old.custom_domain is distinct from new.custom_domain) execute function forget_domain_proof();
