-- Plans have addresses in shops that say nothing of a supplier (decision 82).

-- AlterTable
ALTER TABLE "packages" ADD COLUMN     "shop_code" TEXT NOT NULL DEFAULT '';

-- Gives a package its code in shops, such as tr-5gb-30d-17: what it was when it came, and its number. It never changes, whatever the
-- package becomes: it is in addresses that others keep. Nothing of it says whose package it is.
create or replace function set_shop_code() returns trigger language plpgsql as $$
begin
  new.shop_code := concat_ws('-',
    trim(both '-' from regexp_replace(lower(coalesce(new.country_code, new.region_code)), '[^a-z0-9]+', '-', 'g')),
    case when new.unlimited then 'unlimited' when new.data_mb % 1024 = 0 then new.data_mb / 1024 || 'gb' else new.data_mb || 'mb' end
      || case when new.per_day then '-daily' else '' end,
    new.duration_days || 'd',
    new.id);
  return new;
end $$;

create or replace trigger packages_shop_code before insert on packages for each row execute function set_shop_code();

update packages set shop_code = concat_ws('-',
    trim(both '-' from regexp_replace(lower(coalesce(country_code, region_code)), '[^a-z0-9]+', '-', 'g')),
    case when unlimited then 'unlimited' when data_mb % 1024 = 0 then data_mb / 1024 || 'gb' else data_mb || 'mb' end
      || case when per_day then '-daily' else '' end,
    duration_days || 'd',
    id);

-- CreateIndex
CREATE UNIQUE INDEX "packages_shop_code_key" ON "packages"("shop_code");
