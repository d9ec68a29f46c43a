-- eSIMs that staff send to a customer: who sent what to whom, and the link that opens it until it is withdrawn, sent again or over.

alter table "store_links" add column "handover_id" bigint;

create table "handovers" (
    "id" bigserial not null,
    "account_id" integer not null,
    "environment" text not null,
    "order_id" bigint not null,
    "recipient" text not null,
    "language" text not null,
    "sent_by" text not null,
    "mail_id" bigint,
    "created_at" timestamptz(3) not null,
    "expires_at" timestamptz(3) not null,
    "withdrawn_at" timestamptz(3),
    "withdrawn_by" text,

    constraint "handovers_pkey" primary key ("id")
);

create table "handover_esims" (
    "handover_id" bigint not null,
    "esim_id" bigint not null,
    "ended_at" timestamptz(3),

    constraint "handover_esims_pkey" primary key ("handover_id", "esim_id")
);

create index "handovers_order_id_id_idx" on "handovers" ("order_id", "id");
create index "handovers_account_id_environment_created_at_idx" on "handovers" ("account_id", "environment", "created_at");

alter table "handover_esims"
  add constraint "handover_esims_handover_id_fkey" foreign key ("handover_id") references "handovers" ("id") on delete restrict on update cascade;

-- One link at a time opens an eSIM: sending it again ends the one before.
create unique index handover_esims_open on handover_esims (esim_id) where ended_at is null;

alter table handovers
  add constraint handovers_withdrawn check ((withdrawn_at is null) = (withdrawn_by is null));

alter table store_links drop constraint store_links_kind;
alter table store_links
  add constraint store_links_kind check (
    case kind
      when 'purchase' then checkout_id is not null
      when 'person' then email is not null
      when 'share' then esim_id is not null and code_hash is not null
      when 'handover' then handover_id is not null
      else false end);

create index store_links_handover on store_links (handover_id) where handover_id is not null;
