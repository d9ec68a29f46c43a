-- Pages of the provider on which a card may still be saved, though nobody waits for it any more.
create index auto_topups_left_pages on auto_topups (id) where status = 'given_up' and setup_session is not null;
