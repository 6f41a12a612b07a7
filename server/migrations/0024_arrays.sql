-- What of a plant's P0 stands behind each gateway, which is what its light is weighed by
-- (docs/decisions/0067-arrays-and-their-sensors.md): the modules of its inverters, else what the gateways state, else the inverters'
-- rating, else their number; the first that is known of all.
create view project_array with (security_invoker = true) as
  select project_id, gateway_id, case
      when bool_and(modules is not null) over plant then modules
      when bool_and(capacity_wp is not null) over plant then capacity_wp
      when bool_and(rating is not null) over plant then rating
      else inverters end::float8 as weight
  from (
    select d.project_id, d.gateway_id, g.capacity_wp::float8, count(*)::float8 as inverters,
      case when count(d.dc_capacity_wp) = count(*) then sum(d.dc_capacity_wp)::float8 end as modules,
      case when count(d.ac_nominal_w) = count(*) then sum(d.ac_nominal_w)::float8 end as rating
    from device d join gateway g on g.gateway_id = d.gateway_id
    where d.asset_type = 'solar_inverter' and d.removed_at is null and g.removed_at is null
    group by d.project_id, d.gateway_id, g.capacity_wp
  ) part
  window plant as (partition by project_id);
grant select on project_array to heliograph_api;

-- Days of plants with sensors behind several gateways.
insert into changed_project_days (project_id, day)
select d.project_id, d.day from project_day d
where d.insolation_wh_m2 is not null and (select count(distinct s.gateway_id) from device s
  where s.project_id = d.project_id and s.asset_type = 'sensor_radiation') > 1;
