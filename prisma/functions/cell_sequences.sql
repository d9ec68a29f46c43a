-- The sequences that every cell takes ids from, with the range of each that a cell has for itself. Those of tables that home
-- alone writes are not among them.
create or replace function cell_sequences(p_cell int) returns table (name text, lowest bigint, highest bigint, is_set boolean) language sql stable as $$
  select s.name, s.lowest, s.highest, s.seqmin = s.lowest and s.seqmax = s.highest
    from (select c.oid::regclass::text as name, q.seqmin, q.seqmax, (p_cell - 1) * span.ids + 1 as lowest, p_cell * span.ids as highest
            from pg_sequence q join pg_class c on c.oid = q.seqrelid
           cross join lateral (select case q.seqtypid when 'bigint'::regtype then 10000000000000 else 20000000 end as ids) span
           where c.relnamespace = 'public'::regnamespace and not exists (
             select from pg_depend d join pg_class t on t.oid = d.refobjid join shared_tables h on h.name = t.relname and h.condition is null
              where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i'))) s
$$;
