-- A domain's proof belongs to one claim; test shops write to the team only.

-- ---------------------------------------------------------------- domains

create function new_domain_token() returns text language sql volatile as $$
  select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
$$;

-- A domain that is new to a brand is a claim of its own: a record that was entered for an earlier one proves nothing.
create or replace function forget_domain_proof() returns trigger language plpgsql as $$
begin
  new.domain_token := new_domain_token();
  new.domain_verified_at := null;
  new.domain_checked_at := null;
  new.domain_fault := null;
  return new;
end $$;

-- Claims keep the token that their record may hold, but for those whose domain another account proved.
update brands b set domain_token = new_domain_token()
 where b.environment = 'live' and b.custom_domain is not null and b.domain_verified_at is null
   and exists (select from brands o where o.environment = 'live' and o.custom_domain = b.custom_domain
                 and o.account_id <> b.account_id and o.domain_verified_at is not null);

-- Which proof is the newest need not be remembered: who is displaced holds a token that no record has.
alter table brands drop column domain_proved_at;

-- ---------------------------------------------------------------- mails

-- Written for the outbox of a test shop, and sent to nobody.
alter table mails add column held_back boolean not null default false;
-- How often somebody was written to lately is asked before every mail that a stranger can cause.
create index mails_recipient on mails (account_id, environment, recipient, created_at);
