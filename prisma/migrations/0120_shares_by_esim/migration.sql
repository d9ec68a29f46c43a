-- Whether links of an eSIM are open is asked for on its page.
-- CreateIndex
CREATE INDEX "store_links_esim_id_idx" ON "store_links"("esim_id");
