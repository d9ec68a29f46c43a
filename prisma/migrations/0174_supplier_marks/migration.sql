-- How suppliers did by country, summed by the day with the sales: parts that ended, by how long their eSIMs took. Every day is summed anew.
create table supplier_marks (
  since date not null,
  supplier_code text not null,
  country text not null,
  bucket smallint not null,
  parts integer not null,
  units integer not null,
  cost numeric(18, 4) not null,
  primary key (since, supplier_code, country, bucket)
);
delete from sales_summed;
