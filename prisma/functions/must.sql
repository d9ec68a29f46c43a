-- Undoes the transaction unless the condition holds. For the last statement of a transaction, which locks a wallet
-- and is sent together with the commit: nobody is left to look at what came of it (decision 47). Raises SV002 with
-- the given words.
create or replace function must(p_holds boolean, p_words text) returns boolean language plpgsql as $$
begin
  if p_holds is not true then raise exception '%', p_words using errcode = 'SV002'; end if;
  return true;
end $$;
