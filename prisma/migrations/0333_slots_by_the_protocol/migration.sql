-- A cell's slot is made by the replication protocol: the function failed when a table was changed while it waited.
drop function if exists make_cell_slot(text);
