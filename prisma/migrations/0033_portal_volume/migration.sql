-- Deliveries of a period, and of a kind of event, among hundreds of thousands.

-- CreateIndex
CREATE INDEX "deliveries_endpoint_id_created_at_idx" ON "deliveries"("endpoint_id", "created_at");

-- All kinds but the two that every order has: those are never far, and their writers are spared.
create index events_rare on events (account_id, environment, type, id desc) where type not in ('order.created', 'order.delivered');
