-- AlterTable
ALTER TABLE "actions" ADD COLUMN     "unsent" BOOLEAN NOT NULL DEFAULT true;
-- AlterTable
ALTER TABLE "order_moves" ADD COLUMN     "note" TEXT;

-- AlterTable
ALTER TABLE "suppliers" ADD COLUMN     "balance_at" TIMESTAMPTZ(3),
ADD COLUMN     "balance_usd" DECIMAL(18,4);

-- CreateTable
CREATE TABLE "package_costs" (
    "id" BIGSERIAL NOT NULL,
    "package_id" INTEGER NOT NULL,
    "previous_usd" DECIMAL(18,4) NOT NULL,
    "cost_usd" DECIMAL(18,4) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "package_costs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "package_costs_package_id_id_idx" ON "package_costs"("package_id", "id" DESC);

-- CreateIndex
CREATE INDEX "package_costs_changed_at_idx" ON "package_costs"("changed_at");

-- An order that a supplier delivered after we had given it up: paid for, sold to nobody, people decide.
alter table supplier_orders drop constraint supplier_orders_status,
  add constraint supplier_orders_status check (status in ('intended', 'sent', 'accepted', 'delivered', 'rejected', 'review', 'quarantined', 'replaced'));
create index supplier_orders_review on supplier_orders (id) where status in ('review', 'quarantined');

-- What the periodic look at the suppliers goes through: eSIMs that can still change, those not seen for longest first.
create index esims_to_sync on esims (supplier_code, synced_at)
  where environment = 'live' and status not in ('cancelled', 'expired');

create function record_package_cost() returns trigger language plpgsql as $$
begin
  insert into package_costs (package_id, previous_usd, cost_usd, changed_at) values (new.id, old.cost_usd, new.cost_usd, new.changed_at);
  return null;
end $$;

create trigger packages_cost_history after update of cost_usd on packages
  for each row when (old.cost_usd is distinct from new.cost_usd) execute function record_package_cost();

create or replace function settle_order(
  p_order_id bigint, p_status text, p_esims jsonb, p_event_id text, p_event_type text, p_data text, p_at timestamptz
) returns boolean language plpgsql as $$
declare
  o orders;
begin
  -- Whoever plans another purchase for the order holds this lock too: what is planned is seen, or finds the order ended.
  perform from orders where id = p_order_id for no key update;
  update orders
     set status = p_status, delivered_quantity = jsonb_array_length(p_esims),
         refunded_amount = unit_price * (requested_quantity - jsonb_array_length(p_esims)), updated_at = p_at
   where id = p_order_id and status in ('queued', 'processing')
     and not exists (select from supplier_orders p where p.order_id = p_order_id and p.status in ('intended', 'sent', 'accepted', 'review'))
  returning * into o;
  if not found then return false; end if;
  if (p_status = 'delivered') <> (o.delivered_quantity = o.requested_quantity) or (p_status = 'failed') <> (o.delivered_quantity = 0) then
    raise exception 'order % cannot be % with % of % delivered', o.id, p_status, o.delivered_quantity, o.requested_quantity
      using errcode = 'check_violation';
  end if;
  perform insert_esims(o.id, o.account_id, o.environment, p_esims, p_at);
  if o.refunded_amount > 0 then
    perform post_entry(o.account_id, 'refund', o.refunded_amount,
      'order:' || o.id || case when p_status = 'failed' then ':failed' else ':shortfall' end,
      'Order B2B-' || o.id || ': ' || (o.requested_quantity - o.delivered_quantity) || ' of ' || o.requested_quantity || ' not delivered', p_at);
  end if;
  perform announce_events(array[(o.account_id, o.environment, p_event_id, p_event_type, p_data, p_at)::new_event]);
  return true;
end $$;
-- CreateIndex
CREATE INDEX "actions_supplier_code_supplier_reference_idx" ON "actions"("supplier_code", "supplier_reference");
