-- Keeps every exchange rate that was in force.
create or replace function record_fx_rate() returns trigger language plpgsql as $$
begin
  insert into fx_history (currency, rate, source, source_date, verified, pinned, changed_at)
  values (new.currency, new.rate, new.source, new.source_date, new.verified, new.pinned, new.changed_at);
  return null;
end $$;

create or replace trigger fx_rates_first after insert on fx_rates for each row execute function record_fx_rate();
create or replace trigger fx_rates_history after update on fx_rates for each row
  when ((old.rate, old.source, old.verified, old.pinned) is distinct from (new.rate, new.source, new.verified, new.pinned))
  execute function record_fx_rate();
