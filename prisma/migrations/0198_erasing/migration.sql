-- An account is marked before anything personal in it is deleted, and cannot be opened again from then on. Its eSIMs that outlive
-- that take no device any more, whatever their supplier says.

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "erasing_at" TIMESTAMPTZ(3),
ADD COLUMN     "exporting_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "esims" ADD COLUMN     "device_forgotten" BOOLEAN NOT NULL DEFAULT false;

update accounts set erasing_at = erased_at where erased_at is not null;
update esims set device_forgotten = true, eid = null, device_brand = null, device_model = null, device_os = null, device_imei = null,
       version = version + 1
 where account_id in (select id from accounts where erased_at is not null);
