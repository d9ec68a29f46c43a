-- When a supplier was last asked for an eSIM about which it said nothing of use: that one waits, and others come first.
alter table esims add column asked_at timestamptz(3);
