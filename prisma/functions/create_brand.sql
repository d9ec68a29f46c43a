-- Gives every account a brand from its first day: its company's name, to be made its own later.
create or replace function create_brand() returns trigger language plpgsql as $$
begin
  insert into brands (account_id, environment, name, primary_color, secondary_color, accent_color, support_email, company_legal_name,
                      domain_token, portal_slug, locale, updated_at)
  values (new.id, 'live', new.company_name, '#0F5C63', '#12323A', '#E8A33D', new.email, new.company_name,
          replace(gen_random_uuid()::text, '-', ''), first_slug(new.company_name, new.code), 'en', new.created_at);
  return null;
end $$;

create or replace trigger accounts_brand after insert on accounts for each row execute function create_brand();
