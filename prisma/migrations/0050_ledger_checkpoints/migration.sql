-- CreateTable
CREATE TABLE "ledger_checkpoints" (
    "number" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_checkpoints_pkey" PRIMARY KEY ("number")
);

create trigger ledger_checkpoints_append_only before update or delete on ledger_checkpoints
  for each row execute function refuse_ledger_change();
create trigger ledger_checkpoints_no_truncate before truncate on ledger_checkpoints
  for each statement execute function refuse_ledger_change();
