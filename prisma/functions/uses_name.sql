-- Whether this database uses a name of a kind of the directory (cell_names): a domain once it is proved. By an index each: it is
-- asked while a name is held.
create or replace function uses_name(p_kind text, p_name text) returns boolean language sql stable as $$
  select case p_kind
    when 'key' then exists (select from api_keys where public_id = p_name::char(8))
    when 'slug' then exists (select from shop_slugs where slug = p_name and environment in ('test', 'live'))
    when 'domain' then exists (select from brands where custom_domain = p_name and environment = 'live' and domain_verified_at is not null)
    else exists (select from users where email = p_name)
  end
$$;
