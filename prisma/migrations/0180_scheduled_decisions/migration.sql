-- AlterTable
ALTER TABLE "decisions" ADD COLUMN     "starts_at" TIMESTAMPTZ(3);

-- What was approved for a time to come waits for it, and is carried out by a job.
alter table decisions drop constraint decisions_status;
alter table decisions
  add constraint decisions_status check (status in ('waiting', 'scheduled', 'done', 'refused')),
  add constraint decisions_scheduled check (status <> 'scheduled' or (starts_at is not null and decided_by is not null));
create index decisions_starts on decisions (starts_at) where starts_at is not null;

-- Of everything but money that moves, one decision about a subject is open at a time.
drop index decisions_waiting_subject;
create unique index decisions_waiting_subject on decisions (kind, subject)
  where status in ('waiting', 'scheduled') and kind not in ('deposit', 'adjustment');
