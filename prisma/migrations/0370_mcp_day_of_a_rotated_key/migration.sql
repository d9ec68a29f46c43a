-- What a key does over MCP in a day is counted together with what the key did that it takes over from: while both work, and on
-- the day of the change, they had what was allowed to one each. Null is the key's own; processes of before write nothing else.
alter table mcp_terms add column counted_as integer references api_keys (id) on delete restrict on update cascade;
