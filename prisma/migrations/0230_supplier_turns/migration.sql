-- When suppliers may be asked, for all processes together (decision 136).

-- CreateTable
CREATE TABLE "supplier_turns" (
    "supplier_code" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "given" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],
    "closed_until" TIMESTAMPTZ(3),
    "turns" BIGINT NOT NULL DEFAULT 0,
    "waited_ms" BIGINT NOT NULL DEFAULT 0,
    "closings" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "supplier_turns_pkey" PRIMARY KEY ("supplier_code","about")
);

-- Takes a turn at a supplier, or at what it counts apart: at most p_calls in any p_per_ms, by this database's clock, of all processes
-- together (decision 136). Answers how long to wait for it. One that is further away than p_patience_ms is not taken, and
-- nothing is written. Locks the one row, for a moment: who has taken a turn waits for it without the lock.
create or replace function take_turn(p_supplier text, p_about text, p_calls int, p_per_ms int, p_patience_ms int, p_waited_ms int)
returns table (wait_ms int, taken boolean) language plpgsql as $$
declare
  v supplier_turns;
  v_now timestamptz;
  v_at timestamptz;
begin
  select * into v from supplier_turns t where t.supplier_code = p_supplier and t.about = p_about for no key update;
  if not found then
    insert into supplier_turns (supplier_code, about) values (p_supplier, p_about) on conflict do nothing;
    select * into v from supplier_turns t where t.supplier_code = p_supplier and t.about = p_about for no key update;
  end if;
  v_now := clock_timestamp();
  -- Further ahead than anything is put off: of a clock that has been set back.
  if v.given[cardinality(v.given)] > v_now + interval '10 minutes' then v.given := '{}'; end if;
  if v.closed_until > v_now + interval '1 hour' then v.closed_until := null; end if;
  v_at := greatest(v_now, v.closed_until, v.given[cardinality(v.given) + 1 - p_calls] + make_interval(secs => p_per_ms / 1000.0));
  wait_ms := ceil(extract(epoch from v_at - v_now) * 1000);
  taken := wait_ms <= p_patience_ms;
  if taken then
    update supplier_turns t
       set given = (v.given || v_at)[greatest(1, cardinality(v.given) + 2 - p_calls):], closed_until = v.closed_until,
           turns = turns + 1, waited_ms = waited_ms + p_waited_ms + wait_ms
     where t.supplier_code = p_supplier and t.about = p_about;
  end if;
  return next;
end $$;
