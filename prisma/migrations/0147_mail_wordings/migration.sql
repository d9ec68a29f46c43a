-- What a reseller has mails to travellers say in addition, and under which subject (decision 87).

-- CreateTable
CREATE TABLE "mail_wordings" (
    "account_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_wordings_pkey" PRIMARY KEY ("account_id","environment","kind","language")
);

alter table mail_wordings add constraint mail_wordings_environment check (environment in ('test', 'live'));
