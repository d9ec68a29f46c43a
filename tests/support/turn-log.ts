import { database, sql, statement } from "#server/kernel/db.ts";

/** From now on every turn of this database is kept, by the database's own clock, and what closed its supplier at that moment. */
export async function logTurns() {
  const run = (text: string) => database().query(statement(text));
  await run(
    "create table turn_log (id bigserial, supplier_code text, about text, at timestamptz, closed_until timestamptz, written_at timestamptz)",
  );
  await run(`
    create function log_turn() returns trigger language plpgsql as $$ begin
      if new.turns > old.turns then
        insert into turn_log (supplier_code, about, at, closed_until, written_at)
        values (new.supplier_code, new.about, new.given[cardinality(new.given)], new.closed_until, clock_timestamp());
      end if;
      return null;
    end $$`);
  await run("create trigger log_turn after update on supplier_turns for each row execute function log_turn()");
  const rows = (code: string, about = "") =>
    database().query<{ at: Date; closedUntil: Date | null; writtenAt: Date }>(
      sql`select at, closed_until, written_at from turn_log where supplier_code = ${code} and about = ${about} order by id`,
    );
  return {
    rows,
    of: async (code: string, about?: string) => (await rows(code, about)).map(({ at }) => at),
    /** Between the first and the last time that somebody asked. */
    async spread(code: string) {
      const all = await rows(code);
      return all.at(-1)!.writtenAt.getTime() - all[0]!.writtenAt.getTime();
    },
  };
}
