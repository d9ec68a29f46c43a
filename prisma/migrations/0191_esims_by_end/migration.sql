-- The list of eSIMs in the order in which they end, whatever their status is. What has no end yet comes last.
create index esims_by_end on esims (account_id, environment, status, coalesce(expires_at, 'infinity'::timestamptz), id);
