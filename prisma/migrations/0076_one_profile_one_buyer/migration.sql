-- A profile belongs to one buyer: among living eSIMs no two have one ICCID or one activation code, whatever the supplier calls them.
-- ICCIDs are used again, so what is cancelled or expired counts no more.

-- What a version before this one sold twice stays sold: it is marked, so that the indexes can be made, and named by `svc audit`.
alter table esims add column sold_twice boolean not null default false;
update esims e set sold_twice = true
 where e.environment = 'live' and e.status not in ('cancelled', 'expired') and exists (
   select from esims o where o.environment = 'live' and o.status not in ('cancelled', 'expired') and o.id < e.id
      and (o.iccid = e.iccid or o.activation_code = e.activation_code));

create unique index esims_living_iccid on esims (iccid)
  where environment = 'live' and status not in ('cancelled', 'expired') and not sold_twice;
create unique index esims_living_activation_code on esims (activation_code)
  where environment = 'live' and status not in ('cancelled', 'expired') and not sold_twice;
