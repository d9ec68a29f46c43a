-- What a key does over MCP in a day is counted together with what the key did that it takes over from: while both work, and on
-- the day of the change, they had what was allowed to one each.
alter table mcp_terms add column counted_as integer references api_keys (id) on delete restrict on update cascade;
update mcp_terms set counted_as = key_id;
alter table mcp_terms alter column counted_as set not null;
