-- An eSIM is found by the last digits of its ICCID, which is what a customer reads out; any other part is read out of the same index.
create index esims_iccid_ends on esims (account_id, environment, reverse(iccid) text_pattern_ops) include (iccid);
