-- What the energy of a device is made with changed: its ledger is folded anew at once, and not when it is next heard of
-- (docs/decisions/0060-energy-that-cannot-be-fooled.md). Any span will do: facts that differ ask for all of it.
create function refold_device() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changed_readings (lane, project_id, device_id, since, until)
  select 1, array[l.project_id], array[l.device_id], array[now()], array[now()]
  from latest l where l.project_id = new.project_id and l.device_id = new.device_id;
  return null;
end $$;
create trigger device_refolded after update on device for each row
  when ((old.ac_nominal_w, old.asset_type) is distinct from (new.ac_nominal_w, new.asset_type))
  execute function refold_device();

create function refold_project() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changed_readings (lane, project_id, device_id, since, until)
  select 1, array_agg(l.project_id), array_agg(l.device_id), array_agg(now()), array_agg(now())
  from latest l join device d on d.project_id = l.project_id and d.device_id = l.device_id
  where l.project_id = new.project_id and
    (d.ac_nominal_w is null or (old.latitude, old.longitude, old.timezone) is distinct from (new.latitude, new.longitude, new.timezone))
  having count(*) > 0;
  return null;
end $$;
create trigger project_refolded after update on project for each row
  when ((old.capacity_wp, old.latitude, old.longitude, old.timezone)
    is distinct from (new.capacity_wp, new.latitude, new.longitude, new.timezone))
  execute function refold_project();
