-- What the national grid emits for a kWh, by year, and what projects produced by month: figures of CO2 are made of both.

create table grid_emission_factor (
  kg_per_kwh  float8 not null check (kg_per_kwh > 0 and kg_per_kwh < 3),
  year        int2 primary key check (year between 1970 and 2199),
  provisional boolean not null default false,        -- true: preliminary, the publisher will replace it
  source      text not null check (length(source) between 1 and 300),
  edition     text not null check (length(edition) between 1 and 100)
);

insert into grid_emission_factor (year, kg_per_kwh, source, edition)
select year, kg_per_kwh, 'Viet Nam Department of Climate Change, emission factor of the national grid', edition
from (values (2014, 0.6612, '2014'), (2015, 0.8154, '2015'), (2016, 0.9185, '2016'), (2017, 0.8649, '2017'),
  (2018, 0.913, '2018'), (2019, 0.8458, '2019'), (2020, 0.8041, '2020'), (2021, 0.7221, '2021'),
  (2022, 0.6766, '2022, letter 327/BDKH-PTCBT'), (2023, 0.6592, '2023')) as f (year, kg_per_kwh, edition);

-- The days of a month before project_summary.today, summed when before_today_* are. Nulls: nothing known.
create table project_month (
  meter_wh    float8,
  inverter_wh float8,
  saving_vnd  numeric(18, 2),
  project_id  int4 not null references project on delete cascade,
  month       date not null check (extract(day from month) = 1),
  primary key (project_id, month)
) with (fillfactor = 80);

-- Another factor changes what every project has avoided.
create function forget_avoided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update project_summary set before_today_known = false where before_today_known;
  return null;
end $$;
create trigger factor_changed after insert or update or delete on grid_emission_factor
  for each statement execute function forget_avoided();

-- Months are summed at the next refresh.
update project_summary set before_today_known = false where before_today_known;

alter table project_month enable row level security;
create policy member_sees_month on project_month to heliograph_api
  using (project_id in (select m.project_id from project_member m where m.account_id = (select app_account())));
grant select on project_month, grid_emission_factor to heliograph_api;
