-- Until when the person signs in from this browser without a code of their authenticator app; null where they are always asked.
alter table known_devices add column trusted_until timestamptz(3);
