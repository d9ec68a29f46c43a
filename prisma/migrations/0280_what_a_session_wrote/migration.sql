-- Lists and reports may be read from a replica: what a session has changed must be there first.
alter table sessions add column written_lsn bigint;
