-- CreateTable
CREATE TABLE "secret_keys" (
    "id" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "activated_at" TIMESTAMPTZ(3),
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "secret_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "secret_key_wraps" (
    "key_id" INTEGER NOT NULL,
    "master" BYTEA NOT NULL,
    "wrapped" BYTEA NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "secret_key_wraps_pkey" PRIMARY KEY ("key_id","master")
);

-- CreateTable
CREATE TABLE "secret_key_holders" (
    "process" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "master" BYTEA NOT NULL,
    "keys" INTEGER[],
    "active" INTEGER NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "secret_key_holders_pkey" PRIMARY KEY ("process")
);

-- CreateTable
CREATE TABLE "ledger_key_handovers" (
    "key_id" INTEGER NOT NULL,
    "from_key" BYTEA NOT NULL,
    "to_key" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "from_signature" BYTEA NOT NULL,
    "to_signature" BYTEA NOT NULL,

    CONSTRAINT "ledger_key_handovers_pkey" PRIMARY KEY ("key_id")
);

alter table secret_keys add constraint secret_keys_state check (state in ('waiting', 'active', 'accepted', 'retired'));
-- New secrets are written under one key, and one takes over at a time.
create unique index secret_keys_one_active on secret_keys (state) where state = 'active';
create unique index secret_keys_one_waiting on secret_keys (state) where state = 'waiting';

create trigger ledger_key_handovers_append_only before update or delete on ledger_key_handovers
  for each row execute function refuse_change();
create trigger ledger_key_handovers_no_truncate before truncate on ledger_key_handovers
  for each statement execute function refuse_change();

-- The id that four bytes name.
create function key_id_at(stored bytea, place int) returns int language sql immutable parallel safe as $$
  select ('x' || encode(substring(stored from place for 4), 'hex'))::bit(32)::int
$$;

-- Which key a ciphertext was made with: see `encrypt` in server/kernel/crypto.ts. Null for what is none.
create function cipher_key(stored bytea) returns int language plpgsql immutable parallel safe as $$
begin
  return case when length(stored) < 29 then null
              when get_byte(stored, 0) = 1 then 1
              when get_byte(stored, 0) = 2 then key_id_at(stored, 2) end;
end $$;

-- Which key a keyed hash was made with: the first key's stand alone, the others' have its id before them.
create function hash_key(stored bytea) returns int language plpgsql immutable parallel safe as $$
begin
  return case length(stored) when 32 then 1 when 36 then key_id_at(stored, 1) end;
end $$;
