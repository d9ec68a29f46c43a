-- Where a wallet is locked by the last statement of a transaction, which is sent together with the commit, nobody is left to look at
-- what came of it: what is not as it has to be undoes the transaction.
create function must(p_holds boolean, p_words text) returns boolean language plpgsql as $$
begin
  if p_holds is not true then raise exception '%', p_words using errcode = 'SV002'; end if;
  return true;
end $$;
