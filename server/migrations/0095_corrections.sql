-- Corrections that wait, and energy of corrections that is booked when it is asked for (docs/decisions/0151-corrections.md).

-- Days that could not be compared yet are looked at again later, behind those that are new.
alter table changed_bound_day add column due_at timestamptz not null default clock_timestamp();
create index changed_bound_day_due on changed_bound_day (due_at);
create or replace function bound_day_changed() returns trigger language plpgsql as $$
declare v_row energy_day := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from unit_binding b where b.device_id = v_row.device_id and b.valid @> v_row.day) then
    insert into changed_bound_day (device_id, day) values (v_row.device_id, v_row.day)
      on conflict (device_id, day) do update set changed_at = excluded.changed_at, due_at = excluded.due_at;
  end if;
  return null;
end $$;

-- What a day of an approved request was restated from and to, and what became of it.
create table restated_day (
  restated_day_id int8 generated always as identity primary key,
  issuance_id     int8 not null references issuance,
  day             date not null,
  at              timestamptz not null default now(),
  was_wh          int8 not null check (was_wh >= 0),
  wh              int8 not null check (wh >= 0),
  withdrawn       int8 not null default 0 check (withdrawn >= 0),   -- certificates
  carry_wh        int8 not null default 0,                          -- change of what is carried
  debt_wh         int8 not null default 0 check (debt_wh >= 0),     -- owed since
  correction_id   int8 references issuance                          -- the request that made certificates of what was more
);
create index restated_day_of on restated_day (issuance_id, restated_day_id);
alter table restated_day enable row level security;

-- Until now what was more was booked when it was found, and stayed booked when nobody asked for it any more. What no request holds is
-- taken back and compared anew.
with released as (
  select i.issuance_id, i.corrects, g.day, least(g.wh, a.declared_wh) as wh, a.lineage_id, a.generation_account_id
  from issuance i join generation_day g on g.issuance_id = i.issuance_id and g.version = i.statement_version
    join registered_device r using (registered_device_id)
    join issuance o on o.issuance_id = i.corrects
    join accepted_day a on a.day = g.day and a.issuance_id = o.issuance_id
  where i.status in ('draft', 'deleted', 'withdrawn', 'rejected') and g.wh > 0 and a.declared_wh > 0
),
days as (
  select lineage_id, day, generation_account_id, min(corrects) as corrects, sum(wh)::int8 as wh from released group by 1, 2, 3
),
taken as (
  update accepted_day a set declared_wh = a.declared_wh - least(d.wh, a.declared_wh) from days d
  where a.lineage_id = d.lineage_id and a.day = d.day
)
insert into generation_posting (generation_account_id, type, issuance_id, declared_wh, unclaimed_wh)
  select d.generation_account_id, 'restate', d.corrects, -sum(d.wh), -sum(d.wh) from days d group by 1, 3;
insert into changed_bound_day (device_id, day)
  select distinct b.device_id, d::date from issuance i join device_unit u using (registered_device_id)
    join unit_binding b on b.unit_id = u.unit_id and b.device_id is not null
    cross join lateral generate_series(i.from_day, i.to_day, interval '1 day') d
  where i.corrects is not null and b.valid @> d::date and u.valid @> d::date
  on conflict do nothing;
update issuance set status = 'deleted', version = version + 1, changed_at = now() where corrects is not null and status = 'draft';

-- A request is corrected by one request at a time.
create unique index one_open_correction on issuance (corrects)
  where corrects is not null and status in ('draft', 'pending', 'in_progress', 'to_resubmit');
drop index generation_claim_correction;
create unique index generation_claim_correction on generation_claim (corrects, unit_id) where corrects is not null and state = 'held';
create index generation_posting_issuance on generation_posting (issuance_id) where issuance_id is not null;
