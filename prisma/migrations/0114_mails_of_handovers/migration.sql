-- From a mail to the order whose eSIMs it hands over.
-- CreateIndex
CREATE INDEX "handovers_mail_id_idx" ON "handovers"("mail_id");
