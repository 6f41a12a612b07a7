-- What the migrations make. Written by npm run db:dump; never edited.

CREATE OR REPLACE FUNCTION public.add_job(task text, payload json, job_key text, run_at timestamp with time zone, queue text, attempts integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform graphile_worker.add_job(task, payload, queue, run_at, attempts, job_key);
end $function$;

CREATE OR REPLACE FUNCTION public.app_account()
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('app.account', true), '')::int4 $function$;

CREATE OR REPLACE FUNCTION public.app_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(current_setting('app.admin', true), '') = 'true' $function$;

CREATE OR REPLACE FUNCTION public.app_key_projects()
 RETURNS integer[]
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('app.key_projects', true), '')::int4[] $function$;

CREATE OR REPLACE FUNCTION public.app_projects()
 RETURNS integer[]
 LANGUAGE sql
 STABLE
AS $function$
  select case when app_key_projects() is null then shown else array(
    select unnest(shown) intersect select unnest(app_key_projects())) end
  from (select string_to_array(nullif(current_setting('app.projects', true), ''), ',')::int4[] as shown) s $function$;

CREATE OR REPLACE FUNCTION public.bound_day_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare v_row energy_day := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from unit_binding b where b.device_id = v_row.device_id and b.valid @> v_row.day) then
    insert into changed_bound_day (device_id, day) values (v_row.device_id, v_row.day)
      on conflict (device_id, day) do update set changed_at = excluded.changed_at, due_at = excluded.due_at;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.bound_device_stays()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from unit_binding b join device_unit u using (unit_id)
      where b.device_id = new.device_id and upper_inf(b.valid) and upper(u.valid) > current_date) then
    raise exception 'Device % is bound to a registered device', new.device_id using errcode = 'HL427';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.class_pause()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from role_grant where account_id = new.account_id and class <> new.class
      and upper(valid) > lower(new.valid) - interval '90 days') then
    raise exception 'Another class was left less than 90 days ago' using errcode = 'HL426';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.consent_of_gone_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare ended int;
begin
  with consent as (
    update device_consent set withdrawn_at = now()
      where project_id = old.project_id and account_id = old.account_id and withdrawn_at is null
      returning project_id, business_account_id
  ), suspended as (
    update registered_device r set suspended_at = now(), suspended_because = 'The owner who consented no longer owns the plant'
      from consent c
      where c.project_id in (select projects_of_device(r)) and r.business_account_id = c.business_account_id and r.suspended_at is null
        and upper(r.valid) > current_date
  )
  select count(*) into ended from consent;
  if ended > 0 then
    perform add_job('registry.devices', '{}'::json, 'registry.devices', null, 'registry.devices', 10);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ensure_reading_partitions(from_day date, to_day date)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  month date := date_trunc('month', from_day)::date;
  made int := 0;
  part text;
begin
  while month <= to_day loop
    part := 'reading_' || to_char(month, 'YYYY_MM');
    if to_regclass(part) is null then
      execute format('create table %I partition of reading for values from (%L) to (%L)', part,
        (month::timestamp at time zone 'UTC'), ((month + interval '1 month')::timestamp at time zone 'UTC'));
      execute format('alter table %I set (autovacuum_vacuum_insert_scale_factor = 0.05)', part);
      made := made + 1;
    end if;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_avoided()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from project_summary where before_today_known order by project_id for update;
  update project_summary set before_today_known = false where before_today_known;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.generation_account_follows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if (new.metered_wh, new.declared_wh, new.unclaimed_wh, new.reserved_wh, new.certified_wh, new.carry_wh, new.debt_wh,
        new.forfeited_wh, new.given_wh, new.carried) is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, '[]'::jsonb) then
      raise exception 'An account begins empty' using errcode = 'HL403';
    end if;
  elsif (new.generation_account_id, new.lineage_id, new.registry, new.vintage)
      is distinct from (old.generation_account_id, old.lineage_id, old.registry, old.vintage)
    or (pg_trigger_depth() < 2
      and (new.metered_wh, new.declared_wh, new.unclaimed_wh, new.reserved_wh, new.certified_wh, new.carry_wh, new.debt_wh,
          new.forfeited_wh, new.given_wh)
        is distinct from (old.metered_wh, old.declared_wh, old.unclaimed_wh, old.reserved_wh, old.certified_wh, old.carry_wh, old.debt_wh,
          old.forfeited_wh, old.given_wh)) then
    raise exception 'An account follows its postings' using errcode = 'HL403';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.generation_account_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_id int8;
  v_ids int8[] := array[new.generation_account_id];
begin
  if tg_op = 'UPDATE' then v_ids := v_ids || old.generation_account_id; end if;
  foreach v_id in array v_ids loop
    if exists (
        select from generation_account a cross join lateral (
          select coalesce(sum(d.metered_wh), 0) as metered_wh, coalesce(sum(d.declared_wh), 0) as declared_wh
          from accepted_day d where d.generation_account_id = a.generation_account_id) d
        where a.generation_account_id = v_id and (d.metered_wh <> a.metered_wh or d.declared_wh <> a.declared_wh
          or a.carry_wh <> (select coalesce(sum((piece ->> 'wh')::int8), 0) from jsonb_array_elements(a.carried) piece))) then
      raise exception 'The days of generation account % do not sum to it', v_id using errcode = 'HL403';
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.generation_posted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update generation_account a set metered_wh = a.metered_wh + new.metered_wh, declared_wh = a.declared_wh + new.declared_wh,
    unclaimed_wh = a.unclaimed_wh + new.unclaimed_wh, reserved_wh = a.reserved_wh + new.reserved_wh,
    certified_wh = a.certified_wh + new.certified_wh, carry_wh = a.carry_wh + new.carry_wh, debt_wh = a.debt_wh + new.debt_wh,
    forfeited_wh = a.forfeited_wh + new.forfeited_wh, given_wh = a.given_wh + new.given_wh
  where a.generation_account_id = new.generation_account_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.has_suspended_binding(device registered_device)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from device_unit u join unit_binding b using (unit_id)
    where u.registered_device_id = device.registered_device_id and upper(u.valid) > current_date
      and b.suspended_at is not null and upper_inf(b.valid))
$function$;

CREATE OR REPLACE FUNCTION public.is_zero_export(gateway integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from device d where d.gateway_id = gateway and d.asset_type = 'grid_meter')
    and (p.run_nze or g.nze_status or exists (select from nze_rule r where r.gateway_id = gateway)
      or exists (select from command c where c.gateway_id = gateway and c.name = 'zero_export'))
  from gateway g join project p on p.project_id = g.project_id where g.gateway_id = gateway
$function$;

CREATE OR REPLACE FUNCTION public.issued_statement_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_issuance int8 := case tg_op when 'INSERT' then new.issuance_id else old.issuance_id end;
  v_version int4 := case tg_op when 'INSERT' then new.version else old.version end;
begin
  if exists (select from issuance i join journal_entry e on e.reference = i.number and e.type = 'issue'
      where i.issuance_id = v_issuance and i.statement_version = v_version) then
    raise exception 'Certificates were made of this statement' using errcode = 'HL403';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_credit_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into credit_balance (business_account_id, currency) values (new.business_account_id, new.currency) on conflict do nothing;
  update credit_balance set cents = cents + new.cents
    where business_account_id = new.business_account_id and currency = new.currency;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.leaves_are_whole()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare v_batch int8;
begin
  select b.batch_id into v_batch from certificate_batch b
    where b.batch_id in (select batch_id from written)
      and (select range_agg(int8range(l.begin_wh, l.end_wh)) from certificate_leaf l where l.batch_id = b.batch_id)
        is distinct from int8multirange(int8range(0, b.quantity * 1000000))
      or b.batch_id in (select batch_id from written)
      and (select sum(l.end_wh - l.begin_wh) from certificate_leaf l where l.batch_id = b.batch_id) <> b.quantity * 1000000
    limit 1;
  if v_batch is not null then
    raise exception 'The days of batch % are not its certificates', v_batch using errcode = 'HL435';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_head(p_head jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into journal_head (size, root, peaks, at, key_id, signed, signature)
  select (p_head ->> 'size')::int8, decode(p_head ->> 'root', 'hex'), decode(p_head ->> 'peaks', 'hex'),
    (p_head ->> 'at')::timestamptz, p_head ->> 'key_id', p_head ->> 'signed', decode(p_head ->> 'signature', 'hex')
  where not exists (select from ledger_hold)
$function$;

CREATE OR REPLACE FUNCTION public.ledger_hold_begin(p_size bigint, p_root bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into ledger_hold (size, root) values (p_size, p_root)
    on conflict (is_held) do update set size = excluded.size, root = excluded.root
$function$;

CREATE OR REPLACE FUNCTION public.ledger_hold_end()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ delete from ledger_hold $function$;

CREATE OR REPLACE FUNCTION public.ledger_leg_text(p_leg journal_leg, p_code text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select '{"batch":' || to_json(p_code)::text || ',"first":"' || p_leg.first || '","from":"' || p_leg.from_sub
    || '","to":"' || p_leg.to_sub || '","until":"' || p_leg.until || '"}'
$function$;

CREATE OR REPLACE FUNCTION public.ledger_lot(p_lot jsonb)
 RETURNS certificate_lot
 LANGUAGE plpgsql
AS $function$
declare
  v_channel text := p_lot ->> 'channel';
  v_cost numeric := (p_lot ->> 'unit_cost')::numeric;
  v_currency text := p_lot ->> 'currency';
  v_label text := coalesce(p_lot ->> 'label', '');
  v_lot certificate_lot;
begin
  loop
    if v_cost is null then
      select * into v_lot from certificate_lot
        where channel = v_channel and unit_cost is null and currency is null and label = v_label;
    else
      select * into v_lot from certificate_lot
        where channel = v_channel and unit_cost = v_cost and currency = v_currency and label = v_label;
    end if;
    if found then return v_lot; end if;
    insert into certificate_lot (channel, unit_cost, currency, label) values (v_channel, v_cost, v_currency, v_label)
      on conflict do nothing;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_lot_text(p_lot certificate_lot)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select '{"channel":' || to_json(p_lot.channel)::text || ',"cost":' || to_json(coalesce(p_lot.unit_cost::text, ''))::text
    || ',"currency":' || to_json(coalesce(p_lot.currency, ''))::text || ',"label":' || to_json(p_lot.label)::text || '}'
$function$;

CREATE OR REPLACE FUNCTION public.ledger_move(p_from certificate_holding, p_put certificate_holding)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_new certificate_holding[] := '{}';
  v_put certificate_holding := p_put;
  v_rest certificate_holding := p_from;
  v_left int8;
begin
  if p_put.sub_account = p_from.sub_account and p_put.lot_id = p_from.lot_id
    and p_put.business_account_id is not distinct from p_from.business_account_id
    and p_put.reference is not distinct from p_from.reference then
    return p_put.until;
  end if;
  if p_put.until = p_from.until and p_put.until <= p_from.quantity then
    delete from certificate_holding h
      where h.batch_id = p_put.batch_id and h.first = p_put.until and h.sub_account = p_put.sub_account and h.lot_id = p_put.lot_id
        and h.business_account_id is not distinct from p_put.business_account_id
        and h.reference is not distinct from p_put.reference
      returning h.until into v_put.until;
    if not found then v_put.until := p_put.until; end if;
  end if;
  if p_put.first = p_from.first and p_put.first > 1 then
    select h.first into v_left from (
        select * from certificate_holding where batch_id = p_put.batch_id and first < p_put.first order by first desc limit 1
      ) h
      where h.sub_account = p_put.sub_account and h.lot_id = p_put.lot_id
        and h.business_account_id is not distinct from p_put.business_account_id
        and h.reference is not distinct from p_put.reference;
  end if;
  v_rest.first := p_put.until;
  if v_left is not null then
    if p_put.until < p_from.until then
      update certificate_holding set first = p_put.until where batch_id = p_from.batch_id and first = p_from.first;
    else
      delete from certificate_holding where batch_id = p_from.batch_id and first = p_from.first;
    end if;
    update certificate_holding set until = v_put.until where batch_id = p_put.batch_id and first = v_left;
    return p_put.until;
  elsif p_from.first < p_put.first then
    update certificate_holding set until = p_put.first where batch_id = p_from.batch_id and first = p_from.first;
    v_new := array[v_put];
  else
    update certificate_holding set until = v_put.until, business_account_id = p_put.business_account_id,
        sub_account = p_put.sub_account, reference = p_put.reference, lot_id = p_put.lot_id
      where batch_id = p_from.batch_id and first = p_from.first;
  end if;
  if p_put.until < p_from.until then v_new := v_new || v_rest; end if;
  if cardinality(v_new) > 0 then
    insert into certificate_holding (batch_id, first, until, quantity, demonstration, business_account_id, sub_account, reference, lot_id)
      select n.batch_id, n.first, n.until, n.quantity, n.demonstration, n.business_account_id, n.sub_account, n.reference, n.lot_id
      from unnest(v_new) n;
  end if;
  return p_put.until;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_place_text(p_leg journal_leg, p_from_lot text, p_to_lot text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select '{"from":"' || coalesce(p_leg.from_account::text, '') || '","from_lot":' || p_from_lot
    || ',"from_reference":' || to_json(coalesce(p_leg.from_reference, ''))::text
    || ',"to":"' || coalesce(p_leg.to_account::text, '') || '","to_lot":' || p_to_lot
    || ',"to_reference":' || to_json(coalesce(p_leg.to_reference, ''))::text || '}'
$function$;

CREATE OR REPLACE FUNCTION public.ledger_post(p_entry jsonb, p_moves jsonb, p_batches jsonb)
 RETURNS TABLE(entry_id bigint, entry_uid uuid, at timestamp with time zone, is_new boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  v_hash bytea := sha256(convert_to(p_entry::text || p_moves::text || p_batches::text, 'UTF8'));
  v_type text := p_entry ->> 'type';
  v_key text := p_entry ->> 'key';
  v_actor int4 := (p_entry ->> 'actor_id')::int4;
  -- An assignment is evaluated without a statement of its own.
  v_waited text := pg_advisory_xact_lock(hashtextextended(concat_ws(' ', p_entry ->> 'actor_id', v_type, v_key), 71));
  v_before journal_entry;
  v_written journal_entry;
  v_reverses int8;
  -- Batches that the moves name, and those of them that there are.
  v_named int8[] := translate(jsonb_path_query_array(p_moves, '$[*].batch_id')::text, '[]', '{}')::int8[];
  v_locked int8[];
  v_is_held boolean;
  v_after timestamptz;
  v_batch jsonb;
  v_row certificate_batch;
  v_one jsonb;
  v_batch_id int8;
  v_until int8;
  v_from_account int4;
  v_from_sub text;
  v_from_reference text;
  v_to_account int4;
  v_to_sub text;
  v_to_reference text;
  v_terms jsonb;
  v_change text;
  v_held record;
  v_from certificate_holding;
  v_put certificate_holding;
  v_lot certificate_lot;
  v_lot_text text;
  v_leg journal_leg;
  v_legs journal_leg[] := '{}';
  -- What the entry's texts say of its batches, of its legs in public and in private, and of numbers at other registries.
  v_batches text[] := '{}';
  v_public text[] := '{}';
  v_private text[] := '{}';
  v_foreign text[] := '{}';
  v_pos int8;
begin
  -- A second call of the same key has waited above until the first has ended.
  if v_actor is null then
    select * into v_before from journal_entry e where e.actor_id is null and e.type = v_type and e.key = v_key;
  else
    select * into v_before from journal_entry e where e.actor_id = v_actor and e.type = v_type and e.key = v_key;
  end if;
  if found then
    if v_before.request_hash <> v_hash then
      raise exception 'The key % was used for another request', v_key using errcode = 'HL410';
    end if;
    entry_id := v_before.entry_id;
    entry_uid := v_before.entry_uid;
    at := v_before.at;
    is_new := false;
    return next;
    return;
  end if;

  if p_entry ->> 'reverses' is not null then
    select e.entry_id into v_reverses from journal_entry e
      where e.entry_uid = (p_entry ->> 'reverses')::uuid and e.type = 'transfer';
    if not found then
      raise exception 'There is no transfer % to take back', p_entry ->> 'reverses' using errcode = 'HL422';
    end if;
  end if;

  -- Batches are locked in their order: whatever else is posted about them waits, and nothing waits in a circle.
  if cardinality(v_named) = 1 then
    select b.batch_id into v_pos from certificate_batch b where b.batch_id = v_named[1] for no key update;
    if not found then
      raise exception 'A batch does not exist' using errcode = 'HL422';
    end if;
  elsif cardinality(v_named) > 1 then
    select array_agg(locked.batch_id) into v_locked from (
      select b.batch_id from certificate_batch b where b.batch_id = any (v_named) order by b.batch_id for no key update
    ) locked;
    if cardinality(v_locked) is distinct from cardinality(v_named) then
      if (select count(distinct n) from unnest(v_named) n) <> coalesce(cardinality(v_locked), 0) then
        raise exception 'A batch does not exist' using errcode = 'HL422';
      end if;
    end if;
  end if;
  -- What follows from an entry has its locks, and sees its time.
  select exists (select from ledger_hold), (select e.at from journal_entry e order by e.entry_id desc limit 1)
    into v_is_held, v_after;
  if v_is_held then
    raise exception 'The ledger is behind what was published of it' using errcode = 'HL503';
  end if;

  for i in 0 .. jsonb_array_length(p_batches) - 1 loop
    v_batch := p_batches -> i;
    if v_batch -> 'lot' ->> 'channel' is distinct from (case v_type when 'issue' then 'issued' else v_type end)
      or not exists (select from posting_rule r where r.type = v_type and r.from_sub = 'issue'
        and r.to_sub = v_batch -> 'to' ->> 'sub_account') then
      raise exception 'An entry of type % makes no certificates like this', v_type using errcode = 'HL422';
    end if;
    insert into certificate_batch (code, registry, country, device, fuel, month, from_day, to_day, source_reference,
        manifest_root, quantity, demonstration)
      values (v_batch ->> 'code', v_batch ->> 'registry', v_batch ->> 'country', v_batch ->> 'device', v_batch ->> 'fuel',
        v_batch ->> 'month', (v_batch ->> 'from_day')::date, (v_batch ->> 'to_day')::date, v_batch ->> 'source_reference',
        decode(v_batch ->> 'manifest_root', 'hex'), (v_batch ->> 'quantity')::int8, (v_batch ->> 'demonstration')::boolean)
      returning * into v_row;
    with numbers as (
      insert into foreign_serial (registry, series, range, batch_id)
        select f ->> 'registry', f ->> 'series', int8range((f ->> 'first')::int8, (f ->> 'until')::int8), v_row.batch_id
        from jsonb_array_elements(v_batch -> 'foreign') f
        returning registry, series, range
    )
    select v_foreign || coalesce(array_agg('{"batch":' || to_json(v_row.code)::text || ',"first":"' || lower(n.range)
        || '","registry":' || to_json(n.registry)::text || ',"series":' || to_json(n.series)::text
        || ',"until":"' || upper(n.range) || '"}' order by n.registry collate "C", n.series collate "C", n.range), '{}')
      into v_foreign from numbers n;
    v_leg := null;
    v_leg.leg_no := cardinality(v_legs) + 1;
    v_leg.batch_id := v_row.batch_id;
    v_leg.first := 1;
    v_leg.until := v_row.quantity + 1;
    v_leg.from_sub := 'issue';
    v_leg.to_account := (v_batch -> 'to' ->> 'account_id')::int4;
    v_leg.to_sub := v_batch -> 'to' ->> 'sub_account';
    v_lot := ledger_lot(v_batch -> 'lot');
    v_leg.to_lot := v_lot.lot_id;
    v_legs := v_legs || v_leg;
    v_public := v_public || ledger_leg_text(v_leg, v_row.code);
    v_private := v_private || ledger_place_text(v_leg, '""', ledger_lot_text(v_lot));
    insert into certificate_holding (batch_id, first, until, quantity, demonstration, business_account_id, sub_account, lot_id)
      values (v_row.batch_id, 1, v_row.quantity + 1, v_row.quantity, v_row.demonstration, v_leg.to_account, v_leg.to_sub, v_leg.to_lot);
    v_batches := v_batches || ('{"code":' || to_json(v_row.code)::text || ',"country":"' || v_row.country || '","demonstration":"' || v_row.demonstration
      || '","device":"' || v_row.device || '","from_day":"' || v_row.from_day || '","fuel":"' || v_row.fuel
      || '","manifest_root":"' || coalesce(encode(v_row.manifest_root, 'hex'), '') || '","month":"' || v_row.month
      || '","quantity":"' || v_row.quantity || '","registry":"' || v_row.registry
      || '","source_reference":' || to_json(v_row.source_reference)::text || ',"to_day":"' || v_row.to_day || '"}');
  end loop;

  for i in 0 .. jsonb_array_length(p_moves) - 1 loop
    v_one := p_moves -> i;
    v_batch_id := v_one ->> 'batch_id';
    v_pos := v_one ->> 'first';
    v_until := v_one ->> 'until';
    v_from_account := v_one #>> '{from,account_id}';
    v_from_sub := v_one #>> '{from,sub_account}';
    v_from_reference := v_one #>> '{from,reference}';
    v_to_account := v_one #>> '{to,account_id}';
    v_to_sub := v_one #>> '{to,sub_account}';
    v_to_reference := v_one #>> '{to,reference}';
    v_terms := nullif(v_one -> 'lot', 'null');
    v_change := case
      when v_from_account is not distinct from v_to_account then 'same'
      when v_from_account is null then 'begins'
      when v_to_account is null then 'ends'
      else 'other' end;
    -- A lot is stated where the holder changes, and by a split. Each kind of entry has its channels; what is taken back has those of before.
    if v_from_sub = 'issue' or (v_terms is null) <> (v_change in ('same', 'ends') and v_type <> 'split') or not (case v_type
        when 'transfer' then v_terms ->> 'channel' = 'transfer'
        when 'settle' then v_terms ->> 'channel' in ('exchange', 'off_exchange')
        when 'import' then v_terms ->> 'channel' = 'import'
        else true end) then
      raise exception 'An entry of type % does not move certificates from % to % like this', v_type, v_from_sub, v_to_sub
        using errcode = 'HL422';
    end if;
    -- A range may lie in several holdings, one beside the other, of different lots: each is a leg.
    while v_pos < v_until loop
      select h as holding, b.code, b.registry, l as lot, ledger_lot_text(l) as lot_text, (
          select r.owner_change from posting_rule r where r.type = v_type and r.from_sub = v_from_sub and r.to_sub = v_to_sub) as owner_change
        into v_held
        from certificate_holding h join certificate_batch b on b.batch_id = h.batch_id join certificate_lot l on l.lot_id = h.lot_id
        where h.batch_id = v_batch_id and h.first <= v_pos order by h.first desc limit 1;
      if not found or v_change is distinct from v_held.owner_change then
        raise exception 'An entry of type % does not move certificates from % to % like this', v_type, v_from_sub, v_to_sub
          using errcode = 'HL422';
      end if;
      v_from := v_held.holding;
      if v_from.until <= v_pos or v_from.sub_account <> v_from_sub
        or v_from.business_account_id is distinct from v_from_account
        or v_from.reference is distinct from v_from_reference then
        raise exception 'Certificate % of batch % is not there any more', v_pos, v_batch_id using errcode = 'HL409';
      end if;
      v_lot := v_held.lot;
      if v_change in ('other', 'begins') and v_held.registry = 'GEC' and v_lot.channel not in ('issued', 'import')
        and v_type <> 'reversal' then
        raise exception 'Green certificates can be sold only once.' using errcode = 'HL422';
      end if;
      v_put := v_from;
      v_put.first := v_pos;
      v_put.until := least(v_from.until, v_until);
      v_put.business_account_id := v_to_account;
      v_put.sub_account := v_to_sub;
      v_put.reference := v_to_reference;
      if v_terms is null then
        v_lot_text := v_held.lot_text;
      else
        if v_type = 'split' and (v_lot.channel is distinct from v_terms ->> 'channel'
            or v_lot.unit_cost is distinct from (v_terms ->> 'unit_cost')::numeric
            or v_lot.currency is distinct from v_terms ->> 'currency') then
          raise exception 'A split changes the label of certificates and nothing else of them' using errcode = 'HL422';
        end if;
        v_lot := ledger_lot(v_terms);
        v_put.lot_id := v_lot.lot_id;
        v_lot_text := ledger_lot_text(v_lot);
      end if;
      v_leg.leg_no := cardinality(v_legs) + 1;
      v_leg.batch_id := v_batch_id;
      v_leg.first := v_pos;
      v_leg.until := v_put.until;
      v_leg.from_account := v_from_account;
      v_leg.from_sub := v_from_sub;
      v_leg.from_reference := v_from_reference;
      v_leg.from_lot := v_from.lot_id;
      v_leg.to_account := v_to_account;
      v_leg.to_sub := v_to_sub;
      v_leg.to_reference := v_to_reference;
      v_leg.to_lot := v_put.lot_id;
      v_legs := v_legs || v_leg;
      v_public := v_public || ledger_leg_text(v_leg, v_held.code);
      v_private := v_private || ledger_place_text(v_leg, v_held.lot_text, v_lot_text);
      v_pos := ledger_move(v_from, v_put);
    end loop;
  end loop;

  -- Conditions that look into tables stand within those that do not: only what an entry needs is asked.
  if cardinality(v_legs) > 1 then
    if exists (
        select from unnest(v_legs) l group by l.batch_id
        having sum(l.until - l.first) <> (
          select sum(upper(r) - lower(r)) from unnest(range_agg(int8range(l.first, l.until))) r)) then
      raise exception 'A certificate is moved twice' using errcode = 'HL422';
    end if;
  end if;
  if v_type = 'correction' then
    if not exists (select from journal_entry e where e.type = 'retire' and e.reference = p_entry ->> 'reference') then
      raise exception 'Nothing was retired by %', p_entry ->> 'reference' using errcode = 'HL422';
    end if;
  end if;
  if v_type not in ('key', 'correction') and cardinality(v_legs) = 0 then
    raise exception 'An entry of type % moves something', v_type using errcode = 'HL422';
  end if;
  -- What is taken back is exactly what was done, lots included.
  if v_type = 'reversal' then
    if v_reverses is null or exists (
        (select l.batch_id, l.first, l.until, l.from_account, l.from_lot, l.to_account, l.to_lot from unnest(v_legs) l
          except all
         select l.batch_id, l.first, l.until, l.to_account, l.to_lot, l.from_account, l.from_lot from journal_leg l where l.entry_id = v_reverses)
        union all
        (select l.batch_id, l.first, l.until, l.to_account, l.to_lot, l.from_account, l.from_lot from journal_leg l where l.entry_id = v_reverses
          except all
         select l.batch_id, l.first, l.until, l.from_account, l.from_lot, l.to_account, l.to_lot from unnest(v_legs) l)) then
      raise exception 'That is not the transfer taken back' using errcode = 'HL422';
    end if;
  end if;
  v_written := ledger_write(p_entry, v_hash, v_reverses, v_after, v_legs, array[array_to_string(v_batches, ','),
    array_to_string(v_public, ','), array_to_string(v_private, ','), array_to_string(v_foreign, ',')]);
  entry_id := v_written.entry_id;
  entry_uid := v_written.entry_uid;
  at := v_written.at;
  is_new := true;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_seal(p_most integer)
 RETURNS TABLE(seq bigint, leaf bytea)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_seq int8 := 0;
  v_hash bytea := decode(repeat('00', 32), 'hex');
  v_at timestamptz;
  v_stamp bytea;
  v_entries int8[];
  v_leaves bytea[];
  v_before bytea[] := '{}';
  v_hashes bytea[] := '{}';
begin
  perform pg_advisory_xact_lock(71, 1);
  if not exists (select from journal_unsealed) or exists (select from ledger_hold) then return; end if;
  select s.seq, s.hash, s.sealed_at into v_seq, v_hash, v_at from journal_seal s order by s.seq desc limit 1;
  v_seq := coalesce(v_seq, 0);
  v_hash := coalesce(v_hash, decode(repeat('00', 32), 'hex'));
  with due as (select u.entry_id from journal_unsealed u order by u.entry_id limit p_most),
    gone as (delete from journal_unsealed u using due where u.entry_id = due.entry_id returning u.entry_id)
  select array_agg(e.entry_id order by e.entry_id), array_agg(e.leaf order by e.entry_id) into v_entries, v_leaves
    from gone join journal_entry e on e.entry_id = gone.entry_id;
  if v_entries is null then return; end if;
  v_at := greatest(v_at, date_trunc('milliseconds', clock_timestamp()));
  v_stamp := int8send((extract(epoch from v_at) * 1000)::int8);
  for i in 1 .. cardinality(v_entries) loop
    v_before[i] := v_hash;
    v_hash := sha256(v_hash || v_leaves[i] || v_stamp);
    v_hashes[i] := v_hash;
  end loop;
  insert into journal_seal (seq, prev_hash, hash, entry_id, sealed_at)
    select v_seq + n.i, n.before, n.hash, n.entry_id, v_at
    from unnest(v_before, v_hashes, v_entries) with ordinality as n (before, hash, entry_id, i);
  return query select v_seq + n.i, n.leaf from unnest(v_leaves) with ordinality as n (leaf, i);
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_write(p_entry jsonb, p_request_hash bytea, p_reverses bigint, p_after timestamp with time zone, p_legs journal_leg[], p_texts text[])
 RETURNS journal_entry
 LANGUAGE plpgsql
AS $function$
declare
  v journal_entry;
  v_reverses text := '';
begin
  v.at := greatest(date_trunc('milliseconds', clock_timestamp()), p_after);
  v.entry_uid := gen_random_uuid();
  v.salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  if p_reverses is not null then
    select entry_uid::text into v_reverses from journal_entry where entry_id = p_reverses;
  end if;
  v.public_part := '{"at":"' || to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","batches":[' || p_texts[1]
    || '],"entry":"' || v.entry_uid || '","legs":[' || p_texts[2] || '],"record":' || (p_entry ->> 'record')
    || ',"reverses":"' || v_reverses || '","type":' || to_json(p_entry ->> 'type')::text || ',"v":"1"}';
  v.private_part := '{"actor":' || to_json(coalesce(p_entry ->> 'actor_id', ''))::text || ',"foreign":[' || p_texts[4]
    || '],"key":' || to_json(p_entry ->> 'key')::text || ',"legs":[' || p_texts[3] || '],"note":' || (p_entry ->> 'note')
    || ',"reference":' || to_json(coalesce(p_entry ->> 'reference', ''))::text || ',"request":"' || encode(p_request_hash, 'hex')
    || '","v":"2"}';
  v.leaf := sha256('\x00'::bytea || sha256(convert_to(v.public_part, 'UTF8'))
    || sha256(v.salt || convert_to(v.private_part, 'UTF8')));
  with written as (
    insert into journal_entry (entry_uid, type, at, actor_id, key, request_hash, reference, reverses, public_part, private_part, salt, leaf)
      values (v.entry_uid, p_entry ->> 'type', v.at, (p_entry ->> 'actor_id')::int4, p_entry ->> 'key', p_request_hash,
        p_entry ->> 'reference', p_reverses, v.public_part, v.private_part, v.salt, v.leaf)
      returning entry_id
  ), legs as (
    insert into journal_leg
      select w.entry_id, l.leg_no, l.batch_id, l.first, l.until, l.from_account, l.from_sub, l.from_reference, l.from_lot,
        l.to_account, l.to_sub, l.to_reference, l.to_lot
      from written w, unnest(p_legs) l
  )
  insert into journal_unsealed select w.entry_id from written w returning entry_id into v.entry_id;
  return v;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_demonstration()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update project p set demonstration = true from account a
    where p.project_id = new.project_id and a.account_id = new.account_id and a.email like '%@demo.example' and not p.demonstration;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_alarm_news()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into alarm_news (alarm_id, what)
    select alarm_id, 'opened' from fresh
    where confirmed_at is not null and ended_at is null and not from_history;
  else
    insert into alarm_news (alarm_id, what)
    select f.alarm_id, case
        when f.ended_at is not null then 'ended'
        when s.confirmed_at is null or s.ended_at is not null then 'opened'
        else 'worse'
      end
    from fresh f join stale s on s.alarm_id = f.alarm_id
    where f.confirmed_at is not null and not f.from_history
      and (s.confirmed_at is null or (f.ended_at is null) is distinct from (s.ended_at is null)
        or (f.ended_at is null and array_position(array['minor', 'warning', 'critical'], f.severity)
          > array_position(array['minor', 'warning', 'critical'], s.severity)));
  end if;
  if found then
    perform add_job('notices.alarms', '{}'::json, null, null, 'notices', 10);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_changed_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into changed_project_days (project_id, day) select distinct project_id, day from changed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_corrected_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into changed_project_days (project_id, day)
    select distinct c.project_id, d.day
    from changed c join project p on p.project_id = c.project_id
    -- A reading's instant is the end of its interval; one of an hour or less reaches back into the day before.
    cross join lateral (values (c.ts - interval '1 microsecond'), (c.ts - interval '1 hour')) at (instant)
    cross join lateral (values ((at.instant at time zone p.timezone)::date)) d (day)
    where p.project_type = 'swh'
      or exists (select from project_kpi_day k where k.project_id = c.project_id and k.day = d.day);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_heated_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into changed_project_days (project_id, day) select project_id, day from project_day where project_id = new.project_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_nze_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into nze_day_due (gateway_id, day, project_id)
    select g.gateway_id, new.day, g.project_id from gateway g
    where g.project_id = new.project_id and g.removed_at is null and is_zero_export(g.gateway_id)
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_nze_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update gateway g set nze_status = (new.m ->> 'nze_on')::int4 = 1, nze_status_at = new.ts
  from device d
  where d.device_id = new.device_id and d.asset_type = 'grid_meter' and g.gateway_id = d.gateway_id
    and (g.nze_status_at is null or g.nze_status is distinct from ((new.m ->> 'nze_on')::int4 = 1));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_priced_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from project_summary where project_id in (select project_id from changed) order by project_id for update;
  update project_summary set before_today_known = false
    where project_id in (select project_id from changed) and before_today_known;
  insert into changed_project_days (project_id, day)
    select distinct d.project_id, d.day from changed c join project_day d on d.project_id = c.project_id and d.day >= c.valid_from;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_record_news()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into record_news (status_event_id)
  select status_event_id from fresh where at > clock_timestamp() - interval '1 hour';
  if found then
    perform add_job('notices.records', '{}'::json, null, null, 'notices', 10);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.nze_told_at(gateway integer)
 RETURNS SETOF timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(m.sent_at, c.created_at)
  from public.command c left join public.gateway_message m on m.message_uid = c.command_uid
  where c.gateway_id = gateway and c.name = 'zero_export' and c.state <> 'cancelled'
  order by c.command_id desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.operator_is_a_class()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.kind in ('admin', 'platform_operator') and not exists (
      select from role_grant where account_id = new.account_id and class = 'operator' and upper(valid) is null) then
    insert into role_grant (account_id, class) values (new.account_id, 'operator');
  elsif new.kind = 'user' then
    update role_grant set valid = tstzrange(lower(valid), greatest(now(), lower(valid) + interval '1 microsecond'))
      where account_id = new.account_id and class = 'operator' and upper(valid) is null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.outdate_key_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- The summary first: whoever refreshes a project locks it before its days.
  update project_summary set before_today_known = false where project_id = new.project_id and before_today_known;
  update project_kpi_day set outdated = true where project_id = new.project_id and not outdated;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.outdate_outage_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- The summary first: whoever refreshes a project locks it before its days.
  perform from project_summary where project_id in (select project_id from changed) order by project_id for update;
  update project_kpi_day k set outdated = true
  from changed c join project p on p.project_id = c.project_id
  where k.project_id = c.project_id and not k.outdated
    and k.day between (c.from_at at time zone p.timezone)::date and (c.to_at at time zone p.timezone)::date;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.outdate_totals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update project_summary set before_today_known = false where project_id = new.project_id and before_today_known;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.plain_text(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select lower(translate(regexp_replace(normalize(given, NFD), '[\u0300-\u036f]', '', 'g'), 'đĐ', 'dd')) $function$;

CREATE OR REPLACE FUNCTION public.plant_without_consent(device registered_device)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select p from projects_of_device(device) p where not exists (
    select from device_consent c join project_member m on m.project_id = c.project_id and m.account_id = c.account_id
    where c.project_id = p and c.business_account_id = device.business_account_id and c.withdrawn_at is null and m.role = 'owner')
  order by 1 limit 1
$function$;

CREATE OR REPLACE FUNCTION public.projects_of_device(device registered_device)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select device.project_id where device.kind = 'normal' and device.project_id is not null
  union
  select r.project_id from device_group_member m join registered_device r on r.registered_device_id = m.member_id
    where m.group_id = device.registered_device_id and r.project_id is not null
      and (upper_inf(m.valid) or upper(m.valid) > current_date) and not isempty(m.valid)
$function$;

CREATE OR REPLACE FUNCTION public.reconsider_schedules()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update schedule_gateway set next_at = now() where project_id = new.project_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refold_device()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into changed_readings (lane, project_id, device_id, since, until)
  select 1, array[l.project_id], array[l.device_id], array[now()], array[now()]
  from latest l where l.project_id = new.project_id and l.device_id = new.device_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refold_project()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into changed_readings (lane, project_id, device_id, since, until)
  select 1, array_agg(l.project_id), array_agg(l.device_id), array_agg(now()), array_agg(now())
  from latest l join device d on d.project_id = l.project_id and d.device_id = l.device_id
  where l.project_id = new.project_id and
    (d.ac_nominal_w is null or (old.latitude, old.longitude, old.timezone) is distinct from (new.latitude, new.longitude, new.timezone))
  having count(*) > 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '5 years' then
    return old;
  end if;
  raise exception 'audit_event is only added to' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_call_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.transaction_number, old.body, old.redemption_id, old.origin, old.quantity)
    is distinct from (new.transaction_number, new.body, new.redemption_id, new.origin, new.quantity)
    or (old.reference is not null and new.reference is distinct from old.reference) then
    raise exception 'A call to another registry keeps its number, what it says and its acknowledgement';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_credit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'What was written of a credit is never changed';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_generation_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'Postings of the generation ledger are not changed' using errcode = 'HL403';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_generation_write()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is written by the rules of the generation ledger', tg_table_name using errcode = 'HL403';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_leaf_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The days of certificates are not changed' using errcode = 'HL403';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is written by the ledger''s own functions, and only added to', tg_table_name
    using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.repack_device()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  with gone as (
    delete from chart_slots where project_id = new.project_id and device_id = new.device_id returning hour_utc
  )
  insert into chart_slots_due (project_id, device_id, from_utc, to_utc)
  select new.project_id, new.device_id, min(hour_utc), max(hour_utc) + interval '1 hour' from gone having count(*) > 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.suspend_binding()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update unit_binding set suspended_at = now(), suspended_because = 'Kind, rating or serial of the device was changed'
    where device_id = new.device_id and suspended_at is null and upper_inf(valid);
  if found then
    perform add_job('registry.devices', '{}'::json, 'registry.devices', null, 'registry.devices', 10);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.suspend_bindings_of_project()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update unit_binding b set suspended_at = now(), suspended_because = 'The place of the plant was changed'
    from device d where d.device_id = b.device_id and d.project_id = new.project_id and b.suspended_at is null and upper_inf(b.valid);
  if found then
    perform add_job('registry.devices', '{}'::json, 'registry.devices', null, 'registry.devices', 10);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.waiting_readings(of_project integer)
 RETURNS TABLE(device_id integer, since timestamp with time zone, until timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select e.device_id, e.since, e.until
    from changed_readings c, unnest(c.project_id, c.device_id, c.since, c.until) as e (project_id, device_id, since, until)
    where c.lane in (0, 1) and of_project = any(c.project_id) and e.project_id = of_project
      and of_project = any((select app_projects())::int4[])
  $function$;

create table accepted_day (
  lineage_id bigint not null,
  day date not null,
  generation_account_id bigint not null,
  metered_wh bigint not null,
  declared_wh bigint not null,
  issuance_id bigint not null,
  statement_version integer not null,
  constraint accepted_day_pkey PRIMARY KEY (lineage_id, day),
  constraint accepted_day_generation_account_id_fkey FOREIGN KEY (generation_account_id) REFERENCES generation_account(generation_account_id),
  constraint accepted_day_issuance_id_fkey FOREIGN KEY (issuance_id) REFERENCES issuance(issuance_id),
  constraint accepted_day_lineage_id_fkey FOREIGN KEY (lineage_id) REFERENCES registered_device(registered_device_id),
  constraint accepted_day_declared_wh_check CHECK ((declared_wh >= 0)),
  constraint accepted_day_metered_wh_check CHECK ((metered_wh >= 0))
);
CREATE INDEX accepted_day_account ON public.accepted_day USING btree (generation_account_id);
CREATE INDEX accepted_day_issuance ON public.accepted_day USING btree (issuance_id);
alter table accepted_day enable row level security;
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON public.accepted_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_generation_write();
CREATE TRIGGER not_removed BEFORE DELETE ON public.accepted_day FOR EACH ROW EXECUTE FUNCTION refuse_generation_write();
CREATE CONSTRAINT TRIGGER sums_hold AFTER INSERT OR UPDATE ON public.accepted_day DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION generation_account_sums();

create table accepted_guard (
  issuance_id bigint not null,
  code text not null,
  reason text not null,
  accepted_by integer,
  accepted_at timestamp with time zone default now() not null,
  constraint accepted_guard_pkey PRIMARY KEY (issuance_id, code),
  constraint accepted_guard_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint accepted_guard_issuance_id_fkey FOREIGN KEY (issuance_id) REFERENCES issuance(issuance_id) ON DELETE CASCADE,
  constraint accepted_guard_code_check CHECK ((code ~ '^ISS-[0-9]{3}$'::text)),
  constraint accepted_guard_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 2000)))
);
alter table accepted_guard enable row level security;

create table account (
  account_id integer generated always as identity not null,
  account_uid uuid default gen_random_uuid() not null,
  email text not null,
  display_name text not null,
  password_hash text,
  kind text default 'user'::text not null,
  city text,
  street text,
  phone text,
  country text,
  color_mode text default 'system'::text not null,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  default_project_type text,
  constraint account_pkey PRIMARY KEY (account_id),
  constraint account_account_uid_key UNIQUE (account_uid),
  constraint account_city_check CHECK ((length(city) <= 200)),
  constraint account_color_mode_check CHECK ((color_mode = ANY (ARRAY['light'::text, 'dark'::text, 'system'::text]))),
  constraint account_country_check CHECK ((length(country) <= 100)),
  constraint account_default_project_type_check CHECK ((default_project_type = ANY (ARRAY['pv'::text, 'swh'::text]))),
  constraint account_display_name_check CHECK (((length(display_name) >= 1) AND (length(display_name) <= 200))),
  constraint account_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint account_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'admin'::text, 'platform_operator'::text]))),
  constraint account_phone_check CHECK ((length(phone) <= 40)),
  constraint account_street_check CHECK ((length(street) <= 300))
);
CREATE UNIQUE INDEX account_email ON public.account USING btree (email);
CREATE TRIGGER operator_is_a_class AFTER INSERT OR UPDATE OF kind ON public.account FOR EACH ROW EXECUTE FUNCTION operator_is_a_class();

create table alarm (
  alarm_id bigint generated always as identity not null,
  alarm_uid uuid default gen_random_uuid() not null,
  project_id integer not null,
  gateway_id integer,
  device_id integer,
  kind text not null,
  severity text not null,
  started_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  ended_at timestamp with time zone,
  cause jsonb default '{}'::jsonb not null,
  from_history boolean default false not null,
  subject text default ''::text not null,
  constraint alarm_pkey PRIMARY KEY (alarm_id),
  constraint alarm_alarm_uid_key UNIQUE (alarm_uid),
  constraint alarm_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint alarm_kind_check CHECK ((length(kind) <= 40)),
  constraint alarm_severity_check CHECK ((severity = ANY (ARRAY['critical'::text, 'warning'::text, 'minor'::text]))),
  constraint alarm_subject_check CHECK ((length(subject) <= 60))
);
CREATE INDEX alarm_newest ON public.alarm USING btree (project_id, started_at DESC, alarm_id DESC);
CREATE UNIQUE INDEX alarm_open ON public.alarm USING btree (project_id, kind, gateway_id, device_id, subject) NULLS NOT DISTINCT WHERE (ended_at IS NULL);
CREATE INDEX alarm_open_kind ON public.alarm USING btree (project_id, kind) WHERE ((ended_at IS NULL) AND (confirmed_at IS NOT NULL));
alter table alarm enable row level security;
create policy member_sees_alarm on alarm for select to heliograph_api using ((project_id IN ( SELECT m.project_id
   FROM project_member m)));
create policy proven_project on alarm for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));
CREATE TRIGGER alarm_news_changed AFTER UPDATE ON public.alarm REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_alarm_news();
CREATE TRIGGER alarm_news_opened AFTER INSERT ON public.alarm REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_alarm_news();

create table alarm_case (
  alarm_id bigint not null,
  project_id integer not null,
  account_id integer,
  held_since timestamp with time zone,
  snoozed_until timestamp with time zone,
  resolved_at timestamp with time zone,
  resolved_by integer,
  resolved_cause text,
  resolved_note text,
  ticket_uid uuid,
  root_id bigint,
  folded jsonb default '{}'::jsonb not null,
  search_text text default ''::text not null,
  least_w double precision,
  most_w double precision,
  least_vnd numeric(18,2),
  most_vnd numeric(18,2),
  lost_wh double precision default 0 not null,
  lost_vnd numeric(18,2) default 0 not null,
  counted_until timestamp with time zone,
  verdict text,
  produced_wh double precision,
  expected_wh double precision,
  closed_at timestamp with time zone,
  costed_at timestamp with time zone,
  constraint alarm_case_pkey PRIMARY KEY (alarm_id),
  constraint alarm_case_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint alarm_case_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarm(alarm_id) ON DELETE CASCADE,
  constraint alarm_case_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint alarm_case_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint alarm_case_root_id_fkey FOREIGN KEY (root_id) REFERENCES alarm(alarm_id) ON DELETE SET NULL,
  constraint alarm_case_resolved_cause_check CHECK ((length(resolved_cause) <= 40)),
  constraint alarm_case_resolved_note_check CHECK ((length(resolved_note) <= 2000)),
  constraint alarm_case_verdict_check CHECK ((verdict = ANY (ARRAY['communication'::text, 'outage'::text, 'partial'::text, 'pending'::text])))
);
CREATE INDEX alarm_case_closed ON public.alarm_case USING btree (project_id, closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX alarm_case_open ON public.alarm_case USING btree (project_id) WHERE (closed_at IS NULL);
CREATE INDEX alarm_case_root ON public.alarm_case USING btree (root_id) WHERE (root_id IS NOT NULL);
alter table alarm_case enable row level security;
create policy member_sees_alarm_case on alarm_case for select to heliograph_api using ((project_id IN ( SELECT m.project_id
   FROM project_member m)));

create table alarm_news (
  news_id bigint generated always as identity not null,
  alarm_id bigint not null,
  what text not null,
  constraint alarm_news_pkey PRIMARY KEY (news_id),
  constraint alarm_news_what_check CHECK ((what = ANY (ARRAY['opened'::text, 'worse'::text, 'ended'::text])))
);

create table alarm_replay (
  replay_id integer generated always as identity not null,
  replay_uid uuid default gen_random_uuid() not null,
  project_id integer not null,
  account_id integer,
  rule jsonb not null,
  state text default 'queued'::text not null,
  progress smallint default 0 not null,
  result jsonb,
  asked_at timestamp with time zone default now() not null,
  constraint alarm_replay_pkey PRIMARY KEY (replay_id),
  constraint alarm_replay_replay_uid_key UNIQUE (replay_uid),
  constraint alarm_replay_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint alarm_replay_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint alarm_replay_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint alarm_replay_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX alarm_replay_asked ON public.alarm_replay USING btree (project_id, asked_at);
alter table alarm_replay enable row level security;
create policy proven_project on alarm_replay for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table alarm_rule (
  project_id integer not null,
  kind text not null,
  subject text default ''::text not null,
  rule jsonb not null,
  saved_at timestamp with time zone default now() not null,
  saved_by integer,
  constraint alarm_rule_pkey PRIMARY KEY (project_id, kind, subject),
  constraint alarm_rule_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint alarm_rule_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint alarm_rule_kind_check CHECK ((length(kind) <= 40)),
  constraint alarm_rule_subject_check CHECK ((length(subject) <= 60))
);
alter table alarm_rule enable row level security;
create policy proven_project on alarm_rule for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table alarm_step (
  step_id bigint generated always as identity not null,
  alarm_id bigint not null,
  project_id integer not null,
  at timestamp with time zone default now() not null,
  action text not null,
  account_id integer,
  to_id integer,
  until timestamp with time zone,
  cause text,
  note text,
  constraint alarm_step_pkey PRIMARY KEY (step_id),
  constraint alarm_step_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint alarm_step_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarm(alarm_id) ON DELETE CASCADE,
  constraint alarm_step_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint alarm_step_to_id_fkey FOREIGN KEY (to_id) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint alarm_step_action_check CHECK ((action = ANY (ARRAY['taken'::text, 'assigned'::text, 'given_back'::text, 'snoozed'::text, 'woken'::text, 'resolved'::text, 'reopened'::text, 'ticket'::text, 'escalated'::text]))),
  constraint alarm_step_cause_check CHECK ((length(cause) <= 40)),
  constraint alarm_step_note_check CHECK ((length(note) <= 2000))
);
CREATE INDEX alarm_step_of ON public.alarm_step USING btree (alarm_id, step_id);
alter table alarm_step enable row level security;
create policy member_sees_alarm_step on alarm_step for select to heliograph_api using ((project_id IN ( SELECT m.project_id
   FROM project_member m)));

create table alarm_view (
  alarm_view_id integer generated always as identity not null,
  alarm_view_uid uuid default gen_random_uuid() not null,
  account_id integer not null,
  name text not null,
  filters jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint alarm_view_pkey PRIMARY KEY (alarm_view_id),
  constraint alarm_view_alarm_view_uid_key UNIQUE (alarm_view_uid),
  constraint alarm_view_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint alarm_view_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
CREATE UNIQUE INDEX alarm_view_name ON public.alarm_view USING btree (account_id, lower(name));

create table api_key (
  api_key_id integer generated always as identity not null,
  api_key_uid uuid default gen_random_uuid() not null,
  account_id integer not null,
  name text not null,
  access_right text not null,
  all_projects boolean not null,
  shown text not null,
  secret_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_address text,
  refused_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_key_pkey PRIMARY KEY (api_key_id),
  constraint api_key_api_key_uid_key UNIQUE (api_key_uid),
  constraint api_key_shown_key UNIQUE (shown),
  constraint api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint api_key_access_right_check CHECK ((access_right = ANY (ARRAY['read'::text, 'write'::text]))),
  constraint api_key_check CHECK ((expires_at <= (created_at + '367 days'::interval))),
  constraint api_key_last_address_check CHECK ((length(last_address) <= 64)),
  constraint api_key_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint api_key_shown_check CHECK ((length(shown) <= 20))
);
CREATE INDEX api_key_account ON public.api_key USING btree (account_id, api_key_id) WHERE (revoked_at IS NULL);
alter table api_key enable row level security;

create table api_key_project (
  api_key_id integer not null,
  project_id integer not null,
  constraint api_key_project_pkey PRIMARY KEY (api_key_id, project_id),
  constraint api_key_project_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(api_key_id) ON DELETE CASCADE,
  constraint api_key_project_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE
);
CREATE INDEX api_key_project_project ON public.api_key_project USING btree (project_id);
alter table api_key_project enable row level security;

create table audit_event (
  audit_id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  account_id integer,
  address text,
  action text not null,
  subject text,
  detail jsonb default '{}'::jsonb not null,
  project_id integer,
  api_key_id integer,
  before jsonb,
  after jsonb,
  constraint audit_event_pkey PRIMARY KEY (audit_id),
  constraint audit_event_action_check CHECK ((length(action) <= 80)),
  constraint audit_event_address_check CHECK ((length(address) <= 64)),
  constraint audit_event_subject_check CHECK ((length(subject) <= 200))
);
CREATE INDEX audit_event_account ON public.audit_event USING btree (account_id, audit_id DESC) WHERE (account_id IS NOT NULL);
CREATE INDEX audit_event_at ON public.audit_event USING btree (at);
CREATE INDEX audit_event_project ON public.audit_event USING btree (project_id, audit_id DESC) WHERE (project_id IS NOT NULL);
CREATE TRIGGER audit_event_kept BEFORE DELETE OR UPDATE ON public.audit_event FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_event_not_emptied BEFORE TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

create table bank_account (
  bank_account_id bigint generated always as identity not null,
  record_uid uuid default gen_random_uuid() not null,
  number text not null,
  business_account_id integer not null,
  status text not null,
  version integer default 1 not null,
  currency text not null,
  bank_name text not null,
  account_name text not null,
  swift_code text not null,
  account_number text not null,
  comment text,
  is_default boolean default false not null,
  payouts_from timestamp with time zone default (now() + '48:00:00'::interval) not null,
  created_by integer,
  submitted_by integer,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  constraint bank_account_pkey PRIMARY KEY (bank_account_id),
  constraint bank_account_number_key UNIQUE (number),
  constraint bank_account_record_uid_key UNIQUE (record_uid),
  constraint bank_account_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id) ON DELETE CASCADE,
  constraint bank_account_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint bank_account_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint bank_account_account_name_check CHECK (((length(account_name) >= 1) AND (length(account_name) <= 200))),
  constraint bank_account_account_number_check CHECK (((length(account_number) >= 4) AND (length(account_number) <= 34))),
  constraint bank_account_bank_name_check CHECK (((length(bank_name) >= 1) AND (length(bank_name) <= 200))),
  constraint bank_account_comment_check CHECK ((length(comment) <= 2000)),
  constraint bank_account_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'EUR'::text, 'CNY'::text, 'VND'::text]))),
  constraint bank_account_status_check CHECK ((status = ANY (ARRAY['pending_verification'::text, 'verified'::text, 'rejected'::text, 'archived'::text]))),
  constraint bank_account_swift_code_check CHECK ((swift_code ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'::text))
);
CREATE UNIQUE INDEX bank_account_default ON public.bank_account USING btree (business_account_id, currency) WHERE is_default;
CREATE INDEX bank_account_of ON public.bank_account USING btree (business_account_id);
alter table bank_account enable row level security;

create table business_account (
  business_account_id integer generated always as identity not null,
  business_account_uid uuid default gen_random_uuid() not null,
  company_name text not null,
  demonstration boolean default false not null,
  created_at timestamp with time zone default now() not null,
  status text default 'draft'::text not null,
  version integer default 1 not null,
  number text,
  record_uid uuid generated always as (business_account_uid) stored not null,
  trade_account_id text,
  english_name text,
  registration_number text,
  address text,
  country text,
  province text,
  email text,
  contact_number text,
  created_by integer,
  submitted_by integer,
  changed_at timestamp with time zone default now() not null,
  constraint business_account_pkey PRIMARY KEY (business_account_id),
  constraint business_account_business_account_id_demonstration_key UNIQUE (business_account_id, demonstration),
  constraint business_account_business_account_uid_key UNIQUE (business_account_uid),
  constraint business_account_number_key UNIQUE (number),
  constraint business_account_trade_account_id_key UNIQUE (trade_account_id),
  constraint business_account_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint business_account_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint business_account_address_check CHECK ((length(address) <= 300)),
  constraint business_account_check CHECK (((status = ANY (ARRAY['active'::text, 'amendment_review'::text, 'suspended'::text, 'closed'::text])) <= (trade_account_id IS NOT NULL))),
  constraint business_account_company_name_check CHECK (((length(company_name) >= 1) AND (length(company_name) <= 200))),
  constraint business_account_contact_number_check CHECK ((length(contact_number) <= 40)),
  constraint business_account_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint business_account_email_check CHECK ((length(email) <= 254)),
  constraint business_account_english_name_check CHECK ((length(english_name) <= 200)),
  constraint business_account_province_check CHECK ((length(province) <= 100)),
  constraint business_account_registration_number_check CHECK ((length(registration_number) <= 60)),
  constraint business_account_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'under_review'::text, 'active'::text, 'amendment_review'::text, 'suspended'::text, 'closed'::text, 'deleted'::text]))),
  constraint business_account_trade_account_id_check CHECK ((trade_account_id ~ '^TA-[0-9]{6}$'::text))
);
CREATE UNIQUE INDEX business_account_record ON public.business_account USING btree (record_uid);
alter table business_account enable row level security;

create table business_holiday (
  day date not null,
  name text not null,
  constraint business_holiday_pkey PRIMARY KEY (day),
  constraint business_holiday_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);
alter table business_holiday enable row level security;

create table business_invitation (
  invitation_uid uuid default gen_random_uuid() not null,
  business_account_id integer not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by integer,
  confirmed_by integer,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '72:00:00'::interval) not null,
  ended_at timestamp with time zone,
  ended_because text,
  constraint business_invitation_pkey PRIMARY KEY (invitation_uid),
  constraint business_invitation_token_hash_key UNIQUE (token_hash),
  constraint business_invitation_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id) ON DELETE CASCADE,
  constraint business_invitation_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint business_invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint business_invitation_check CHECK (((ended_at IS NULL) = (ended_because IS NULL))),
  constraint business_invitation_check1 CHECK ((confirmed_by <> invited_by)),
  constraint business_invitation_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint business_invitation_ended_because_check CHECK ((ended_because = ANY (ARRAY['accepted'::text, 'revoked'::text, 'replaced'::text]))),
  constraint business_invitation_role_check CHECK ((role = ANY (ARRAY['trader'::text, 'account_manager'::text, 'viewer'::text])))
);
CREATE UNIQUE INDEX business_invitation_open ON public.business_invitation USING btree (business_account_id, email) WHERE (ended_at IS NULL);
alter table business_invitation enable row level security;

create table certificate_batch (
  batch_id bigint generated always as identity not null,
  code text not null,
  registry text not null,
  country text not null,
  device text not null,
  fuel text not null,
  month text not null,
  from_day date not null,
  to_day date not null,
  source_reference text not null,
  manifest_root bytea,
  quantity bigint not null,
  demonstration boolean not null,
  first_serial bigint generated always as (1) stored not null,
  constraint certificate_batch_pkey PRIMARY KEY (batch_id),
  constraint certificate_batch_batch_id_quantity_demonstration_key UNIQUE (batch_id, quantity, demonstration),
  constraint certificate_batch_code_key UNIQUE (code),
  constraint begins_at_one FOREIGN KEY (batch_id, first_serial) REFERENCES certificate_holding(batch_id, first) DEFERRABLE INITIALLY DEFERRED,
  constraint certificate_batch_check CHECK (((length(code) <= 80) AND ((code ~~ 'DEMO-%'::text) = demonstration))),
  constraint certificate_batch_check1 CHECK (((from_day <= to_day) AND (to_char((from_day)::timestamp with time zone, 'YYYY-MM'::text) <= month) AND (month <= to_char((to_day)::timestamp with time zone, 'YYYY-MM'::text)))),
  constraint certificate_batch_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint certificate_batch_device_check CHECK ((device ~ '^[A-Z0-9]{1,20}$'::text)),
  constraint certificate_batch_fuel_check CHECK ((fuel ~ '^[A-Z]{2}[0-9]{3}$'::text)),
  constraint certificate_batch_manifest_root_check CHECK ((length(manifest_root) = 32)),
  constraint certificate_batch_month_check CHECK ((month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text)),
  constraint certificate_batch_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000000))),
  constraint certificate_batch_registry_check CHECK ((registry = ANY (ARRAY['IREC'::text, 'TIGR'::text, 'GEC'::text]))),
  constraint certificate_batch_source_reference_check CHECK (((length(source_reference) >= 1) AND (length(source_reference) <= 80)))
);
alter table certificate_batch enable row level security;
create policy product_reads on certificate_batch for select to heliograph using (true);
CREATE TRIGGER ledger_not_emptied BEFORE TRUNCATE ON public.certificate_batch FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_only_added BEFORE DELETE OR UPDATE ON public.certificate_batch FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_own_writes BEFORE INSERT OR DELETE OR UPDATE ON public.certificate_batch FOR EACH ROW WHEN ((CURRENT_USER <> 'heliograph_ledger'::name)) EXECUTE FUNCTION refuse_ledger_change();

create table certificate_holding (
  batch_id bigint not null,
  first bigint not null,
  until bigint not null,
  quantity bigint not null,
  demonstration boolean not null,
  business_account_id integer,
  sub_account text not null,
  reference text,
  lot_id integer not null,
  range int8range generated always as (int8range(first, until)) stored not null,
  next_first bigint generated always as (
CASE
    WHEN (until <= quantity) THEN until
    ELSE NULL::bigint
END) stored,
  constraint certificate_holding_pkey PRIMARY KEY (batch_id, first),
  constraint certificate_holding_batch_id_quantity_demonstration_fkey FOREIGN KEY (batch_id, quantity, demonstration) REFERENCES certificate_batch(batch_id, quantity, demonstration),
  constraint certificate_holding_business_account_id_demonstration_fkey FOREIGN KEY (business_account_id, demonstration) REFERENCES business_account(business_account_id, demonstration),
  constraint certificate_holding_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES certificate_lot(lot_id),
  constraint followed_by_the_next FOREIGN KEY (batch_id, next_first) REFERENCES certificate_holding(batch_id, first) DEFERRABLE INITIALLY DEFERRED,
  constraint certificate_holding_check CHECK ((until > first)),
  constraint certificate_holding_check1 CHECK ((until <= (quantity + 1))),
  constraint certificate_holding_check2 CHECK (
CASE
    WHEN (sub_account = ANY (ARRAY['retired'::text, 'withdrawn'::text, 'external'::text])) THEN (business_account_id IS NULL)
    ELSE ((business_account_id IS NOT NULL) AND (sub_account = ANY (ARRAY['available'::text, 'on_sale'::text, 'in_settlement'::text, 'redemption_pending'::text, 'export_pending'::text, 'frozen'::text])))
END),
  constraint certificate_holding_check3 CHECK (((reference IS NULL) = (sub_account = 'available'::text))),
  constraint certificate_holding_first_check CHECK ((first >= 1)),
  constraint certificate_holding_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 80))),
  constraint no_certificate_twice EXCLUDE USING gist (batch_id WITH =, range WITH &&)
);
CREATE INDEX certificate_holding_account ON public.certificate_holding USING btree (business_account_id, batch_id) INCLUDE (sub_account, first, until);
CREATE INDEX certificate_holding_next ON public.certificate_holding USING btree (batch_id, next_first);
CREATE INDEX certificate_holding_reference ON public.certificate_holding USING btree (reference) WHERE (reference IS NOT NULL);
alter table certificate_holding enable row level security;
create policy product_reads on certificate_holding for select to heliograph using (true);
CREATE TRIGGER ledger_not_emptied BEFORE TRUNCATE ON public.certificate_holding FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_own_writes BEFORE INSERT OR DELETE OR UPDATE ON public.certificate_holding FOR EACH ROW WHEN ((CURRENT_USER <> 'heliograph_ledger'::name)) EXECUTE FUNCTION refuse_ledger_change();

create table certificate_leaf (
  batch_id bigint not null,
  begin_wh bigint not null,
  end_wh bigint not null,
  day date not null,
  constraint certificate_leaf_pkey PRIMARY KEY (batch_id, begin_wh),
  constraint certificate_leaf_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES certificate_batch(batch_id),
  constraint certificate_leaf_begin_wh_check CHECK ((begin_wh >= 0)),
  constraint certificate_leaf_check CHECK ((begin_wh < end_wh))
);
alter table certificate_leaf enable row level security;
CREATE TRIGGER leaves_are_whole AFTER INSERT ON public.certificate_leaf REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION leaves_are_whole();
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON public.certificate_leaf FOR EACH STATEMENT EXECUTE FUNCTION refuse_leaf_change();
CREATE TRIGGER only_added BEFORE DELETE OR UPDATE ON public.certificate_leaf FOR EACH ROW EXECUTE FUNCTION refuse_leaf_change();

create table certificate_lot (
  lot_id integer generated always as identity not null,
  channel text not null,
  unit_cost numeric(16,4),
  currency text,
  label text default ''::text not null,
  constraint certificate_lot_pkey PRIMARY KEY (lot_id),
  constraint certificate_lot_channel_unit_cost_currency_label_key UNIQUE NULLS NOT DISTINCT (channel, unit_cost, currency, label),
  constraint certificate_lot_channel_check CHECK ((channel = ANY (ARRAY['issued'::text, 'exchange'::text, 'off_exchange'::text, 'import'::text, 'transfer'::text]))),
  constraint certificate_lot_check CHECK (((unit_cost IS NULL) = (currency IS NULL))),
  constraint certificate_lot_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint certificate_lot_label_check CHECK ((length(label) <= 80)),
  constraint certificate_lot_unit_cost_check CHECK ((unit_cost >= (0)::numeric))
);
alter table certificate_lot enable row level security;
create policy product_reads on certificate_lot for select to heliograph using (true);
CREATE TRIGGER ledger_not_emptied BEFORE TRUNCATE ON public.certificate_lot FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_only_added BEFORE DELETE OR UPDATE ON public.certificate_lot FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_own_writes BEFORE INSERT OR DELETE OR UPDATE ON public.certificate_lot FOR EACH ROW WHEN ((CURRENT_USER <> 'heliograph_ledger'::name)) EXECUTE FUNCTION refuse_ledger_change();

create table changed_bound_day (
  device_id integer not null,
  day date not null,
  changed_at timestamp with time zone default clock_timestamp() not null,
  due_at timestamp with time zone default clock_timestamp() not null,
  constraint changed_bound_day_pkey PRIMARY KEY (device_id, day)
);
CREATE INDEX changed_bound_day_due ON public.changed_bound_day USING btree (due_at);
alter table changed_bound_day enable row level security;

create table changed_project_days (
  change_id bigint generated always as identity not null,
  project_id integer not null,
  day date not null,
  at timestamp with time zone default now() not null,
  constraint changed_project_days_pkey PRIMARY KEY (change_id)
);
CREATE INDEX changed_project_days_project ON public.changed_project_days USING btree (project_id);

create table changed_readings (
  change_id bigint generated always as identity not null,
  lane smallint not null,
  project_id integer[] not null,
  device_id integer[] not null,
  since timestamp with time zone[] not null,
  until timestamp with time zone[] not null,
  constraint changed_readings_pkey PRIMARY KEY (change_id)
);
CREATE INDEX changed_readings_lane ON public.changed_readings USING btree (lane, change_id);

create table chart_slots (
  hour_utc timestamp with time zone not null,
  project_id integer not null,
  device_id integer not null,
  ends bytea not null,
  lengths bytea not null,
  ac_power_w bytea,
  dc_power_w bytea,
  irradiance_w_m2 bytea,
  charge_power_w bytea,
  discharge_power_w bytea,
  soc_percent bytea,
  collector_temperature_c bytea,
  tank_temperature_c bytea,
  outlet_temperature_c bytea,
  inlet_temperature_c bytea,
  ambient_temperature_c bytea,
  constraint chart_slots_pkey PRIMARY KEY (project_id, device_id, hour_utc)
);
alter table chart_slots enable row level security;
create policy proven_project on chart_slots for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table chart_slots_due (
  due_id bigint generated always as identity not null,
  project_id integer not null,
  device_id integer not null,
  from_utc timestamp with time zone not null,
  to_utc timestamp with time zone not null,
  constraint chart_slots_due_pkey PRIMARY KEY (due_id)
);
CREATE INDEX chart_slots_due_to ON public.chart_slots_due USING btree (to_utc DESC);

create table command (
  command_id bigint generated always as identity not null,
  command_uid uuid default gen_random_uuid() not null,
  batch_uid uuid not null,
  project_id integer not null,
  gateway_id integer not null,
  device_id integer,
  name text not null,
  args jsonb not null,
  subject text generated always as ((name || COALESCE((':'::text || (args ->> 'relay'::text)), ''::text))) stored not null,
  cause text not null,
  account_id integer,
  state text default 'queued'::text not null,
  state_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  revert_after_s integer,
  revert_to text,
  held_at timestamp with time zone,
  effect_ended_at timestamp with time zone,
  superseded_by bigint,
  evidence jsonb,
  look_at timestamp with time zone default now(),
  hold_at timestamp with time zone,
  constraint command_pkey PRIMARY KEY (command_id),
  constraint command_command_uid_key UNIQUE (command_uid),
  constraint command_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint command_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id),
  constraint command_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id),
  constraint command_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id),
  constraint command_superseded_by_fkey FOREIGN KEY (superseded_by) REFERENCES command(command_id),
  constraint command_cause_check CHECK ((cause = ANY (ARRAY['person'::text, 'schedule'::text, 'end'::text, 'drill'::text, 'roll_out'::text]))),
  constraint command_check CHECK (((revert_after_s IS NULL) = (revert_to IS NULL))),
  constraint command_name_check CHECK ((name = ANY (ARRAY['power_limit'::text, 'connect'::text, 'zero_export'::text, 'nze_parameters'::text, 'nze_drill'::text, 'firmware'::text]))),
  constraint command_revert_after_s_check CHECK (((revert_after_s >= 1) AND (revert_after_s <= 86400))),
  constraint command_revert_to_check CHECK ((revert_to = ANY (ARRAY['own_limit'::text, 'limited'::text, 'connected'::text]))),
  constraint command_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'acknowledged'::text, 'applied'::text, 'verified'::text, 'failed'::text, 'expired'::text, 'superseded'::text, 'reverted'::text, 'cancelled'::text])))
);
CREATE INDEX command_batch ON public.command USING btree (batch_uid);
CREATE INDEX command_hold ON public.command USING btree (hold_at) WHERE (hold_at IS NOT NULL);
CREATE INDEX command_holding ON public.command USING btree (gateway_id, device_id, subject) WHERE ((effect_ended_at IS NULL) AND (state = ANY (ARRAY['queued'::text, 'sent'::text, 'acknowledged'::text, 'applied'::text, 'verified'::text])));
CREATE INDEX command_look ON public.command USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX command_open ON public.command USING btree (gateway_id) WHERE (state = ANY (ARRAY['queued'::text, 'sent'::text, 'acknowledged'::text, 'applied'::text]));
CREATE INDEX command_project ON public.command USING btree (project_id, command_id DESC);
CREATE INDEX command_row ON public.command USING btree (project_id, batch_uid, gateway_id, name);
CREATE INDEX command_zero_export ON public.command USING btree (gateway_id, command_id DESC) WHERE (name = 'zero_export'::text);
alter table command enable row level security;
create policy proven_project on command for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table command_result (
  actor_id integer not null,
  action text not null,
  key text not null,
  body_hash bytea not null,
  answer jsonb,
  at timestamp with time zone default now() not null,
  constraint command_result_pkey PRIMARY KEY (actor_id, action, key),
  constraint command_result_key_check CHECK (((length(key) >= 1) AND (length(key) <= 120)))
);
CREATE INDEX command_result_age ON public.command_result USING btree (at);
alter table command_result enable row level security;

create table command_step (
  command_id bigint not null,
  step_no integer not null,
  project_id integer not null,
  state text not null,
  at timestamp with time zone default now() not null,
  account_id integer,
  text text default ''::text not null,
  evidence jsonb,
  constraint command_step_pkey PRIMARY KEY (command_id, step_no),
  constraint command_step_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint command_step_command_id_fkey FOREIGN KEY (command_id) REFERENCES command(command_id) ON DELETE CASCADE,
  constraint command_step_text_check CHECK ((length(text) <= 500))
);
alter table command_step enable row level security;
create policy proven_project on command_step for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table company_document (
  document_uid uuid not null,
  business_account_id integer not null,
  kind text not null,
  name text not null,
  mime text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  uploaded_by integer,
  uploaded_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  constraint company_document_pkey PRIMARY KEY (document_uid),
  constraint company_document_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id) ON DELETE CASCADE,
  constraint company_document_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint company_document_kind_check CHECK ((length(kind) <= 40)),
  constraint company_document_mime_check CHECK ((mime = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text]))),
  constraint company_document_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint company_document_sha256_check CHECK ((length(sha256) = 32)),
  constraint company_document_size_bytes_check CHECK (((size_bytes >= 1) AND (size_bytes <= 10485760)))
);
CREATE INDEX company_document_of ON public.company_document USING btree (business_account_id);
alter table company_document enable row level security;

create table company_registration (
  country text not null,
  number text not null,
  business_account_id integer not null,
  constraint company_registration_pkey PRIMARY KEY (country, number),
  constraint company_registration_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id) ON DELETE CASCADE,
  constraint company_registration_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint company_registration_number_check CHECK (((length(number) >= 1) AND (length(number) <= 60)))
);
CREATE INDEX company_registration_of ON public.company_registration USING btree (business_account_id);
alter table company_registration enable row level security;

create table company_version (
  business_account_id integer not null,
  submission integer not null,
  content jsonb not null,
  answers jsonb default '[]'::jsonb not null,
  marks jsonb default '[]'::jsonb not null,
  submitted_at timestamp with time zone default now() not null,
  submitted_by integer,
  constraint company_version_pkey PRIMARY KEY (business_account_id, submission),
  constraint company_version_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id) ON DELETE CASCADE,
  constraint company_version_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint company_version_submission_check CHECK ((submission >= 1))
);
alter table company_version enable row level security;

create table credit_balance (
  business_account_id integer not null,
  currency text not null,
  cents bigint default 0 not null,
  constraint credit_balance_pkey PRIMARY KEY (business_account_id, currency),
  constraint credit_balance_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id),
  constraint credit_not_overdrawn CHECK ((cents >= 0))
);
alter table credit_balance enable row level security;

create table credit_entry (
  credit_entry_id bigint generated always as identity not null,
  business_account_id integer not null,
  currency text not null,
  cents bigint not null,
  reason text not null,
  invoice_id bigint not null,
  at timestamp with time zone default now() not null,
  constraint credit_entry_pkey PRIMARY KEY (credit_entry_id),
  constraint credit_entry_invoice_id_reason_key UNIQUE (invoice_id, reason),
  constraint credit_entry_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id),
  constraint credit_entry_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(invoice_id),
  constraint credit_entry_cents_check CHECK ((cents <> 0)),
  constraint credit_entry_check CHECK (((cents < 0) = (reason = 'applied'::text))),
  constraint credit_entry_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'EUR'::text, 'CNY'::text, 'VND'::text]))),
  constraint credit_entry_reason_check CHECK ((reason = ANY (ARRAY['overpaid'::text, 'applied'::text, 'returned'::text])))
);
CREATE INDEX credit_entry_of ON public.credit_entry USING btree (business_account_id, credit_entry_id);
alter table credit_entry enable row level security;
CREATE TRIGGER credit_entry_counted AFTER INSERT ON public.credit_entry FOR EACH ROW EXECUTE FUNCTION keep_credit_balance();
CREATE TRIGGER credit_entry_kept BEFORE DELETE OR UPDATE ON public.credit_entry FOR EACH ROW EXECUTE FUNCTION refuse_credit_change();
CREATE TRIGGER credit_entry_whole BEFORE TRUNCATE ON public.credit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_credit_change();

create table declared_day (
  issuance_id bigint not null,
  day date not null,
  wh bigint not null,
  file_name text not null,
  sha256 text not null,
  declared_by integer,
  declared_at timestamp with time zone default now() not null,
  evidence_uid uuid,
  constraint declared_day_pkey PRIMARY KEY (issuance_id, day),
  constraint declared_day_declared_by_fkey FOREIGN KEY (declared_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint declared_day_evidence_uid_fkey FOREIGN KEY (evidence_uid) REFERENCES record_evidence(evidence_uid),
  constraint declared_day_issuance_id_fkey FOREIGN KEY (issuance_id) REFERENCES issuance(issuance_id) ON DELETE CASCADE,
  constraint declared_day_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  constraint declared_day_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint declared_day_wh_check CHECK (((wh >= 0) AND (wh <= '1000000000000'::bigint)))
);
CREATE INDEX declared_day_evidence ON public.declared_day USING btree (evidence_uid) WHERE (evidence_uid IS NOT NULL);
alter table declared_day enable row level security;

create table device (
  device_id integer generated always as identity not null,
  device_uid uuid default gen_random_uuid() not null,
  project_id integer not null,
  gateway_id integer not null,
  asset_type text not null,
  serial text not null,
  name text default ''::text not null,
  alias text,
  manufacturer text,
  model text,
  ac_nominal_w bigint,
  dc_capacity_wp bigint,
  battery_capacity_wh bigint,
  mppt_count smallint,
  warranty_begin date,
  warranty_end date,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  firmware_version text,
  energy_before_wh bigint,
  announced_ac_nominal_w bigint,
  announced_dc_capacity_wp bigint,
  ratings_confirmed_at timestamp with time zone,
  owner_fields text[] default '{}'::text[] not null,
  replaces_id integer,
  constraint device_pkey PRIMARY KEY (device_id),
  constraint device_device_uid_key UNIQUE (device_uid),
  constraint device_gateway_id_serial_key UNIQUE (gateway_id, serial),
  constraint device_replaces_id_key UNIQUE (replaces_id),
  constraint device_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id),
  constraint device_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id),
  constraint device_replaces_id_fkey FOREIGN KEY (replaces_id) REFERENCES device(device_id),
  constraint device_ac_nominal_w_check CHECK ((ac_nominal_w > 0)),
  constraint device_alias_check CHECK (((length(alias) >= 1) AND (length(alias) <= 200))),
  constraint device_asset_type_check CHECK ((asset_type = ANY (ARRAY['solar_inverter'::text, 'electric_meter'::text, 'grid_meter'::text, 'sensor_radiation'::text, 'solar_panel'::text, 'battery'::text, 'swh_controller'::text]))),
  constraint device_battery_capacity_wh_check CHECK ((battery_capacity_wh > 0)),
  constraint device_dc_capacity_wp_check CHECK ((dc_capacity_wp > 0)),
  constraint device_energy_before_wh_check CHECK (((energy_before_wh >= 0) AND (energy_before_wh <= '1000000000000000'::bigint))),
  constraint device_firmware_version_check CHECK ((length(firmware_version) <= 80)),
  constraint device_manufacturer_check CHECK ((length(manufacturer) <= 100)),
  constraint device_model_check CHECK ((length(model) <= 100)),
  constraint device_mppt_count_check CHECK (((mppt_count >= 1) AND (mppt_count <= 64))),
  constraint device_name_check CHECK ((length(name) <= 200)),
  constraint device_serial_check CHECK (((length(serial) >= 1) AND (length(serial) <= 100)))
);
CREATE INDEX device_project ON public.device USING btree (project_id, device_id);
alter table device enable row level security;
create policy proven_project on device for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));
CREATE TRIGGER binding_of_changed_device AFTER UPDATE ON public.device FOR EACH ROW WHEN (((old.asset_type IS DISTINCT FROM new.asset_type) OR (old.serial IS DISTINCT FROM new.serial) OR (old.ac_nominal_w IS DISTINCT FROM new.ac_nominal_w) OR (old.dc_capacity_wp IS DISTINCT FROM new.dc_capacity_wp) OR (old.project_id IS DISTINCT FROM new.project_id))) EXECUTE FUNCTION suspend_binding();
CREATE TRIGGER bound_device_stays BEFORE UPDATE ON public.device FOR EACH ROW WHEN (((old.removed_at IS NULL) AND (new.removed_at IS NOT NULL))) EXECUTE FUNCTION bound_device_stays();
CREATE TRIGGER device_rated AFTER UPDATE ON public.device FOR EACH ROW WHEN ((((old.ac_nominal_w IS DISTINCT FROM new.ac_nominal_w) OR (old.dc_capacity_wp IS DISTINCT FROM new.dc_capacity_wp)) OR (old.asset_type IS DISTINCT FROM new.asset_type))) EXECUTE FUNCTION outdate_key_figures();
CREATE TRIGGER device_refolded AFTER UPDATE ON public.device FOR EACH ROW WHEN (((old.ac_nominal_w IS DISTINCT FROM new.ac_nominal_w) OR (old.asset_type IS DISTINCT FROM new.asset_type))) EXECUTE FUNCTION refold_device();
CREATE TRIGGER device_repacked AFTER UPDATE ON public.device FOR EACH ROW WHEN ((old.ac_nominal_w IS DISTINCT FROM new.ac_nominal_w)) EXECUTE FUNCTION repack_device();
CREATE TRIGGER device_replaced AFTER UPDATE ON public.device FOR EACH ROW WHEN ((old.energy_before_wh IS DISTINCT FROM new.energy_before_wh)) EXECUTE FUNCTION outdate_totals();

create table device_application (
  application_id bigint generated always as identity not null,
  record_uid uuid default gen_random_uuid() not null,
  number text not null,
  business_account_id integer not null,
  type text not null,
  status text default 'draft'::text not null,
  version integer default 1 not null,
  fields jsonb default '{}'::jsonb not null,
  meters jsonb default '[]'::jsonb not null,
  members uuid[] default '{}'::uuid[] not null,
  answers jsonb default '[]'::jsonb not null,
  note text default ''::text not null,
  submission integer default 0 not null,
  registration_date date,
  opened_at timestamp with time zone,
  opened_by integer,
  plant_id integer,
  folder_id bigint,
  registered_device_id bigint,
  copied_from bigint,
  created_by integer,
  submitted_by integer,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  registry text generated always as (COALESCE((fields ->> 'registry'::text), ''::text)) stored not null,
  country text generated always as (COALESCE((fields ->> 'location'::text), ''::text)) stored not null,
  english_name text generated always as (COALESCE((fields ->> 'device_english_name'::text), ''::text)) stored not null,
  search_text text generated always as (plain_text(((((((COALESCE((fields ->> 'device_english_name'::text), ''::text) || ' '::text) || COALESCE((fields ->> 'device_local_name'::text), ''::text)) || ' '::text) || number) || ' '::text) || COALESCE((fields ->> 'province'::text), ''::text)))) stored not null,
  succeeds_id bigint,
  is_change boolean default false not null,
  constraint device_application_pkey PRIMARY KEY (application_id),
  constraint device_application_number_key UNIQUE (number),
  constraint device_application_record_uid_key UNIQUE (record_uid),
  constraint device_application_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id),
  constraint device_application_copied_from_fkey FOREIGN KEY (copied_from) REFERENCES device_application(application_id),
  constraint device_application_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint device_application_folder_id_business_account_id_fkey FOREIGN KEY (folder_id, business_account_id) REFERENCES device_folder(folder_id, business_account_id),
  constraint device_application_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint device_application_plant_id_fkey FOREIGN KEY (plant_id) REFERENCES project(project_id) ON DELETE SET NULL,
  constraint device_application_registered_device_id_fkey FOREIGN KEY (registered_device_id) REFERENCES registered_device(registered_device_id),
  constraint device_application_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint device_application_succeeds_id_fkey FOREIGN KEY (succeeds_id) REFERENCES registered_device(registered_device_id),
  constraint device_application_change_succeeds CHECK (((succeeds_id IS NOT NULL) OR (NOT is_change))),
  constraint device_application_check CHECK (((status = 'approved'::text) = (registered_device_id IS NOT NULL))),
  constraint device_application_check1 CHECK (((submission = 0) = (registration_date IS NULL))),
  constraint device_application_note_check CHECK ((length(note) <= 2000)),
  constraint device_application_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'pending'::text, 'to_resubmit'::text, 'approved'::text, 'declined'::text, 'deleted'::text]))),
  constraint device_application_type_check CHECK ((type = ANY (ARRAY['normal'::text, 'grouped'::text])))
);
CREATE INDEX device_application_folder ON public.device_application USING btree (folder_id) WHERE (folder_id IS NOT NULL);
CREATE INDEX device_application_of ON public.device_application USING btree (business_account_id, application_id DESC);
CREATE INDEX device_application_queue ON public.device_application USING btree (registry, country, application_id DESC) WHERE ((status <> 'draft'::text) AND (status <> 'deleted'::text));
CREATE UNIQUE INDEX device_application_succeeds ON public.device_application USING btree (succeeds_id) WHERE ((succeeds_id IS NOT NULL) AND (status <> ALL (ARRAY['declined'::text, 'deleted'::text])));
alter table device_application enable row level security;

create table device_consent (
  consent_uid uuid default gen_random_uuid() not null,
  project_id integer not null,
  business_account_id integer not null,
  account_id integer,
  statement text not null,
  statement_hash bytea not null,
  address text not null,
  signed_at timestamp with time zone default now() not null,
  withdrawn_at timestamp with time zone,
  withdrawn_by integer,
  language text not null,
  constraint device_consent_pkey PRIMARY KEY (consent_uid),
  constraint device_consent_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint device_consent_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id) ON DELETE CASCADE,
  constraint device_consent_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint device_consent_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint device_consent_address_check CHECK ((length(address) <= 64)),
  constraint device_consent_language_check CHECK ((language = ANY (ARRAY['en'::text, 'vi'::text, 'zh'::text]))),
  constraint device_consent_statement_check CHECK (((length(statement) >= 1) AND (length(statement) <= 2000))),
  constraint device_consent_statement_hash_check CHECK ((length(statement_hash) = 32))
);
CREATE UNIQUE INDEX device_consent_in_force ON public.device_consent USING btree (project_id, business_account_id) WHERE (withdrawn_at IS NULL);
alter table device_consent enable row level security;

create table device_document (
  document_uid uuid not null,
  application_id bigint not null,
  kind text not null,
  name text not null,
  mime text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  uploaded_by integer,
  uploaded_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  constraint device_document_pkey PRIMARY KEY (document_uid),
  constraint device_document_application_id_fkey FOREIGN KEY (application_id) REFERENCES device_application(application_id) ON DELETE CASCADE,
  constraint device_document_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint device_document_kind_check CHECK ((length(kind) <= 40)),
  constraint device_document_mime_check CHECK ((mime = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text]))),
  constraint device_document_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint device_document_sha256_check CHECK ((length(sha256) = 32)),
  constraint device_document_size_bytes_check CHECK (((size_bytes >= 1) AND (size_bytes <= 10485760)))
);
CREATE INDEX device_document_of ON public.device_document USING btree (application_id);
alter table device_document enable row level security;

create table device_folder (
  folder_id bigint generated always as identity not null,
  folder_uid uuid default gen_random_uuid() not null,
  business_account_id integer not null,
  number text not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  constraint device_folder_pkey PRIMARY KEY (folder_id),
  constraint device_folder_folder_id_business_account_id_key UNIQUE (folder_id, business_account_id),
  constraint device_folder_folder_uid_key UNIQUE (folder_uid),
  constraint device_folder_number_key UNIQUE (number),
  constraint device_folder_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id) ON DELETE CASCADE,
  constraint device_folder_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);
CREATE INDEX device_folder_of ON public.device_folder USING btree (business_account_id);
alter table device_folder enable row level security;

create table device_group_member (
  group_id bigint not null,
  member_id bigint not null,
  valid daterange not null,
  constraint device_group_member_group_id_fkey FOREIGN KEY (group_id) REFERENCES registered_device(registered_device_id),
  constraint device_group_member_member_id_fkey FOREIGN KEY (member_id) REFERENCES registered_device(registered_device_id),
  constraint device_group_member_check CHECK ((group_id <> member_id)),
  constraint device_group_member_valid_check CHECK ((NOT isempty(valid))),
  constraint in_one_group_at_a_time EXCLUDE USING gist (member_id WITH =, valid WITH &&)
);
CREATE INDEX device_group_member_of ON public.device_group_member USING btree (group_id);
alter table device_group_member enable row level security;

create table device_release (
  registered_device_id bigint not null,
  business_account_id integer not null,
  signed_by integer,
  signed_at timestamp with time zone default now() not null,
  constraint device_release_pkey PRIMARY KEY (registered_device_id),
  constraint device_release_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id),
  constraint device_release_registered_device_id_fkey FOREIGN KEY (registered_device_id) REFERENCES registered_device(registered_device_id),
  constraint device_release_signed_by_fkey FOREIGN KEY (signed_by) REFERENCES account(account_id) ON DELETE SET NULL
);
CREATE INDEX device_release_to ON public.device_release USING btree (business_account_id);
alter table device_release enable row level security;

create table device_unit (
  unit_id bigint not null,
  registered_device_id bigint not null,
  demonstration boolean not null,
  valid daterange not null,
  sign smallint default 1 not null,
  register text default 'production'::text not null,
  role text not null,
  constraint device_unit_registered_device_id_demonstration_fkey FOREIGN KEY (registered_device_id, demonstration) REFERENCES registered_device(registered_device_id, demonstration),
  constraint device_unit_unit_id_demonstration_fkey FOREIGN KEY (unit_id, demonstration) REFERENCES generating_unit(unit_id, demonstration),
  constraint device_unit_register_check CHECK ((register = ANY (ARRAY['production'::text, 'export'::text, 'import'::text]))),
  constraint device_unit_role_check CHECK ((role = ANY (ARRAY['main'::text, 'check'::text, 'sub'::text, 'inverter'::text, 'export'::text, 'supply'::text, 'grid'::text]))),
  constraint device_unit_sign_check CHECK ((sign = ANY (ARRAY['-1'::integer, 0, 1]))),
  constraint device_unit_valid_check CHECK ((NOT isempty(valid))),
  constraint unit_in_one_device EXCLUDE USING gist (unit_id WITH =, valid WITH &&)
);
CREATE INDEX device_unit_device ON public.device_unit USING btree (registered_device_id);
alter table device_unit enable row level security;

create table device_version (
  application_id bigint not null,
  submission integer not null,
  content text not null,
  hash bytea not null,
  answers jsonb default '[]'::jsonb not null,
  note text default ''::text not null,
  submitted_by integer,
  submitted_at timestamp with time zone default now() not null,
  marks jsonb default '[]'::jsonb not null,
  reason text,
  overrides jsonb default '{}'::jsonb not null,
  decided_by integer,
  decided_at timestamp with time zone,
  owner_named boolean default false not null,
  constraint device_version_pkey PRIMARY KEY (application_id, submission),
  constraint device_version_application_id_fkey FOREIGN KEY (application_id) REFERENCES device_application(application_id) ON DELETE CASCADE,
  constraint device_version_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint device_version_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint device_version_hash_check CHECK ((length(hash) = 32)),
  constraint device_version_note_check CHECK ((length(note) <= 2000)),
  constraint device_version_reason_check CHECK ((length(reason) <= 2000)),
  constraint device_version_submission_check CHECK ((submission >= 1))
);
alter table device_version enable row level security;

create table document (
  document_uid uuid not null,
  project_id integer,
  kind text not null,
  name text not null,
  mime text not null,
  size_bytes bigint not null,
  sha256 text not null,
  facts jsonb default '{}'::jsonb not null,
  created_by integer,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  account_id integer,
  constraint document_pkey PRIMARY KEY (document_uid),
  constraint document_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint document_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint document_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint document_check CHECK ((num_nonnulls(project_id, account_id) = 1)),
  constraint document_kind_check CHECK ((kind ~ '^[a-z_.]{1,60}$'::text)),
  constraint document_mime_check CHECK ((length(mime) <= 100)),
  constraint document_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint document_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint document_size_bytes_check CHECK ((size_bytes > 0))
);
CREATE INDEX document_account ON public.document USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX document_expiring ON public.document USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX document_project ON public.document USING btree (project_id, kind, created_at DESC);
alter table document enable row level security;
create policy own_document on document for all to heliograph_api using ((account_id = ( SELECT app_account() AS app_account)));
create policy proven_project on document for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table energy_day (
  production_wh double precision,
  import_wh double precision,
  export_wh double precision,
  charge_wh double precision,
  discharge_wh double precision,
  est_production_wh double precision,
  est_import_wh double precision,
  est_export_wh double precision,
  est_charge_wh double precision,
  est_discharge_wh double precision,
  power_wh double precision,
  insolation_wh_m2 double precision,
  project_id integer not null,
  device_id integer not null,
  day date not null,
  power_max_w real,
  power_max_at timestamp with time zone,
  n integer default 0 not null,
  covered_s integer default 0 not null,
  expected_s integer default 0 not null,
  closing text,
  int_production_wh double precision,
  int_import_wh double precision,
  int_export_wh double precision,
  int_charge_wh double precision,
  int_discharge_wh double precision,
  reported text[] default '{}'::text[] not null,
  constraint energy_day_pkey PRIMARY KEY (project_id, device_id, day)
) with (fillfactor=50);
CREATE INDEX energy_day_days ON public.energy_day USING brin (day) WITH (autosummarize='on');
CREATE INDEX energy_day_reported ON public.energy_day USING btree (project_id, day) WHERE (reported <> '{}'::text[]);
alter table energy_day enable row level security;
create policy proven_project on energy_day for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));
CREATE TRIGGER bound_day_gone AFTER DELETE ON public.energy_day FOR EACH ROW WHEN ((old.day < (CURRENT_DATE - 1))) EXECUTE FUNCTION bound_day_changed();
CREATE TRIGGER bound_day_written AFTER INSERT OR UPDATE ON public.energy_day FOR EACH ROW WHEN ((new.day < (CURRENT_DATE - 1))) EXECUTE FUNCTION bound_day_changed();
CREATE TRIGGER energy_day_deleted AFTER DELETE ON public.energy_day REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_days();
CREATE TRIGGER energy_day_inserted AFTER INSERT ON public.energy_day REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_days();
CREATE TRIGGER energy_day_updated AFTER UPDATE ON public.energy_day REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_days();

create table energy_month (
  production_wh double precision,
  import_wh double precision,
  export_wh double precision,
  charge_wh double precision,
  discharge_wh double precision,
  est_production_wh double precision,
  est_import_wh double precision,
  est_export_wh double precision,
  est_charge_wh double precision,
  est_discharge_wh double precision,
  power_wh double precision,
  insolation_wh_m2 double precision,
  project_id integer not null,
  device_id integer not null,
  month date not null,
  power_max_w real,
  n bigint default 0 not null,
  covered_s bigint default 0 not null,
  expected_s bigint default 0 not null,
  int_production_wh double precision,
  int_import_wh double precision,
  int_export_wh double precision,
  int_charge_wh double precision,
  int_discharge_wh double precision,
  reported text[] default '{}'::text[] not null,
  constraint energy_month_pkey PRIMARY KEY (project_id, device_id, month)
) with (fillfactor=50);
CREATE INDEX energy_month_reported ON public.energy_month USING btree (project_id, month) WHERE (reported <> '{}'::text[]);
alter table energy_month enable row level security;
create policy proven_project on energy_month for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table energy_opening (
  at timestamp with time zone not null,
  wh double precision not null,
  project_id integer not null,
  device_id integer not null,
  quantity text not null,
  constraint energy_opening_pkey PRIMARY KEY (project_id, device_id, quantity),
  constraint energy_opening_quantity_check CHECK ((quantity = ANY (ARRAY['production'::text, 'import'::text, 'export'::text, 'charge'::text, 'discharge'::text])))
);
alter table energy_opening enable row level security;
create policy proven_project on energy_opening for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table energy_quarter (
  bin_utc timestamp with time zone not null,
  production_wh double precision,
  import_wh double precision,
  export_wh double precision,
  charge_wh double precision,
  discharge_wh double precision,
  est_production_wh double precision,
  est_import_wh double precision,
  est_export_wh double precision,
  est_charge_wh double precision,
  est_discharge_wh double precision,
  power_wh double precision,
  insolation_wh_m2 double precision,
  project_id integer not null,
  device_id integer not null,
  power_avg_w real,
  power_max_w real,
  module_temperature_c real,
  ambient_temperature_c real,
  tank_temperature_c real,
  collector_temperature_c real,
  soc_percent real,
  n integer default 0 not null,
  covered_s smallint default 0 not null,
  int_production_wh double precision,
  int_import_wh double precision,
  int_export_wh double precision,
  int_charge_wh double precision,
  int_discharge_wh double precision,
  constraint energy_quarter_pkey PRIMARY KEY (project_id, device_id, bin_utc),
  constraint energy_quarter_covered_s_check CHECK (((covered_s >= 0) AND (covered_s <= 900)))
);
alter table energy_quarter enable row level security;
create policy proven_project on energy_quarter for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table escalation (
  project_id integer not null,
  least_severity text not null,
  constraint escalation_pkey PRIMARY KEY (project_id),
  constraint escalation_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint escalation_least_severity_check CHECK ((least_severity = ANY (ARRAY['critical'::text, 'warning'::text, 'minor'::text])))
);
alter table escalation enable row level security;
create policy proven_project on escalation for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table escalation_step (
  project_id integer not null,
  position smallint not null,
  account_id integer not null,
  minutes integer not null,
  constraint escalation_step_pkey PRIMARY KEY (project_id, "position"),
  constraint escalation_step_project_id_account_id_key UNIQUE (project_id, account_id),
  constraint escalation_step_account_id_project_id_fkey FOREIGN KEY (account_id, project_id) REFERENCES project_member(account_id, project_id) ON DELETE CASCADE,
  constraint escalation_step_project_id_fkey FOREIGN KEY (project_id) REFERENCES escalation(project_id) ON DELETE CASCADE,
  constraint escalation_step_minutes_check CHECK (((minutes >= 1) AND (minutes <= 1440))),
  constraint escalation_step_position_check CHECK ((("position" >= 1) AND ("position" <= 10)))
);
alter table escalation_step enable row level security;
create policy proven_project on escalation_step for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table event_acknowledgement (
  event_uid uuid not null,
  project_id integer not null,
  account_id integer,
  at timestamp with time zone default now() not null,
  constraint event_acknowledgement_pkey PRIMARY KEY (event_uid),
  constraint event_acknowledgement_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint event_acknowledgement_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE
);
alter table event_acknowledgement enable row level security;
create policy proven_project on event_acknowledgement for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table fee (
  fee_id bigint generated always as identity not null,
  number text not null,
  redemption_id bigint not null,
  fee_rule_id integer not null,
  invoice_id bigint,
  quantity bigint not null,
  total_cents bigint not null,
  status text not null,
  closed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint fee_pkey PRIMARY KEY (fee_id),
  constraint fee_number_key UNIQUE (number),
  constraint fee_redemption_id_fee_rule_id_key UNIQUE (redemption_id, fee_rule_id),
  constraint fee_fee_rule_id_fkey FOREIGN KEY (fee_rule_id) REFERENCES fee_rule(fee_rule_id),
  constraint fee_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(invoice_id),
  constraint fee_redemption_id_fkey FOREIGN KEY (redemption_id) REFERENCES redemption(redemption_id),
  constraint fee_check CHECK (((total_cents > 0) OR (invoice_id IS NULL))),
  constraint fee_quantity_check CHECK ((quantity > 0)),
  constraint fee_status_check CHECK ((status = ANY (ARRAY['open'::text, 'unpaid'::text, 'waiting_for_confirmation'::text, 'paid'::text, 'expired'::text]))),
  constraint fee_total_cents_check CHECK ((total_cents >= 0))
);
CREATE INDEX fee_invoice ON public.fee USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
alter table fee enable row level security;

create table fee_acceptance (
  business_account_id integer not null,
  version integer not null,
  accepted_by integer,
  accepted_at timestamp with time zone default now() not null,
  language text not null,
  constraint fee_acceptance_pkey PRIMARY KEY (business_account_id, version),
  constraint fee_acceptance_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint fee_acceptance_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id) ON DELETE CASCADE,
  constraint fee_acceptance_version_fkey FOREIGN KEY (version) REFERENCES fee_agreement(version),
  constraint fee_acceptance_version_language_fkey FOREIGN KEY (version, language) REFERENCES fee_agreement_text(version, language)
);
alter table fee_acceptance enable row level security;

create table fee_agreement (
  version integer not null,
  effective_from date not null,
  change_uid uuid,
  agreement_uid uuid default gen_random_uuid() not null,
  constraint fee_agreement_pkey PRIMARY KEY (version),
  constraint fee_agreement_agreement_uid_key UNIQUE (agreement_uid),
  constraint fee_agreement_change_uid_fkey FOREIGN KEY (change_uid) REFERENCES fee_change(change_uid)
);
alter table fee_agreement enable row level security;

create table fee_agreement_text (
  version integer not null,
  language text not null,
  text text not null,
  text_hash bytea generated always as (sha256((text)::bytea)) stored not null,
  constraint fee_agreement_text_pkey PRIMARY KEY (version, language),
  constraint fee_agreement_text_version_fkey FOREIGN KEY (version) REFERENCES fee_agreement(version),
  constraint fee_agreement_text_language_check CHECK ((language = ANY (ARRAY['en'::text, 'vi'::text, 'zh'::text]))),
  constraint fee_agreement_text_text_check CHECK (((length(text) >= 1) AND (length(text) <= 20000)))
);
alter table fee_agreement_text enable row level security;

create table fee_change (
  change_uid uuid default gen_random_uuid() not null,
  effective_from date not null,
  rates jsonb not null,
  first_person integer not null,
  asked_at timestamp with time zone default now() not null,
  second_person integer,
  published_at timestamp with time zone,
  agreement_texts jsonb not null,
  constraint fee_change_pkey PRIMARY KEY (change_uid),
  constraint fee_change_first_person_fkey FOREIGN KEY (first_person) REFERENCES account(account_id),
  constraint fee_change_second_person_fkey FOREIGN KEY (second_person) REFERENCES account(account_id),
  constraint fee_change_agreement_texts_check CHECK ((jsonb_typeof(agreement_texts) = 'object'::text)),
  constraint fee_change_check CHECK ((first_person <> second_person)),
  constraint fee_change_check1 CHECK (((second_person IS NULL) = (published_at IS NULL)))
);
CREATE UNIQUE INDEX fee_change_waits ON public.fee_change USING btree (((published_at IS NULL))) WHERE (published_at IS NULL);
alter table fee_change enable row level security;

create table fee_rule (
  fee_rule_id integer generated always as identity not null,
  code text not null,
  version integer not null,
  fee_type text not null,
  registry text not null,
  fuel_group text not null,
  currency text not null,
  rate bigint not null,
  is_configured boolean default true not null,
  effective daterange not null,
  change_uid uuid,
  constraint fee_rule_pkey PRIMARY KEY (fee_rule_id),
  constraint fee_rule_code_version_key UNIQUE (code, version),
  constraint fee_rule_change_uid_fkey FOREIGN KEY (change_uid) REFERENCES fee_change(change_uid),
  constraint fee_rule_code_check CHECK ((code ~ '^[A-Z0-9-]{3,40}$'::text)),
  constraint fee_rule_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'EUR'::text, 'CNY'::text, 'VND'::text]))),
  constraint fee_rule_fee_type_check CHECK ((fee_type = ANY (ARRAY['REDEEM_EXCHANGE'::text, 'SELF_REDEEM'::text, 'BUYER_PROCESSING'::text, 'OTHER'::text]))),
  constraint fee_rule_fuel_group_check CHECK ((fuel_group = ANY (ARRAY['hydro'::text, 'other'::text]))),
  constraint fee_rule_rate_check CHECK (((rate >= 0) AND (rate <= 100000000))),
  constraint fee_rule_registry_check CHECK ((registry = ANY (ARRAY['IREC'::text, 'TIGR'::text, 'GEC'::text]))),
  constraint one_rate_a_day EXCLUDE USING gist (code WITH =, effective WITH &&)
);
alter table fee_rule enable row level security;

create table firmware (
  firmware_id integer generated always as identity not null,
  file_uid uuid not null,
  gateway_type text not null,
  version text not null,
  hardware_version text default ''::text not null,
  least_version text default ''::text not null,
  file_name text not null,
  size_bytes integer not null,
  sha256 text not null,
  signature text not null,
  signed_by text not null,
  notes text default ''::text not null,
  uploaded_by integer,
  created_at timestamp with time zone default now() not null,
  withdrawn_at timestamp with time zone,
  constraint firmware_pkey PRIMARY KEY (firmware_id),
  constraint firmware_file_uid_key UNIQUE (file_uid),
  constraint firmware_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint firmware_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  constraint firmware_gateway_type_check CHECK (((length(gateway_type) >= 1) AND (length(gateway_type) <= 80))),
  constraint firmware_hardware_version_check CHECK ((length(hardware_version) <= 80)),
  constraint firmware_least_version_check CHECK ((length(least_version) <= 80)),
  constraint firmware_notes_check CHECK ((length(notes) <= 500)),
  constraint firmware_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint firmware_signature_check CHECK ((length(signature) <= 200)),
  constraint firmware_signed_by_check CHECK ((length(signed_by) <= 80)),
  constraint firmware_size_bytes_check CHECK ((size_bytes > 0)),
  constraint firmware_version_check CHECK (((length(version) >= 1) AND (length(version) <= 80)))
);
CREATE UNIQUE INDEX firmware_version ON public.firmware USING btree (gateway_type, version) WHERE (withdrawn_at IS NULL);

create table foreign_serial (
  registry text not null,
  series text not null,
  range int8range not null,
  batch_id bigint not null,
  constraint foreign_serial_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES certificate_batch(batch_id),
  constraint foreign_serial_range_check CHECK (((NOT isempty(range)) AND (lower(range) >= 0) AND (upper(range) IS NOT NULL))),
  constraint foreign_serial_series_check CHECK (((length(series) >= 1) AND (length(series) <= 120))),
  constraint foreign_serial_once EXCLUDE USING gist (registry WITH =, series WITH =, range WITH &&)
);
CREATE INDEX foreign_serial_batch ON public.foreign_serial USING btree (batch_id);
alter table foreign_serial enable row level security;
create policy product_reads on foreign_serial for select to heliograph using (true);
CREATE TRIGGER ledger_not_emptied BEFORE TRUNCATE ON public.foreign_serial FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_only_added BEFORE DELETE OR UPDATE ON public.foreign_serial FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_own_writes BEFORE INSERT OR DELETE OR UPDATE ON public.foreign_serial FOR EACH ROW WHEN ((CURRENT_USER <> 'heliograph_ledger'::name)) EXECUTE FUNCTION refuse_ledger_change();

create table four_eyes (
  entity text not null,
  record_uid uuid not null,
  action text not null,
  payload_hash bytea not null,
  first_person integer not null,
  second_person integer,
  asked_at timestamp with time zone default now() not null,
  done_at timestamp with time zone,
  four_eyes_id bigint generated always as identity not null,
  payload text,
  reason text,
  constraint four_eyes_pkey PRIMARY KEY (four_eyes_id),
  constraint four_eyes_first_person_fkey FOREIGN KEY (first_person) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint four_eyes_second_person_fkey FOREIGN KEY (second_person) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint four_eyes_check CHECK (((done_at IS NULL) = (second_person IS NULL))),
  constraint four_eyes_open_is_shown CHECK (((done_at IS NOT NULL) OR (payload IS NOT NULL))),
  constraint four_eyes_payload_check CHECK ((length(payload) <= 1000000)),
  constraint four_eyes_payload_hash_check CHECK ((length(payload_hash) = 32)),
  constraint four_eyes_reason_check CHECK ((length(reason) <= 2000)),
  constraint two_persons CHECK ((first_person <> second_person))
);
CREATE UNIQUE INDEX four_eyes_open ON public.four_eyes USING btree (entity, record_uid, action) WHERE (done_at IS NULL);
alter table four_eyes enable row level security;

create table gateway (
  gateway_id integer generated always as identity not null,
  gateway_uid uuid default gen_random_uuid() not null,
  project_id integer not null,
  serial text not null,
  name text default ''::text not null,
  alias text,
  credential_hash text not null,
  interval_s integer default 300 not null,
  capacity_wp bigint,
  firmware_version text,
  nze_status boolean default false not null,
  connected boolean default false not null,
  last_contact_at timestamp with time zone,
  last_sequence bigint,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  gateway_type text,
  hardware_version text,
  hears_commands boolean default false not null,
  nze_status_at timestamp with time zone,
  nze_log_cleared_at timestamp with time zone,
  constraint gateway_pkey PRIMARY KEY (gateway_id),
  constraint gateway_gateway_uid_key UNIQUE (gateway_uid),
  constraint gateway_serial_key UNIQUE (serial),
  constraint gateway_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id),
  constraint gateway_alias_check CHECK (((length(alias) >= 1) AND (length(alias) <= 200))),
  constraint gateway_capacity_wp_check CHECK ((capacity_wp > 0)),
  constraint gateway_firmware_version_check CHECK ((length(firmware_version) <= 80)),
  constraint gateway_gateway_type_check CHECK ((length(gateway_type) <= 80)),
  constraint gateway_hardware_version_check CHECK ((length(hardware_version) <= 80)),
  constraint gateway_interval_s_check CHECK (((interval_s >= 1) AND (interval_s <= 3600))),
  constraint gateway_name_check CHECK ((length(name) <= 200)),
  constraint gateway_serial_check CHECK ((serial ~ '^[A-Za-z0-9_-]{3,64}$'::text))
);
CREATE INDEX gateway_project ON public.gateway USING btree (project_id, gateway_id);
alter table gateway enable row level security;
create policy proven_project on gateway for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));
CREATE TRIGGER gateway_rated AFTER UPDATE ON public.gateway FOR EACH ROW WHEN (((old.capacity_wp IS DISTINCT FROM new.capacity_wp) OR (old.removed_at IS DISTINCT FROM new.removed_at))) EXECUTE FUNCTION outdate_key_figures();

create table gateway_arrival (
  gateway_id integer not null,
  project_id integer not null,
  added_at timestamp with time zone default now() not null,
  first_contact_at timestamp with time zone,
  contact_by text,
  contact_address text,
  clock_ahead_ms double precision,
  announced_at timestamp with time zone,
  first_reading_at timestamp with time zone,
  first_stored integer,
  first_refused integer,
  stored bigint default 0 not null,
  refused bigint default 0 not null,
  newest_end timestamp with time zone,
  connected_at timestamp with time zone,
  followed_until timestamp with time zone,
  constraint gateway_arrival_pkey PRIMARY KEY (gateway_id),
  constraint gateway_arrival_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id) ON DELETE CASCADE,
  constraint gateway_arrival_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint gateway_arrival_contact_address_check CHECK ((length(contact_address) <= 64)),
  constraint gateway_arrival_contact_by_check CHECK ((contact_by = ANY (ARRAY['mqtt'::text, 'http'::text])))
);
alter table gateway_arrival enable row level security;
create policy proven_project on gateway_arrival for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table gateway_event (
  event_id bigint generated always as identity not null,
  project_id integer not null,
  gateway_id integer not null,
  device_id integer,
  at timestamp with time zone not null,
  received_at timestamp with time zone default now() not null,
  code text not null,
  severity text not null,
  text text default ''::text not null,
  event_uid uuid default gen_random_uuid() not null,
  constraint gateway_event_pkey PRIMARY KEY (event_id),
  constraint gateway_event_project_id_gateway_id_device_id_at_code_key UNIQUE NULLS NOT DISTINCT (project_id, gateway_id, device_id, at, code),
  constraint gateway_event_code_check CHECK (((length(code) >= 1) AND (length(code) <= 60))),
  constraint gateway_event_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'error'::text]))),
  constraint gateway_event_text_check CHECK ((length(text) <= 500))
);
CREATE INDEX gateway_event_newest ON public.gateway_event USING btree (project_id, gateway_id, at DESC, event_id DESC);
CREATE INDEX gateway_event_uid ON public.gateway_event USING btree (project_id, event_uid);
alter table gateway_event enable row level security;
create policy proven_project on gateway_event for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table gateway_hold (
  gateway_id integer not null,
  message_uid uuid not null,
  project_id integer not null,
  asked_at timestamp with time zone default now() not null,
  told_at timestamp with time zone,
  constraint gateway_hold_pkey PRIMARY KEY (gateway_id, message_uid),
  constraint gateway_hold_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id) ON DELETE CASCADE,
  constraint gateway_hold_message_uid_fkey FOREIGN KEY (message_uid) REFERENCES gateway_message(message_uid) ON DELETE CASCADE
);
alter table gateway_hold enable row level security;
create policy proven_project on gateway_hold for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table gateway_message (
  message_id bigint generated always as identity not null,
  message_uid uuid not null,
  gateway_id integer not null,
  project_id integer not null,
  payload jsonb not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  withdrawn boolean default false not null,
  sent_at timestamp with time zone,
  sent_by text,
  ack_at timestamp with time zone,
  ack_status text,
  ack_text text default ''::text not null,
  ack_in_force_w double precision,
  ack_count integer default 0 not null,
  reverted_at timestamp with time zone,
  constraint gateway_message_pkey PRIMARY KEY (message_id),
  constraint gateway_message_message_uid_key UNIQUE (message_uid),
  constraint gateway_message_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id) ON DELETE CASCADE,
  constraint gateway_message_ack_status_check CHECK ((ack_status = ANY (ARRAY['done'::text, 'refused'::text, 'failed'::text, 'expired'::text]))),
  constraint gateway_message_ack_text_check CHECK ((length(ack_text) <= 500)),
  constraint gateway_message_sent_by_check CHECK ((sent_by = ANY (ARRAY['mqtt'::text, 'http'::text])))
);
CREATE INDEX gateway_message_waiting ON public.gateway_message USING btree (gateway_id, message_id) WHERE ((sent_at IS NULL) AND (NOT withdrawn));
alter table gateway_message enable row level security;
create policy proven_project on gateway_message for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table gateway_try (
  gateway_id integer not null,
  project_id integer not null,
  minute timestamp with time zone not null,
  address text not null,
  by text not null,
  reason text not null,
  count integer default 1 not null,
  last_at timestamp with time zone default now() not null,
  constraint gateway_try_pkey PRIMARY KEY (gateway_id, minute, address, by, reason),
  constraint gateway_try_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id) ON DELETE CASCADE,
  constraint gateway_try_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint gateway_try_address_check CHECK ((length(address) <= 64)),
  constraint gateway_try_by_check CHECK ((by = ANY (ARRAY['mqtt'::text, 'http'::text]))),
  constraint gateway_try_reason_check CHECK ((reason = ANY (ARRAY['credential'::text, 'client_id'::text, 'connections'::text])))
);
alter table gateway_try enable row level security;
create policy proven_project on gateway_try for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table gec_asked (
  gec_redemption_id bigint not null,
  file_sha256 text not null,
  constraint gec_asked_pkey PRIMARY KEY (gec_redemption_id),
  constraint gec_asked_gec_redemption_id_fkey FOREIGN KEY (gec_redemption_id) REFERENCES gec_redemption(gec_redemption_id),
  constraint gec_asked_file_sha256_check CHECK ((file_sha256 ~ '^[0-9a-f]{64}$'::text))
);
alter table gec_asked enable row level security;

create table gec_certificate (
  gec_redemption_id bigint not null,
  month text not null,
  series text not null,
  range int8range not null,
  batch_id bigint,
  constraint gec_certificate_gec_redemption_id_fkey FOREIGN KEY (gec_redemption_id) REFERENCES gec_redemption(gec_redemption_id),
  constraint gec_certificate_month_check CHECK ((month ~ '^20\d{2}-(0[1-9]|1[0-2])$'::text)),
  constraint gec_certificate_range_check CHECK (((NOT isempty(range)) AND (lower(range) >= 1))),
  constraint gec_certificate_series_check CHECK ((series ~ '^\S{1,80}$'::text)),
  constraint gec_number_once EXCLUDE USING gist (series WITH =, range WITH &&)
);
CREATE INDEX gec_certificate_of ON public.gec_certificate USING btree (gec_redemption_id);
alter table gec_certificate enable row level security;

create table gec_credit (
  gec_credit_id bigint generated always as identity not null,
  business_account_id integer not null,
  record_uid uuid not null,
  amount_cents bigint not null,
  at timestamp with time zone default now() not null,
  constraint gec_credit_pkey PRIMARY KEY (gec_credit_id),
  constraint gec_credit_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id),
  constraint gec_credit_amount_cents_check CHECK ((amount_cents <> 0))
);
CREATE INDEX gec_credit_of ON public.gec_credit USING btree (business_account_id);
CREATE INDEX gec_credit_record ON public.gec_credit USING btree (record_uid);
alter table gec_credit enable row level security;

create table gec_redemption (
  gec_redemption_id bigint generated always as identity not null,
  record_uid uuid default gen_random_uuid() not null,
  number text not null,
  business_account_id integer not null,
  seller_account_id integer not null,
  demonstration boolean not null,
  status text not null,
  status_before text,
  version integer default 1 not null,
  created_by integer,
  submitted_by integer,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  completed_at timestamp with time zone,
  registry text default 'GEC'::text not null,
  country text default 'CN'::text not null,
  quantity bigint not null,
  price_cents bigint not null,
  beneficiary_name text,
  consumer_code text,
  gec_account text,
  consumer_province text,
  redeems_for text,
  period_from date,
  period_to date,
  purpose text,
  device_code text,
  device_name text,
  fuel text,
  location text,
  province text,
  returned_lots jsonb default '[]'::jsonb not null,
  constraint gec_redemption_pkey PRIMARY KEY (gec_redemption_id),
  constraint gec_redemption_number_key UNIQUE (number),
  constraint gec_redemption_record_uid_key UNIQUE (record_uid),
  constraint gec_redemption_business_account_id_demonstration_fkey FOREIGN KEY (business_account_id, demonstration) REFERENCES business_account(business_account_id, demonstration),
  constraint gec_redemption_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint gec_redemption_seller_account_id_demonstration_fkey FOREIGN KEY (seller_account_id, demonstration) REFERENCES business_account(business_account_id, demonstration),
  constraint gec_redemption_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint gec_redemption_beneficiary_name_check CHECK (((length(beneficiary_name) >= 1) AND (length(beneficiary_name) <= 200))),
  constraint gec_redemption_check CHECK ((seller_account_id <> business_account_id)),
  constraint gec_redemption_check1 CHECK ((period_from <= period_to)),
  constraint gec_redemption_check2 CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
  constraint gec_redemption_check3 CHECK (((status = 'closed'::text) = (status_before IS NOT NULL))),
  constraint gec_redemption_check4 CHECK (((status <> ALL (ARRAY['pending_seller_upload_certificate'::text, 'in_progress'::text, 'completed'::text])) OR (consumer_code IS NOT NULL))),
  constraint gec_redemption_check5 CHECK (((status <> ALL (ARRAY['in_progress'::text, 'completed'::text])) OR (device_code IS NOT NULL))),
  constraint gec_redemption_consumer_code_check CHECK ((consumer_code ~ '^[0-9A-Z]{18}$'::text)),
  constraint gec_redemption_consumer_province_check CHECK (((length(consumer_province) >= 1) AND (length(consumer_province) <= 100))),
  constraint gec_redemption_country_check CHECK ((country = 'CN'::text)),
  constraint gec_redemption_device_code_check CHECK ((device_code ~ '^[A-Z0-9]{1,20}$'::text)),
  constraint gec_redemption_device_name_check CHECK (((length(device_name) >= 1) AND (length(device_name) <= 100))),
  constraint gec_redemption_fuel_check CHECK ((fuel ~ '^[A-Z]{2}[0-9]{3}$'::text)),
  constraint gec_redemption_gec_account_check CHECK (((length(gec_account) >= 1) AND (length(gec_account) <= 60))),
  constraint gec_redemption_location_check CHECK (((length(location) >= 1) AND (length(location) <= 200))),
  constraint gec_redemption_price_cents_check CHECK (((price_cents >= 1) AND (price_cents <= 1000000))),
  constraint gec_redemption_province_check CHECK (((length(province) >= 1) AND (length(province) <= 100))),
  constraint gec_redemption_purpose_check CHECK (((length(purpose) >= 1) AND (length(purpose) <= 300))),
  constraint gec_redemption_quantity_check CHECK (((quantity >= 1) AND (quantity <= 10000000))),
  constraint gec_redemption_redeems_for_check CHECK ((redeems_for = ANY (ARRAY['own_consumption'::text, 'third_party'::text]))),
  constraint gec_redemption_registry_check CHECK ((registry = 'GEC'::text)),
  constraint gec_redemption_returned_lots_check CHECK ((jsonb_typeof(returned_lots) = 'array'::text)),
  constraint gec_redemption_status_check CHECK ((status = ANY (ARRAY['recorded'::text, 'pending_buyer_input'::text, 'pending_seller_upload_certificate'::text, 'in_progress'::text, 'completed'::text, 'closed'::text, 'withdrawn'::text])))
);
CREATE INDEX gec_redemption_of_buyer ON public.gec_redemption USING btree (business_account_id, gec_redemption_id DESC);
CREATE INDEX gec_redemption_of_seller ON public.gec_redemption USING btree (seller_account_id, gec_redemption_id DESC);
alter table gec_redemption enable row level security;

create table gec_selling (
  business_account_id integer not null,
  record_uid uuid default gen_random_uuid() not null,
  number text not null,
  status text not null,
  version integer default 1 not null,
  sell_limit_cents bigint default 0 not null,
  created_by integer,
  submitted_by integer,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  constraint gec_selling_pkey PRIMARY KEY (business_account_id),
  constraint gec_selling_number_key UNIQUE (number),
  constraint gec_selling_record_uid_key UNIQUE (record_uid),
  constraint gec_selling_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id) ON DELETE CASCADE,
  constraint gec_selling_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint gec_selling_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint gec_selling_sell_limit_cents_check CHECK (((sell_limit_cents >= 0) AND (sell_limit_cents <= '100000000000'::bigint))),
  constraint gec_selling_status_check CHECK ((status = ANY (ARRAY['disabled'::text, 'requested'::text, 'enabled'::text])))
);
alter table gec_selling enable row level security;

create table generating_unit (
  unit_id bigint generated always as identity not null,
  unit_uid uuid default gen_random_uuid() not null,
  maker text not null,
  serial text not null,
  role text,
  timezone text not null,
  latitude double precision,
  longitude double precision,
  ac_w bigint,
  dc_wp bigint,
  upstream_id bigint,
  demonstration boolean default false not null,
  created_at timestamp with time zone default now() not null,
  constraint generating_unit_pkey PRIMARY KEY (unit_id),
  constraint generating_unit_maker_serial_key UNIQUE (maker, serial),
  constraint generating_unit_unit_id_demonstration_key UNIQUE (unit_id, demonstration),
  constraint generating_unit_unit_uid_key UNIQUE (unit_uid),
  constraint generating_unit_upstream_id_fkey FOREIGN KEY (upstream_id) REFERENCES generating_unit(unit_id),
  constraint generating_unit_ac_w_check CHECK ((ac_w >= 0)),
  constraint generating_unit_dc_wp_check CHECK ((dc_wp >= 0)),
  constraint generating_unit_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint generating_unit_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint generating_unit_maker_check CHECK (((length(maker) >= 1) AND (length(maker) <= 80))),
  constraint generating_unit_role_check CHECK ((role = ANY (ARRAY['main'::text, 'check'::text, 'sub'::text, 'inverter'::text]))),
  constraint generating_unit_serial_check CHECK ((serial ~ '^[A-Z0-9]{1,80}$'::text))
);
alter table generating_unit enable row level security;

create table generation_account (
  generation_account_id bigint generated always as identity not null,
  lineage_id bigint not null,
  registry text not null,
  vintage integer not null,
  metered_wh bigint default 0 not null,
  declared_wh bigint default 0 not null,
  unclaimed_wh bigint default 0 not null,
  reserved_wh bigint default 0 not null,
  certified_wh bigint default 0 not null,
  carry_wh bigint default 0 not null,
  debt_wh bigint default 0 not null,
  forfeited_wh bigint default 0 not null,
  given_wh bigint default 0 not null,
  carried jsonb default '[]'::jsonb not null,
  constraint generation_account_pkey PRIMARY KEY (generation_account_id),
  constraint generation_account_lineage_id_registry_vintage_key UNIQUE (lineage_id, registry, vintage),
  constraint generation_account_lineage_id_fkey FOREIGN KEY (lineage_id) REFERENCES registered_device(registered_device_id),
  constraint carry_below_one_certificate CHECK (((carry_wh >= 0) AND (carry_wh <= 999999))),
  constraint debt_not_negative CHECK ((debt_wh >= 0)),
  constraint generation_account_certified_wh_check CHECK (((certified_wh >= 0) AND ((certified_wh % (1000000)::bigint) = 0))),
  constraint generation_account_declared_wh_check CHECK ((declared_wh >= 0)),
  constraint generation_account_forfeited_wh_check CHECK ((forfeited_wh >= 0)),
  constraint generation_account_metered_wh_check CHECK ((metered_wh >= 0)),
  constraint generation_account_registry_check CHECK ((registry = ANY (ARRAY['IREC'::text, 'TIGR'::text, 'GEC'::text]))),
  constraint generation_account_reserved_wh_check CHECK ((reserved_wh >= 0)),
  constraint generation_account_unclaimed_wh_check CHECK ((unclaimed_wh >= 0)),
  constraint generation_account_vintage_check CHECK (((vintage >= 1970) AND (vintage <= 2199))),
  constraint issued_is_metered CHECK (((((((certified_wh + unclaimed_wh) + reserved_wh) + carry_wh) + forfeited_wh) + given_wh) = ((metered_wh + declared_wh) + debt_wh)))
);
CREATE INDEX generation_account_debt ON public.generation_account USING btree (generation_account_id) WHERE (debt_wh > 0);
alter table generation_account enable row level security;
CREATE TRIGGER follows_postings BEFORE INSERT OR UPDATE ON public.generation_account FOR EACH ROW EXECUTE FUNCTION generation_account_follows();
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON public.generation_account FOR EACH STATEMENT EXECUTE FUNCTION refuse_generation_write();
CREATE TRIGGER not_removed BEFORE DELETE ON public.generation_account FOR EACH ROW EXECUTE FUNCTION refuse_generation_write();
CREATE CONSTRAINT TRIGGER sums_hold AFTER INSERT OR UPDATE ON public.generation_account DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION generation_account_sums();

create table generation_claim (
  generation_claim_id bigint generated always as identity not null,
  unit_id bigint not null,
  issuance_id bigint not null,
  span tstzrange not null,
  state text not null,
  corrects bigint,
  statement_version integer not null,
  constraint generation_claim_pkey PRIMARY KEY (generation_claim_id),
  constraint generation_claim_corrects_fkey FOREIGN KEY (corrects) REFERENCES issuance(issuance_id),
  constraint generation_claim_issuance_id_fkey FOREIGN KEY (issuance_id) REFERENCES issuance(issuance_id),
  constraint generation_claim_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES generating_unit(unit_id),
  constraint generation_claim_span_check CHECK (((NOT isempty(span)) AND (lower(span) IS NOT NULL) AND (upper(span) IS NOT NULL))),
  constraint generation_claim_state_check CHECK ((state = ANY (ARRAY['held'::text, 'certified'::text, 'released'::text]))),
  constraint one_claim_an_instant EXCLUDE USING gist (unit_id WITH =, span WITH &&) WHERE (((state <> 'released'::text) AND (corrects IS NULL)))
);
CREATE UNIQUE INDEX generation_claim_correction ON public.generation_claim USING btree (corrects, unit_id) WHERE ((corrects IS NOT NULL) AND (state = 'held'::text));
CREATE INDEX generation_claim_issuance ON public.generation_claim USING btree (issuance_id);
alter table generation_claim enable row level security;

create table generation_day (
  issuance_id bigint not null,
  version integer not null,
  day date not null,
  wh bigint,
  meter_wh bigint,
  inverter_wh bigint,
  maximum_wh bigint not null,
  source text not null,
  evidence text,
  complete_permille integer not null,
  is_settled boolean not null,
  is_copy boolean not null,
  exported_wh bigint,
  supply_wh bigint,
  constraint generation_day_pkey PRIMARY KEY (issuance_id, version, day),
  constraint generation_day_issuance_id_version_fkey FOREIGN KEY (issuance_id, version) REFERENCES generation_statement(issuance_id, version) ON DELETE CASCADE,
  constraint generation_day_check CHECK (((wh IS NULL) = (evidence IS NULL))),
  constraint generation_day_complete_permille_check CHECK (((complete_permille >= 0) AND (complete_permille <= 1000))),
  constraint generation_day_evidence_check CHECK ((evidence = ANY (ARRAY['A'::text, 'B'::text, 'C'::text]))),
  constraint generation_day_maximum_wh_check CHECK ((maximum_wh >= 0)),
  constraint generation_day_source_check CHECK ((source = ANY (ARRAY['meter'::text, 'gap'::text, 'inverters'::text, 'power'::text, 'import'::text, 'file'::text, 'none'::text]))),
  constraint generation_day_wh_check CHECK ((wh >= 0))
);
alter table generation_day enable row level security;
CREATE TRIGGER issued_stays BEFORE INSERT OR DELETE OR UPDATE ON public.generation_day FOR EACH ROW EXECUTE FUNCTION issued_statement_stays();
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON public.generation_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_generation_write();

create table generation_posting (
  generation_posting_id bigint generated always as identity not null,
  generation_account_id bigint not null,
  at timestamp with time zone default now() not null,
  type text not null,
  issuance_id bigint,
  entry_id bigint,
  metered_wh bigint default 0 not null,
  declared_wh bigint default 0 not null,
  unclaimed_wh bigint default 0 not null,
  reserved_wh bigint default 0 not null,
  certified_wh bigint default 0 not null,
  carry_wh bigint default 0 not null,
  debt_wh bigint default 0 not null,
  forfeited_wh bigint default 0 not null,
  given_wh bigint default 0 not null,
  constraint generation_posting_pkey PRIMARY KEY (generation_posting_id),
  constraint generation_posting_generation_account_id_fkey FOREIGN KEY (generation_account_id) REFERENCES generation_account(generation_account_id),
  constraint generation_posting_issuance_id_fkey FOREIGN KEY (issuance_id) REFERENCES issuance(issuance_id),
  constraint generation_posting_type_check CHECK ((type = ANY (ARRAY['accept'::text, 'release'::text, 'issue'::text, 'restate'::text, 'repay'::text, 'forfeit'::text, 'collect'::text]))),
  constraint sides_balance CHECK (((((((certified_wh + unclaimed_wh) + reserved_wh) + carry_wh) + forfeited_wh) + given_wh) = ((metered_wh + declared_wh) + debt_wh)))
);
CREATE INDEX generation_posting_account ON public.generation_posting USING btree (generation_account_id, generation_posting_id);
CREATE INDEX generation_posting_issuance ON public.generation_posting USING btree (issuance_id) WHERE (issuance_id IS NOT NULL);
alter table generation_posting enable row level security;
CREATE TRIGGER generation_posted AFTER INSERT ON public.generation_posting FOR EACH ROW EXECUTE FUNCTION generation_posted();
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON public.generation_posting FOR EACH STATEMENT EXECUTE FUNCTION refuse_generation_write();
CREATE TRIGGER only_added BEFORE DELETE OR UPDATE ON public.generation_posting FOR EACH ROW EXECUTE FUNCTION refuse_generation_change();

create table generation_statement (
  issuance_id bigint not null,
  version integer not null,
  made_at timestamp with time zone default now() not null,
  hash text not null,
  wh bigint not null,
  declared_wh bigint not null,
  carry_wh bigint not null,
  debt_wh bigint not null,
  evidence text,
  constraint generation_statement_pkey PRIMARY KEY (issuance_id, version),
  constraint generation_statement_issuance_id_fkey FOREIGN KEY (issuance_id) REFERENCES issuance(issuance_id) ON DELETE CASCADE,
  constraint generation_statement_carry_wh_check CHECK (((carry_wh >= 0) AND (carry_wh <= 999999))),
  constraint generation_statement_check CHECK (((declared_wh >= 0) AND (declared_wh <= wh))),
  constraint generation_statement_debt_wh_check CHECK ((debt_wh >= 0)),
  constraint generation_statement_evidence_check CHECK ((evidence = ANY (ARRAY['A'::text, 'B'::text, 'C'::text]))),
  constraint generation_statement_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint generation_statement_wh_check CHECK ((wh >= 0))
);
alter table generation_statement enable row level security;
CREATE TRIGGER issued_stays BEFORE DELETE OR UPDATE ON public.generation_statement FOR EACH ROW EXECUTE FUNCTION issued_statement_stays();
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON public.generation_statement FOR EACH STATEMENT EXECUTE FUNCTION refuse_generation_write();

create table grid_emission_factor (
  kg_per_kwh double precision not null,
  year smallint not null,
  provisional boolean default false not null,
  source text not null,
  edition text not null,
  constraint grid_emission_factor_pkey PRIMARY KEY (year),
  constraint grid_emission_factor_edition_check CHECK (((length(edition) >= 1) AND (length(edition) <= 100))),
  constraint grid_emission_factor_kg_per_kwh_check CHECK (((kg_per_kwh > (0)::double precision) AND (kg_per_kwh < (3)::double precision))),
  constraint grid_emission_factor_source_check CHECK (((length(source) >= 1) AND (length(source) <= 300))),
  constraint grid_emission_factor_year_check CHECK (((year >= 1970) AND (year <= 2199)))
);
CREATE TRIGGER factor_changed AFTER INSERT OR DELETE OR UPDATE ON public.grid_emission_factor FOR EACH STATEMENT EXECUTE FUNCTION forget_avoided();

create table head_publication (
  day date not null,
  place text not null,
  size bigint not null,
  root bytea not null,
  tried_at timestamp with time zone not null,
  done_at timestamp with time zone,
  error text,
  constraint head_publication_pkey PRIMARY KEY (day, place),
  constraint head_publication_check CHECK (((done_at IS NULL) = (error IS NOT NULL))),
  constraint head_publication_error_check CHECK (((length(error) >= 1) AND (length(error) <= 500))),
  constraint head_publication_place_check CHECK ((place = ANY (ARRAY['file'::text, 'webhook'::text]))),
  constraint head_publication_root_check CHECK ((length(root) = 32)),
  constraint head_publication_size_check CHECK ((size >= 1))
);
alter table head_publication enable row level security;

create table history_import (
  import_id bigint generated always as identity not null,
  import_uid uuid default gen_random_uuid() not null,
  project_id integer not null,
  created_by integer,
  created_at timestamp with time zone default now() not null,
  state text default 'draft'::text not null,
  wish jsonb default '{}'::jsonb not null,
  trial jsonb,
  rows_read bigint default 0 not null,
  batches integer default 0 not null,
  result jsonb,
  stop_at timestamp with time zone,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  undone_by integer,
  undone_at timestamp with time zone,
  fault text,
  constraint history_import_pkey PRIMARY KEY (import_id),
  constraint history_import_import_uid_key UNIQUE (import_uid),
  constraint history_import_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint history_import_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id),
  constraint history_import_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint history_import_fault_check CHECK ((length(fault) <= 500)),
  constraint history_import_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'trying'::text, 'tried'::text, 'waiting'::text, 'storing'::text, 'energy'::text, 'done'::text, 'stopped'::text, 'failed'::text, 'undoing'::text, 'undone'::text])))
);
CREATE INDEX history_import_project ON public.history_import USING btree (project_id, import_id DESC);
CREATE INDEX history_import_waiting ON public.history_import USING btree (created_at) WHERE (state = ANY (ARRAY['draft'::text, 'trying'::text, 'tried'::text, 'failed'::text]));
alter table history_import enable row level security;
create policy proven_project on history_import for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table history_import_file (
  file_uid uuid not null,
  import_id bigint not null,
  name text not null,
  size_bytes bigint not null,
  sample text,
  rows bigint,
  kept boolean default true not null,
  added_at timestamp with time zone default now() not null,
  constraint history_import_file_pkey PRIMARY KEY (file_uid),
  constraint history_import_file_import_id_fkey FOREIGN KEY (import_id) REFERENCES history_import(import_id) ON DELETE CASCADE,
  constraint history_import_file_name_check CHECK ((length(name) <= 200)),
  constraint history_import_file_sample_check CHECK ((length(sample) <= 20000))
);
CREATE INDEX history_import_file_import ON public.history_import_file USING btree (import_id, added_at);
alter table history_import_file enable row level security;
create policy proven_project on history_import_file for all to heliograph_api using ((import_id IN ( SELECT i.import_id
   FROM history_import i)));

create table history_import_mark (
  mark_id bigint generated always as identity not null,
  import_id bigint not null,
  project_id integer not null,
  device_id integer not null,
  kind text not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  count integer not null,
  runs bytea not null,
  was jsonb,
  constraint history_import_mark_pkey PRIMARY KEY (mark_id),
  constraint history_import_mark_import_id_fkey FOREIGN KEY (import_id) REFERENCES history_import(import_id) ON DELETE CASCADE,
  constraint history_import_mark_count_check CHECK ((count > 0)),
  constraint history_import_mark_kind_check CHECK ((kind = ANY (ARRAY['reading'::text, 'completed'::text, 'day'::text, 'month'::text])))
);
CREATE INDEX history_import_mark_device ON public.history_import_mark USING btree (project_id, device_id, since) WHERE (kind = 'completed'::text);
CREATE INDEX history_import_mark_import ON public.history_import_mark USING btree (import_id, mark_id);
alter table history_import_mark enable row level security;
create policy proven_project on history_import_mark for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table import_origin (
  origin text not null,
  platform_account text default ''::text not null,
  balance bigint,
  balance_at timestamp with time zone,
  first_person integer,
  second_person integer,
  constraint import_origin_pkey PRIMARY KEY (origin),
  constraint import_origin_changed_by_fkey FOREIGN KEY (first_person) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint import_origin_second_person_fkey FOREIGN KEY (second_person) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint import_origin_balance_check CHECK ((balance >= 0)),
  constraint import_origin_check CHECK (((balance IS NULL) = (balance_at IS NULL))),
  constraint import_origin_origin_check CHECK ((origin ~ '^[A-Z]{2,10}$'::text)),
  constraint import_origin_platform_account_check CHECK ((length(platform_account) <= 60)),
  constraint stated_by_two CHECK ((first_person <> second_person))
);
alter table import_origin enable row level security;

create table import_origin_asked (
  origin text not null,
  record_uid uuid default gen_random_uuid() not null,
  platform_account text not null,
  balance bigint,
  first_person integer not null,
  asked_at timestamp with time zone default now() not null,
  constraint import_origin_asked_pkey PRIMARY KEY (origin),
  constraint import_origin_asked_record_uid_key UNIQUE (record_uid),
  constraint import_origin_asked_first_person_fkey FOREIGN KEY (first_person) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint import_origin_asked_origin_fkey FOREIGN KEY (origin) REFERENCES import_origin(origin),
  constraint import_origin_asked_balance_check CHECK ((balance >= 0)),
  constraint import_origin_asked_platform_account_check CHECK ((length(platform_account) <= 60))
);
alter table import_origin_asked enable row level security;

create table invitation (
  invitation_uid uuid default gen_random_uuid() not null,
  project_id integer not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by integer,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_because text,
  constraint invitation_pkey PRIMARY KEY (invitation_uid),
  constraint invitation_token_hash_key UNIQUE (token_hash),
  constraint invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint invitation_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint invitation_check CHECK (((ended_at IS NULL) = (ended_because IS NULL))),
  constraint invitation_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint invitation_ended_because_check CHECK ((ended_because = ANY (ARRAY['accepted'::text, 'revoked'::text, 'replaced'::text]))),
  constraint invitation_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'managed'::text, 'read_only'::text])))
);
CREATE UNIQUE INDEX invitation_open ON public.invitation USING btree (project_id, email) WHERE (ended_at IS NULL);
alter table invitation enable row level security;

create table invoice (
  invoice_id bigint generated always as identity not null,
  record_uid uuid default gen_random_uuid() not null,
  number text not null,
  business_account_id integer not null,
  status text not null,
  version integer default 1 not null,
  created_by integer,
  submitted_by integer,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  redemption_id bigint not null,
  currency text not null,
  quantity bigint not null,
  total_cents bigint not null,
  confirmed_cents bigint default 0 not null,
  due_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  credit_cents bigint default 0 not null,
  refunded_cents bigint default 0 not null,
  constraint invoice_pkey PRIMARY KEY (invoice_id),
  constraint invoice_number_key UNIQUE (number),
  constraint invoice_record_uid_key UNIQUE (record_uid),
  constraint invoice_redemption_id_currency_key UNIQUE (redemption_id, currency),
  constraint invoice_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id),
  constraint invoice_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint invoice_redemption_id_fkey FOREIGN KEY (redemption_id) REFERENCES redemption(redemption_id),
  constraint invoice_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint invoice_check CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
  constraint invoice_check3 CHECK (((credit_cents >= 0) AND (credit_cents <= total_cents))),
  constraint invoice_check4 CHECK (((refunded_cents >= 0) AND (refunded_cents <= confirmed_cents))),
  constraint invoice_confirmed_cents_check CHECK ((confirmed_cents >= 0)),
  constraint invoice_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'EUR'::text, 'CNY'::text, 'VND'::text]))),
  constraint invoice_in_part CHECK (((status <> 'partial_paid'::text) OR ((confirmed_cents > 0) AND ((confirmed_cents + credit_cents) < total_cents)))),
  constraint invoice_paid CHECK (((status <> 'paid'::text) OR ((confirmed_cents + credit_cents) = total_cents))),
  constraint invoice_quantity_check CHECK ((quantity > 0)),
  constraint invoice_status_check CHECK ((status = ANY (ARRAY['unpaid'::text, 'waiting_for_confirmation'::text, 'partial_paid'::text, 'paid'::text, 'expired'::text, 'cancelled'::text]))),
  constraint invoice_total_cents_check CHECK ((total_cents > 0))
);
CREATE INDEX invoice_of ON public.invoice USING btree (business_account_id, created_at);
alter table invoice enable row level security;

create table issuance (
  issuance_id bigint generated always as identity not null,
  record_uid uuid default gen_random_uuid() not null,
  number text not null,
  business_account_id integer not null,
  status text not null,
  version integer default 1 not null,
  created_by integer,
  submitted_by integer,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  registered_device_id bigint not null,
  demonstration boolean not null,
  registry text not null,
  country text not null,
  from_day date not null,
  to_day date not null,
  corrects bigint,
  statement_version integer default 0 not null,
  quantity bigint default 0 not null,
  evidence text,
  failed text[] default '{}'::text[] not null,
  constraint issuance_pkey PRIMARY KEY (issuance_id),
  constraint issuance_number_key UNIQUE (number),
  constraint issuance_record_uid_key UNIQUE (record_uid),
  constraint issuance_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id),
  constraint issuance_corrects_fkey FOREIGN KEY (corrects) REFERENCES issuance(issuance_id),
  constraint issuance_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint issuance_registered_device_id_demonstration_fkey FOREIGN KEY (registered_device_id, demonstration) REFERENCES registered_device(registered_device_id, demonstration),
  constraint issuance_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint issuance_check CHECK ((from_day <= to_day)),
  constraint issuance_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint issuance_evidence_check CHECK ((evidence = ANY (ARRAY['A'::text, 'B'::text, 'C'::text]))),
  constraint issuance_quantity_check CHECK (((quantity >= 0) AND (quantity <= 1000000000))),
  constraint issuance_registry_check CHECK ((registry = ANY (ARRAY['IREC'::text, 'TIGR'::text, 'GEC'::text]))),
  constraint issuance_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'pending'::text, 'in_progress'::text, 'to_resubmit'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'deleted'::text])))
);
CREATE INDEX issuance_account ON public.issuance USING btree (business_account_id, issuance_id);
CREATE INDEX issuance_corrects ON public.issuance USING btree (corrects) WHERE (corrects IS NOT NULL);
CREATE INDEX issuance_device ON public.issuance USING btree (registered_device_id, from_day);
CREATE INDEX issuance_scope ON public.issuance USING btree (registry, country, status);
CREATE UNIQUE INDEX one_open_correction ON public.issuance USING btree (corrects) WHERE ((corrects IS NOT NULL) AND (status = ANY (ARRAY['draft'::text, 'pending'::text, 'in_progress'::text, 'to_resubmit'::text])));
alter table issuance enable row level security;

create table issuance_submission (
  issuance_id bigint not null,
  submission integer not null,
  submitted_at timestamp with time zone default now() not null,
  submitted_by integer,
  from_day date not null,
  to_day date not null,
  statement_version integer not null,
  evidence text[] not null,
  answers jsonb default '[]'::jsonb not null,
  marks jsonb default '[]'::jsonb not null,
  pack text,
  constraint issuance_submission_pkey PRIMARY KEY (issuance_id, submission),
  constraint issuance_submission_issuance_id_fkey FOREIGN KEY (issuance_id) REFERENCES issuance(issuance_id) ON DELETE CASCADE,
  constraint issuance_submission_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint issuance_submission_pack_check CHECK ((length(pack) <= 1000000)),
  constraint issuance_submission_submission_check CHECK ((submission >= 1))
);
alter table issuance_submission enable row level security;

create table journal_entry (
  entry_id bigint generated always as identity not null,
  entry_uid uuid default gen_random_uuid() not null,
  type text not null,
  at timestamp with time zone not null,
  actor_id integer,
  key text not null,
  request_hash bytea not null,
  reference text,
  reverses bigint,
  public_part text not null,
  private_part text not null,
  salt bytea not null,
  leaf bytea not null,
  constraint journal_entry_pkey PRIMARY KEY (entry_id),
  constraint journal_entry_actor_id_type_key_key UNIQUE NULLS NOT DISTINCT (actor_id, type, key),
  constraint journal_entry_entry_uid_key UNIQUE (entry_uid),
  constraint journal_entry_reverses_fkey FOREIGN KEY (reverses) REFERENCES journal_entry(entry_id),
  constraint journal_entry_check CHECK (((reverses IS NOT NULL) = (type = 'reversal'::text))),
  constraint journal_entry_key_check CHECK (((length(key) >= 1) AND (length(key) <= 120))),
  constraint journal_entry_leaf_check CHECK ((length(leaf) = 32)),
  constraint journal_entry_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 80))),
  constraint journal_entry_salt_check CHECK ((length(salt) = 32)),
  constraint journal_entry_type_check CHECK ((type = ANY (ARRAY['issue'::text, 'import'::text, 'transfer'::text, 'split'::text, 'place_sale'::text, 'match'::text, 'settle'::text, 'request_redemption'::text, 'retire'::text, 'request_export'::text, 'export'::text, 'freeze'::text, 'release'::text, 'withdraw'::text, 'reversal'::text, 'key'::text, 'correction'::text])))
);
CREATE UNIQUE INDEX journal_entry_corrected ON public.journal_entry USING btree (reference) WHERE (type = 'correction'::text);
CREATE INDEX journal_entry_leaf ON public.journal_entry USING hash (leaf);
CREATE INDEX journal_entry_reference ON public.journal_entry USING btree (reference) WHERE (reference IS NOT NULL);
CREATE UNIQUE INDEX journal_entry_retired ON public.journal_entry USING btree (reference) WHERE (type = 'retire'::text);
CREATE UNIQUE INDEX journal_entry_reversed ON public.journal_entry USING btree (reverses) WHERE (reverses IS NOT NULL);
alter table journal_entry enable row level security;
create policy product_reads on journal_entry for select to heliograph using (true);
CREATE TRIGGER ledger_not_emptied BEFORE TRUNCATE ON public.journal_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_only_added BEFORE DELETE OR UPDATE ON public.journal_entry FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_own_writes BEFORE INSERT OR DELETE OR UPDATE ON public.journal_entry FOR EACH ROW WHEN ((CURRENT_USER <> 'heliograph_ledger'::name)) EXECUTE FUNCTION refuse_ledger_change();

create table journal_head (
  size bigint not null,
  root bytea not null,
  peaks bytea not null,
  at timestamp with time zone not null,
  key_id text not null,
  signed text not null,
  signature bytea not null,
  constraint journal_head_pkey PRIMARY KEY (size),
  constraint journal_head_size_fkey FOREIGN KEY (size) REFERENCES journal_seal(seq),
  constraint journal_head_root_check CHECK ((length(root) = 32)),
  constraint journal_head_signature_check CHECK ((length(signature) = 64))
);
alter table journal_head enable row level security;
create policy product_reads on journal_head for select to heliograph using (true);
CREATE TRIGGER ledger_not_emptied BEFORE TRUNCATE ON public.journal_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_only_added BEFORE DELETE OR UPDATE ON public.journal_head FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_own_writes BEFORE INSERT OR DELETE OR UPDATE ON public.journal_head FOR EACH ROW WHEN ((CURRENT_USER <> 'heliograph_ledger'::name)) EXECUTE FUNCTION refuse_ledger_change();

create table journal_leg (
  entry_id bigint not null,
  leg_no integer not null,
  batch_id bigint not null,
  first bigint not null,
  until bigint not null,
  from_account integer,
  from_sub text not null,
  from_reference text,
  from_lot integer,
  to_account integer,
  to_sub text not null,
  to_reference text,
  to_lot integer not null,
  constraint journal_leg_pkey PRIMARY KEY (entry_id, leg_no),
  constraint journal_leg_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES certificate_batch(batch_id),
  constraint journal_leg_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES journal_entry(entry_id),
  constraint journal_leg_from_lot_fkey FOREIGN KEY (from_lot) REFERENCES certificate_lot(lot_id),
  constraint journal_leg_to_lot_fkey FOREIGN KEY (to_lot) REFERENCES certificate_lot(lot_id),
  constraint journal_leg_check CHECK ((until > first)),
  constraint journal_leg_check1 CHECK (((from_sub = 'issue'::text) = (from_lot IS NULL))),
  constraint journal_leg_from_sub_check CHECK ((from_sub <> ALL (ARRAY['retired'::text, 'withdrawn'::text])))
);
CREATE INDEX journal_leg_batch ON public.journal_leg USING btree (batch_id, entry_id);
CREATE INDEX journal_leg_from ON public.journal_leg USING btree (from_account, entry_id) WHERE (from_account IS NOT NULL);
CREATE INDEX journal_leg_to ON public.journal_leg USING btree (to_account, entry_id) WHERE (to_account IS NOT NULL);
alter table journal_leg enable row level security;
create policy product_reads on journal_leg for select to heliograph using (true);
CREATE TRIGGER ledger_not_emptied BEFORE TRUNCATE ON public.journal_leg FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_only_added BEFORE DELETE OR UPDATE ON public.journal_leg FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_own_writes BEFORE INSERT OR DELETE OR UPDATE ON public.journal_leg FOR EACH ROW WHEN ((CURRENT_USER <> 'heliograph_ledger'::name)) EXECUTE FUNCTION refuse_ledger_change();

create table journal_seal (
  seq bigint not null,
  prev_seq bigint generated always as (NULLIF((seq - 1), 0)) stored,
  prev_hash bytea not null,
  hash bytea not null,
  entry_id bigint not null,
  sealed_at timestamp with time zone not null,
  constraint journal_seal_pkey PRIMARY KEY (seq),
  constraint journal_seal_entry_id_key UNIQUE (entry_id),
  constraint journal_seal_seq_hash_key UNIQUE (seq, hash),
  constraint journal_seal_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES journal_entry(entry_id),
  constraint journal_seal_prev_seq_prev_hash_fkey FOREIGN KEY (prev_seq, prev_hash) REFERENCES journal_seal(seq, hash),
  constraint journal_seal_check CHECK (((seq > 1) OR (prev_hash = decode(repeat('00'::text, 32), 'hex'::text)))),
  constraint journal_seal_seq_check CHECK ((seq >= 1))
);
alter table journal_seal enable row level security;
create policy product_reads on journal_seal for select to heliograph using (true);
CREATE TRIGGER ledger_not_emptied BEFORE TRUNCATE ON public.journal_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_only_added BEFORE DELETE OR UPDATE ON public.journal_seal FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_own_writes BEFORE INSERT OR DELETE OR UPDATE ON public.journal_seal FOR EACH ROW WHEN ((CURRENT_USER <> 'heliograph_ledger'::name)) EXECUTE FUNCTION refuse_ledger_change();

create table journal_unsealed (
  entry_id bigint not null,
  constraint journal_unsealed_pkey PRIMARY KEY (entry_id),
  constraint journal_unsealed_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES journal_entry(entry_id)
);
alter table journal_unsealed enable row level security;
create policy product_reads on journal_unsealed for select to heliograph using (true);
CREATE TRIGGER ledger_not_emptied BEFORE TRUNCATE ON public.journal_unsealed FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_own_writes BEFORE INSERT OR DELETE OR UPDATE ON public.journal_unsealed FOR EACH ROW WHEN ((CURRENT_USER <> 'heliograph_ledger'::name)) EXECUTE FUNCTION refuse_ledger_change();

create table late_spans (
  late_id bigint generated always as identity not null,
  project_id integer not null,
  what text not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  constraint late_spans_pkey PRIMARY KEY (late_id),
  constraint late_spans_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint late_spans_check CHECK ((until >= since)),
  constraint late_spans_what_check CHECK ((what = ANY (ARRAY['readings'::text, 'days'::text])))
);
CREATE INDEX late_spans_project ON public.late_spans USING btree (project_id, what);

create table latest (
  project_id integer not null,
  device_id integer not null,
  ts timestamp with time zone,
  m jsonb,
  frontier_at timestamp with time zone,
  frontier text,
  counted_at timestamp with time zone,
  constraint latest_pkey PRIMARY KEY (project_id, device_id)
) with (fillfactor=50);
alter table latest enable row level security;
create policy proven_project on latest for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));
CREATE TRIGGER latest_nze AFTER UPDATE ON public.latest FOR EACH ROW WHEN (((new.m ? 'nze_on'::text) AND ((new.m -> 'nze_on'::text) IS DISTINCT FROM (old.m -> 'nze_on'::text)))) EXECUTE FUNCTION note_nze_status();
CREATE TRIGGER latest_nze_first AFTER INSERT ON public.latest FOR EACH ROW WHEN ((new.m ? 'nze_on'::text)) EXECUTE FUNCTION note_nze_status();

create table ledger_check (
  is_last boolean default true not null,
  checked_at timestamp with time zone not null,
  entries bigint not null,
  faults integer not null,
  checker text default ''::text not null,
  constraint ledger_check_pkey PRIMARY KEY (is_last),
  constraint ledger_check_checker_check CHECK ((checker ~ '^([0-9a-f]{64})?$'::text)),
  constraint ledger_check_entries_check CHECK ((entries >= 0)),
  constraint ledger_check_faults_check CHECK ((faults >= 0)),
  constraint ledger_check_is_last_check CHECK (is_last)
);
alter table ledger_check enable row level security;

create table ledger_event (
  project_id integer not null,
  device_id integer not null,
  quantity text not null,
  at timestamp with time zone not null,
  kind text not null,
  detail jsonb default '{}'::jsonb not null,
  constraint ledger_event_pkey PRIMARY KEY (project_id, device_id, quantity, at, kind),
  constraint ledger_event_kind_check CHECK ((kind = ANY (ARRAY['reset'::text, 'glitch'::text, 'spike'::text, 'gap'::text, 'power_above_rating'::text]))),
  constraint ledger_event_quantity_check CHECK ((quantity = ANY (ARRAY['production'::text, 'import'::text, 'export'::text, 'charge'::text, 'discharge'::text, 'power'::text])))
);
alter table ledger_event enable row level security;
create policy proven_project on ledger_event for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table ledger_fault (
  project_id integer not null,
  device_id integer not null,
  at timestamp with time zone default now() not null,
  message text not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  constraint ledger_fault_pkey PRIMARY KEY (project_id, device_id),
  constraint ledger_fault_message_check CHECK ((length(message) <= 500))
);

create table ledger_hold (
  is_held boolean default true not null,
  since timestamp with time zone default clock_timestamp() not null,
  size bigint not null,
  root bytea not null,
  constraint ledger_hold_pkey PRIMARY KEY (is_held),
  constraint ledger_hold_is_held_check CHECK (is_held),
  constraint ledger_hold_root_check CHECK ((length(root) = 32)),
  constraint ledger_hold_size_check CHECK ((size >= 1))
);
alter table ledger_hold enable row level security;
create policy product_reads on ledger_hold for select to heliograph using (true);
CREATE TRIGGER ledger_not_emptied BEFORE TRUNCATE ON public.ledger_hold FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_own_writes BEFORE INSERT OR DELETE OR UPDATE ON public.ledger_hold FOR EACH ROW WHEN ((CURRENT_USER <> 'heliograph_ledger'::name)) EXECUTE FUNCTION refuse_ledger_change();

create table loss_day (
  project_id integer not null,
  day date not null,
  device_id integer not null,
  vnd_per_kwh numeric not null,
  base_wh bigint not null,
  temperature_wh bigint not null,
  zero_export_wh bigint not null,
  clipping_wh bigint not null,
  outage_wh bigint not null,
  communication_wh bigint not null,
  usual_wh bigint not null,
  unexplained_wh bigint not null,
  measured_wh bigint not null,
  estimated_base_wh bigint not null,
  pending_wh bigint not null,
  gap_expected_wh bigint not null,
  zero_export_quarters smallint not null,
  clipping_quarters smallint not null,
  outage_quarters smallint not null,
  communication_quarters smallint not null,
  daylight_quarters smallint not null,
  known_quarters smallint not null,
  outages jsonb not null,
  commanded_wh bigint default 0 not null,
  commanded_quarters smallint default 0 not null,
  constraint loss_day_pkey PRIMARY KEY (project_id, day, device_id, vnd_per_kwh),
  constraint loss_day_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id) ON DELETE CASCADE,
  constraint loss_day_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint loss_day_check CHECK ((base_wh = (((((((temperature_wh + zero_export_wh) + clipping_wh) + outage_wh) + communication_wh) + usual_wh) + unexplained_wh) + measured_wh))),
  constraint loss_day_check1 CHECK ((commanded_wh <= zero_export_wh))
);
CREATE INDEX loss_day_of_device ON public.loss_day USING btree (device_id);
alter table loss_day enable row level security;
create policy proven_project on loss_day for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table mail (
  mail_id bigint generated always as identity not null,
  mail_uid uuid default gen_random_uuid() not null,
  key text not null,
  account_id integer,
  address text not null,
  language text not null,
  subject text not null,
  text text not null,
  html text,
  attachments uuid[] default '{}'::uuid[] not null,
  message_id text,
  state text default 'queued'::text not null,
  attempts integer default 0 not null,
  error text,
  created_at timestamp with time zone default now() not null,
  next_at timestamp with time zone default now(),
  ended_at timestamp with time zone,
  constraint mail_pkey PRIMARY KEY (mail_id),
  constraint mail_key_key UNIQUE (key),
  constraint mail_mail_uid_key UNIQUE (mail_uid),
  constraint mail_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint mail_address_check CHECK (((length(address) <= 254) AND (address !~ '[[:cntrl:]]'::text))),
  constraint mail_attachments_check CHECK ((cardinality(attachments) <= 10)),
  constraint mail_error_check CHECK ((length(error) <= 500)),
  constraint mail_html_check CHECK ((length(html) <= 500000)),
  constraint mail_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  constraint mail_language_check CHECK ((language = ANY (ARRAY['vi'::text, 'en'::text, 'zh'::text]))),
  constraint mail_message_id_check CHECK ((length(message_id) <= 320)),
  constraint mail_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'outbox'::text, 'failed'::text]))),
  constraint mail_subject_check CHECK ((((length(subject) >= 1) AND (length(subject) <= 200)) AND (subject !~ '[[:cntrl:]]'::text))),
  constraint mail_text_check CHECK (((length(text) >= 1) AND (length(text) <= 200000)))
);
CREATE INDEX mail_ended ON public.mail USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX mail_newest ON public.mail USING btree (mail_id DESC) INCLUDE (state);

create table meter_finding (
  unit_id bigint not null,
  kind text not null,
  day date not null,
  last_reading_wh bigint,
  reason text not null,
  found_by integer,
  found_at timestamp with time zone default now() not null,
  constraint meter_finding_pkey PRIMARY KEY (unit_id, kind, day),
  constraint meter_finding_found_by_fkey FOREIGN KEY (found_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint meter_finding_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES generating_unit(unit_id),
  constraint meter_finding_kind_check CHECK ((kind = ANY (ARRAY['dead'::text, 'replaced'::text]))),
  constraint meter_finding_last_reading_wh_check CHECK ((last_reading_wh >= 0)),
  constraint meter_finding_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 2000)))
);
alter table meter_finding enable row level security;

create table noted_event (
  event_uid uuid default gen_random_uuid() not null,
  project_id integer not null,
  name text not null,
  detail text default ''::text not null,
  category text not null,
  start_at timestamp with time zone not null,
  end_at timestamp with time zone,
  show_in_report boolean default false not null,
  account_id integer,
  changed_at timestamp with time zone default now() not null,
  constraint noted_event_pkey PRIMARY KEY (event_uid),
  constraint noted_event_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint noted_event_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint noted_event_category_check CHECK ((length(category) <= 40)),
  constraint noted_event_check CHECK ((end_at > start_at)),
  constraint noted_event_detail_check CHECK ((length(detail) <= 2000)),
  constraint noted_event_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);
CREATE INDEX noted_event_start ON public.noted_event USING btree (project_id, start_at DESC, event_uid);
alter table noted_event enable row level security;
create policy proven_project on noted_event for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table notice (
  notice_id bigint generated always as identity not null,
  notice_uid uuid default gen_random_uuid() not null,
  account_id integer not null,
  kind text not null,
  severity text not null,
  is_region boolean default false not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  due_at timestamp with time zone,
  told_at timestamp with time zone,
  told_weight smallint default 0 not null,
  resolved_at timestamp with time zone,
  resolved_told boolean default false not null,
  is_escalation boolean default false not null,
  constraint notice_pkey PRIMARY KEY (notice_id),
  constraint notice_notice_uid_key UNIQUE (notice_uid),
  constraint notice_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint notice_kind_check CHECK ((length(kind) <= 40)),
  constraint notice_severity_check CHECK ((severity = ANY (ARRAY['critical'::text, 'warning'::text, 'minor'::text])))
);
CREATE INDEX notice_due ON public.notice USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX notice_newest ON public.notice USING btree (account_id, last_at DESC);

create table notice_digest (
  account_id integer not null,
  local_day date not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  mail_uid uuid,
  constraint notice_digest_pkey PRIMARY KEY (account_id, local_day),
  constraint notice_digest_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint notice_digest_check CHECK ((until_at > from_at))
);

create table notice_entry (
  entry_uid uuid default gen_random_uuid() not null,
  notice_id bigint not null,
  account_id integer not null,
  project_id integer not null,
  kind text not null,
  severity text not null,
  alarms integer not null,
  alarm_uid uuid not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  read_at timestamp with time zone,
  resolved_at timestamp with time zone,
  removed_at timestamp with time zone,
  is_escalation boolean default false not null,
  constraint notice_entry_pkey PRIMARY KEY (entry_uid),
  constraint notice_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint notice_entry_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notice(notice_id) ON DELETE CASCADE,
  constraint notice_entry_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint notice_entry_alarms_check CHECK ((alarms > 0)),
  constraint notice_entry_kind_check CHECK ((length(kind) <= 40)),
  constraint notice_entry_severity_check CHECK ((severity = ANY (ARRAY['critical'::text, 'warning'::text, 'minor'::text])))
);
CREATE INDEX notice_entry_cause ON public.notice_entry USING btree (project_id, kind, account_id, last_at DESC);
CREATE INDEX notice_entry_newest ON public.notice_entry USING btree (account_id, last_at DESC, entry_uid);
CREATE INDEX notice_entry_notice ON public.notice_entry USING btree (notice_id);
alter table notice_entry enable row level security;
create policy own_entries on notice_entry for all to heliograph_api using ((account_id = ( SELECT app_account() AS app_account)));

create table notice_preference (
  account_id integer not null,
  accepts boolean default true not null,
  push boolean default true not null,
  mail boolean default true not null,
  severities text[] default ARRAY['critical'::text, 'warning'::text, 'minor'::text] not null,
  topics text[] default ARRAY['contact'::text, 'fault'::text, 'performance'::text, 'control'::text, 'heater'::text, 'records'::text] not null,
  quiet_from time without time zone,
  quiet_until time without time zone,
  timezone text default 'Asia/Ho_Chi_Minh'::text not null,
  language text default 'vi'::text not null,
  changed_at timestamp with time zone default now() not null,
  digest_at time without time zone,
  digest_critical boolean default true not null,
  digest_since timestamp with time zone default now() not null,
  constraint notice_preference_pkey PRIMARY KEY (account_id),
  constraint notice_preference_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint notice_preference_check CHECK ((((quiet_from IS NULL) = (quiet_until IS NULL)) AND (quiet_from <> quiet_until))),
  constraint notice_preference_language_check CHECK ((language = ANY (ARRAY['vi'::text, 'en'::text, 'zh'::text]))),
  constraint notice_preference_severities_check CHECK ((severities <@ ARRAY['critical'::text, 'warning'::text, 'minor'::text])),
  constraint notice_preference_timezone_check CHECK ((length(timezone) <= 64)),
  constraint notice_preference_topics_check CHECK ((topics <@ ARRAY['contact'::text, 'fault'::text, 'performance'::text, 'control'::text, 'heater'::text, 'records'::text]))
);
CREATE INDEX notice_preference_digest ON public.notice_preference USING btree (account_id) WHERE (digest_at IS NOT NULL);

create table nze_day (
  gateway_id integer not null,
  day date not null,
  project_id integer not null,
  verdict text not null,
  source text,
  resolution_s integer,
  export_limit_w double precision not null,
  back_within_s integer not null,
  on_s integer not null,
  largest_export_w double precision,
  largest_export_at timestamp with time zone,
  longest_violation_s double precision,
  longest_violation_at timestamp with time zone,
  response_median_s double precision,
  response_p95_s double precision,
  violations integer,
  over_limit_wh double precision,
  given_up_wh double precision,
  given_up_vnd numeric,
  seen_s integer not null,
  due_s integer not null,
  worst jsonb default '[]'::jsonb not null,
  measured jsonb,
  computed_at timestamp with time zone default now() not null,
  constraint nze_day_pkey PRIMARY KEY (gateway_id, day),
  constraint nze_day_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id) ON DELETE CASCADE,
  constraint nze_day_source_check CHECK ((source = ANY (ARRAY['gateway'::text, 'readings'::text]))),
  constraint nze_day_verdict_check CHECK ((verdict = ANY (ARRAY['kept'::text, 'not_kept'::text, 'no_proof'::text, 'off'::text])))
);
CREATE INDEX nze_day_project ON public.nze_day USING btree (project_id, day);
alter table nze_day enable row level security;
create policy proven_project on nze_day for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table nze_day_due (
  gateway_id integer not null,
  day date not null,
  project_id integer not null,
  constraint nze_day_due_pkey PRIMARY KEY (gateway_id, day),
  constraint nze_day_due_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id) ON DELETE CASCADE
);
CREATE INDEX nze_day_due_project ON public.nze_day_due USING btree (project_id);
alter table nze_day_due enable row level security;
create policy proven_project on nze_day_due for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table nze_drill (
  drill_id bigint generated always as identity not null,
  drill_uid uuid default gen_random_uuid() not null,
  project_id integer not null,
  gateway_id integer not null,
  asked_at timestamp with time zone not null,
  asked_by text not null,
  account_id integer,
  command_uid uuid,
  meter_out_s integer not null,
  failsafe_w double precision not null,
  allowed_s integer not null,
  irradiance_w_m2 double precision,
  result text not null,
  reason text,
  reason_text text default ''::text not null,
  started_at timestamp with time zone,
  to_limit_s double precision,
  back_s double precision,
  trace jsonb default '[]'::jsonb not null,
  ended_at timestamp with time zone,
  constraint nze_drill_pkey PRIMARY KEY (drill_id),
  constraint nze_drill_command_uid_key UNIQUE (command_uid),
  constraint nze_drill_drill_uid_key UNIQUE (drill_uid),
  constraint nze_drill_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint nze_drill_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id) ON DELETE CASCADE,
  constraint nze_drill_asked_by_check CHECK ((asked_by = ANY (ARRAY['week'::text, 'person'::text]))),
  constraint nze_drill_reason_check CHECK ((reason = ANY (ARRAY['low_irradiance'::text, 'no_irradiance'::text, 'gateway_silent'::text, 'zero_export_off'::text, 'not_handed_over'::text, 'refused'::text, 'no_answer'::text, 'too_slow'::text, 'not_reached'::text, 'missed'::text]))),
  constraint nze_drill_reason_text_check CHECK ((length(reason_text) <= 500)),
  constraint nze_drill_result_check CHECK ((result = ANY (ARRAY['asked'::text, 'passed'::text, 'failed'::text, 'skipped'::text])))
);
CREATE INDEX nze_drill_gateway ON public.nze_drill USING btree (gateway_id, asked_at DESC);
CREATE INDEX nze_drill_open ON public.nze_drill USING btree (gateway_id) WHERE (result = 'asked'::text);
CREATE INDEX nze_drill_project ON public.nze_drill USING btree (project_id);
alter table nze_drill enable row level security;
create policy proven_project on nze_drill for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table nze_proof (
  proof_id bigint generated always as identity not null,
  proof_uid uuid default gen_random_uuid() not null,
  project_id integer not null,
  gateway_id integer not null,
  month date not null,
  lang text not null,
  state text default 'waiting'::text not null,
  basis text not null,
  from_day date not null,
  to_day date not null,
  asked_at timestamp with time zone default now() not null,
  asked_by integer,
  ended_at timestamp with time zone,
  pages integer,
  minutes integer,
  pdf_uid uuid,
  csv_uid uuid,
  constraint nze_proof_pkey PRIMARY KEY (proof_id),
  constraint nze_proof_proof_uid_key UNIQUE (proof_uid),
  constraint nze_proof_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint nze_proof_csv_uid_fkey FOREIGN KEY (csv_uid) REFERENCES document(document_uid) ON DELETE SET NULL,
  constraint nze_proof_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id) ON DELETE CASCADE,
  constraint nze_proof_pdf_uid_fkey FOREIGN KEY (pdf_uid) REFERENCES document(document_uid) ON DELETE SET NULL,
  constraint nze_proof_check CHECK (((state <> 'ready'::text) OR (ended_at IS NOT NULL))),
  constraint nze_proof_lang_check CHECK ((lang = ANY (ARRAY['en'::text, 'vi'::text, 'zh'::text]))),
  constraint nze_proof_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint nze_proof_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'reading'::text, 'writing'::text, 'signing'::text, 'ready'::text, 'failed'::text])))
);
CREATE INDEX nze_proof_gateway ON public.nze_proof USING btree (gateway_id, month, lang, proof_id DESC);
CREATE UNIQUE INDEX nze_proof_open ON public.nze_proof USING btree (gateway_id, month, lang) WHERE (state <> ALL (ARRAY['ready'::text, 'failed'::text]));
CREATE INDEX nze_proof_project ON public.nze_proof USING btree (project_id);
alter table nze_proof enable row level security;
create policy proven_project on nze_proof for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table nze_report (
  report_id bigint generated always as identity not null,
  project_id integer not null,
  gateway_id integer not null,
  code text not null,
  at timestamp with time zone not null,
  received_at timestamp with time zone default now() not null,
  detail jsonb not null,
  taken boolean default false not null,
  constraint nze_report_pkey PRIMARY KEY (report_id),
  constraint nze_report_gateway_id_code_at_key UNIQUE (gateway_id, code, at),
  constraint nze_report_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id) ON DELETE CASCADE,
  constraint nze_report_code_check CHECK ((code = ANY (ARRAY['nze.day'::text, 'nze.drill'::text])))
);
CREATE INDEX nze_report_project ON public.nze_report USING btree (project_id);
CREATE INDEX nze_report_waiting ON public.nze_report USING btree (report_id) WHERE (NOT taken);
alter table nze_report enable row level security;
create policy proven_project on nze_report for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table nze_rule (
  gateway_id integer not null,
  since timestamp with time zone not null,
  project_id integer not null,
  export_limit_w double precision not null,
  back_within_s integer not null,
  meter_silent_s integer not null,
  failsafe_w double precision not null,
  account_id integer,
  constraint nze_rule_pkey PRIMARY KEY (gateway_id, since),
  constraint nze_rule_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint nze_rule_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id) ON DELETE CASCADE,
  constraint nze_rule_back_within_s_check CHECK (((back_within_s >= 1) AND (back_within_s <= 3600))),
  constraint nze_rule_export_limit_w_check CHECK (((export_limit_w >= (0)::double precision) AND (export_limit_w <= ('1000000000'::numeric)::double precision))),
  constraint nze_rule_failsafe_w_check CHECK (((failsafe_w >= (0)::double precision) AND (failsafe_w <= ('1000000000'::numeric)::double precision))),
  constraint nze_rule_meter_silent_s_check CHECK (((meter_silent_s >= 1) AND (meter_silent_s <= 600)))
);
CREATE INDEX nze_rule_project ON public.nze_rule USING btree (project_id);
alter table nze_rule enable row level security;
create policy proven_project on nze_rule for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table nze_weekly_drill (
  gateway_id integer not null,
  project_id integer not null,
  due_at timestamp with time zone not null,
  constraint nze_weekly_drill_pkey PRIMARY KEY (gateway_id),
  constraint nze_weekly_drill_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id) ON DELETE CASCADE
);
CREATE INDEX nze_weekly_drill_due ON public.nze_weekly_drill USING btree (due_at);
CREATE INDEX nze_weekly_drill_project ON public.nze_weekly_drill USING btree (project_id);
alter table nze_weekly_drill enable row level security;
create policy proven_project on nze_weekly_drill for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table passkey (
  passkey_uid uuid default gen_random_uuid() not null,
  account_id integer not null,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (passkey_uid),
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint passkey_credential_id_check CHECK ((length(credential_id) <= 1400)),
  constraint passkey_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
CREATE INDEX passkey_account ON public.passkey USING btree (account_id);

create table passkey_challenge (
  challenge text not null,
  account_id integer,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge),
  constraint passkey_challenge_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenge_expiry ON public.passkey_challenge USING btree (expires_at);

create table payment_claim (
  payment_claim_id bigint generated always as identity not null,
  invoice_id bigint not null,
  amount_cents bigint not null,
  bank_reference text not null,
  paid_on date not null,
  proof_uid uuid not null,
  state text not null,
  confirmed_cents bigint,
  reported_by integer,
  reported_at timestamp with time zone default now() not null,
  constraint payment_claim_pkey PRIMARY KEY (payment_claim_id),
  constraint payment_claim_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(invoice_id),
  constraint payment_claim_proof_uid_fkey FOREIGN KEY (proof_uid) REFERENCES payment_proof(proof_uid),
  constraint payment_claim_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint payment_claim_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payment_claim_bank_reference_check CHECK ((length(bank_reference) <= 100)),
  constraint payment_claim_check CHECK (((state = 'confirmed'::text) = (confirmed_cents IS NOT NULL))),
  constraint payment_claim_confirmed_cents_check CHECK ((confirmed_cents > 0)),
  constraint payment_claim_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'confirmed'::text, 'declined'::text])))
);
CREATE INDEX payment_claim_of ON public.payment_claim USING btree (invoice_id);
CREATE UNIQUE INDEX payment_claim_waiting ON public.payment_claim USING btree (invoice_id) WHERE (state = 'waiting'::text);
alter table payment_claim enable row level security;

create table payment_proof (
  proof_uid uuid not null,
  invoice_id bigint not null,
  name text not null,
  mime text not null,
  size_bytes bigint not null,
  uploaded_by integer,
  uploaded_at timestamp with time zone default now() not null,
  constraint payment_proof_pkey PRIMARY KEY (proof_uid),
  constraint payment_proof_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(invoice_id),
  constraint payment_proof_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint payment_proof_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint payment_proof_size_bytes_check CHECK (((size_bytes >= 1) AND (size_bytes <= 10485760)))
);
CREATE INDEX payment_proof_of ON public.payment_proof USING btree (invoice_id);
alter table payment_proof enable row level security;

create table performance_contract (
  project_id integer not null,
  starts_on date,
  degradation_per_year double precision default 0 not null,
  guaranteed_year double precision,
  guaranteed_month double precision[],
  simulated_year double precision,
  simulated_month double precision[],
  gamma_per_c double precision not null,
  rated_from_w_m2 double precision not null,
  pair_from_w_m2 double precision not null,
  min_completeness double precision not null,
  min_insolation_wh_m2 double precision not null,
  status_from double precision[] not null,
  changed_at timestamp with time zone default now() not null,
  changed_by integer,
  constraint performance_contract_pkey PRIMARY KEY (project_id),
  constraint performance_contract_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint performance_contract_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint performance_contract_degradation_per_year_check CHECK (((degradation_per_year >= (0)::double precision) AND (degradation_per_year <= (0.1)::double precision))),
  constraint performance_contract_gamma_per_c_check CHECK (((gamma_per_c >= ('-0.02'::numeric)::double precision) AND (gamma_per_c <= (0)::double precision))),
  constraint performance_contract_guaranteed_month_check CHECK ((cardinality(guaranteed_month) = 12)),
  constraint performance_contract_guaranteed_year_check CHECK (((guaranteed_year > (0)::double precision) AND (guaranteed_year <= (1.2)::double precision))),
  constraint performance_contract_min_completeness_check CHECK (((min_completeness >= (0)::double precision) AND (min_completeness <= (1)::double precision))),
  constraint performance_contract_min_insolation_wh_m2_check CHECK (((min_insolation_wh_m2 >= (0)::double precision) AND (min_insolation_wh_m2 <= (10000)::double precision))),
  constraint performance_contract_pair_from_w_m2_check CHECK (((pair_from_w_m2 >= (0)::double precision) AND (pair_from_w_m2 <= (1000)::double precision))),
  constraint performance_contract_rated_from_w_m2_check CHECK (((rated_from_w_m2 >= (0)::double precision) AND (rated_from_w_m2 <= (1000)::double precision))),
  constraint performance_contract_simulated_month_check CHECK ((cardinality(simulated_month) = 12)),
  constraint performance_contract_simulated_year_check CHECK (((simulated_year > (0)::double precision) AND (simulated_year <= (1.2)::double precision))),
  constraint performance_contract_status_from_check CHECK ((cardinality(status_from) = 4))
);
alter table performance_contract enable row level security;
create policy proven_project on performance_contract for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));
CREATE TRIGGER contract_changed AFTER UPDATE ON public.performance_contract FOR EACH ROW EXECUTE FUNCTION outdate_key_figures();
CREATE TRIGGER contract_made AFTER INSERT ON public.performance_contract FOR EACH ROW EXECUTE FUNCTION outdate_key_figures();

create table planned_outage (
  outage_id integer generated always as identity not null,
  outage_uid uuid default gen_random_uuid() not null,
  project_id integer not null,
  gateway_id integer,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  reason text not null,
  created_at timestamp with time zone default now() not null,
  created_by integer,
  constraint planned_outage_pkey PRIMARY KEY (project_id, outage_id),
  constraint planned_outage_outage_uid_key UNIQUE (outage_uid),
  constraint planned_outage_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint planned_outage_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id) ON DELETE CASCADE,
  constraint planned_outage_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint planned_outage_check CHECK ((to_at > from_at)),
  constraint planned_outage_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200)))
);
CREATE INDEX planned_outage_of_gateway ON public.planned_outage USING btree (gateway_id);
alter table planned_outage enable row level security;
create policy proven_project on planned_outage for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));
CREATE TRIGGER outage_added AFTER INSERT ON public.planned_outage REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION outdate_outage_days();
CREATE TRIGGER outage_removed AFTER DELETE ON public.planned_outage REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION outdate_outage_days();

create table point_day (
  device_id integer not null,
  day date not null,
  hash text not null,
  constraint point_day_pkey PRIMARY KEY (device_id, day),
  constraint point_day_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id) ON DELETE CASCADE,
  constraint point_day_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text))
);
CREATE INDEX point_day_hash ON public.point_day USING btree (hash);
alter table point_day enable row level security;

create table posting_rule (
  type text not null,
  from_sub text not null,
  to_sub text not null,
  owner_change text not null,
  constraint posting_rule_pkey PRIMARY KEY (type, from_sub, to_sub),
  constraint posting_rule_owner_change_check CHECK ((owner_change = ANY (ARRAY['same'::text, 'other'::text, 'ends'::text, 'begins'::text])))
);
alter table posting_rule enable row level security;
create policy product_reads on posting_rule for select to heliograph using (true);
CREATE TRIGGER ledger_not_emptied BEFORE TRUNCATE ON public.posting_rule FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_only_added BEFORE DELETE OR UPDATE ON public.posting_rule FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_own_writes BEFORE INSERT OR DELETE OR UPDATE ON public.posting_rule FOR EACH ROW WHEN ((CURRENT_USER <> 'heliograph_ledger'::name)) EXECUTE FUNCTION refuse_ledger_change();

create table power_limit_span (
  span_id bigint generated always as identity not null,
  project_id integer not null,
  gateway_id integer not null,
  device_id integer,
  kind text not null,
  limit_w double precision,
  command_uid uuid not null,
  since timestamp with time zone not null,
  until timestamp with time zone,
  constraint power_limit_span_pkey PRIMARY KEY (span_id),
  constraint power_limit_span_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint power_limit_span_check CHECK (((until IS NULL) OR (until >= since))),
  constraint power_limit_span_kind_check CHECK ((kind = ANY (ARRAY['power_limit'::text, 'zero_export'::text, 'disconnected'::text])))
);
CREATE UNIQUE INDEX power_limit_span_command ON public.power_limit_span USING btree (command_uid, since);
CREATE INDEX power_limit_span_project ON public.power_limit_span USING btree (project_id, since);
alter table power_limit_span enable row level security;
create policy proven_project on power_limit_span for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table project (
  project_id integer generated always as identity not null,
  project_uid uuid default gen_random_uuid() not null,
  name text not null,
  address text default ''::text not null,
  latitude double precision not null,
  longitude double precision not null,
  project_type text not null,
  timezone text not null,
  capacity_wp bigint not null,
  commissioned_on date,
  run_nze boolean default false not null,
  calculate_expected_data_by text default 'gateway'::text not null,
  night_from time without time zone,
  night_to time without time zone,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  search_text text generated always as (plain_text(((name || ' '::text) || address))) stored not null,
  tank_volume_l integer,
  collector_area_m2 double precision,
  collector_type text,
  heater_power_w bigint,
  heater_efficiency double precision default 0.95 not null,
  tilt_deg double precision,
  azimuth_deg double precision,
  demonstration boolean default false not null,
  constraint project_pkey PRIMARY KEY (project_id),
  constraint project_project_uid_key UNIQUE (project_uid),
  constraint project_address_check CHECK ((length(address) <= 400)),
  constraint project_azimuth_deg_check CHECK (((azimuth_deg >= (0)::double precision) AND (azimuth_deg < (360)::double precision))),
  constraint project_calculate_expected_data_by_check CHECK ((calculate_expected_data_by = ANY (ARRAY['gateway'::text, 'other'::text]))),
  constraint project_capacity_wp_check CHECK ((capacity_wp >= 0)),
  constraint project_collector_area_m2_check CHECK ((collector_area_m2 > (0)::double precision)),
  constraint project_collector_type_check CHECK ((collector_type = ANY (ARRAY['flat_plate'::text, 'evacuated_tube'::text, 'other'::text]))),
  constraint project_heater_efficiency_check CHECK (((heater_efficiency > (0)::double precision) AND (heater_efficiency <= (1)::double precision))),
  constraint project_heater_power_w_check CHECK ((heater_power_w > 0)),
  constraint project_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint project_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint project_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint project_project_type_check CHECK ((project_type = ANY (ARRAY['pv'::text, 'swh'::text]))),
  constraint project_tank_volume_l_check CHECK ((tank_volume_l > 0)),
  constraint project_tilt_deg_check CHECK (((tilt_deg >= (0)::double precision) AND (tilt_deg <= (90)::double precision))),
  constraint project_timezone_check CHECK ((length(timezone) <= 64))
);
CREATE INDEX project_name ON public.project USING btree (lower(name), project_id) WHERE (removed_at IS NULL);
alter table project enable row level security;
create policy admin_sees_project on project for select to heliograph_api using (( SELECT app_admin() AS app_admin));
create policy member_sees_project on project for all to heliograph_api using (((project_id = ANY (ARRAY( SELECT m.project_id
   FROM project_member m
  WHERE ((m.account_id = ( SELECT app_account() AS app_account)) AND (m.project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])))))) OR (project_id IN ( SELECT m.project_id
   FROM project_member m
  WHERE (m.account_id = ( SELECT app_account() AS app_account))))));
CREATE TRIGGER bindings_of_moved_project AFTER UPDATE ON public.project FOR EACH ROW WHEN (((old.latitude IS DISTINCT FROM new.latitude) OR (old.longitude IS DISTINCT FROM new.longitude) OR (old.timezone IS DISTINCT FROM new.timezone))) EXECUTE FUNCTION suspend_bindings_of_project();
CREATE TRIGGER heater_changed AFTER UPDATE ON public.project FOR EACH ROW WHEN (((new.project_type = 'swh'::text) AND ((old.tank_volume_l IS DISTINCT FROM new.tank_volume_l) OR (old.heater_efficiency IS DISTINCT FROM new.heater_efficiency)))) EXECUTE FUNCTION note_heated_days();
CREATE TRIGGER plant_rated AFTER UPDATE ON public.project FOR EACH ROW WHEN (((((((old.capacity_wp IS DISTINCT FROM new.capacity_wp) OR (old.run_nze IS DISTINCT FROM new.run_nze)) OR (old.calculate_expected_data_by IS DISTINCT FROM new.calculate_expected_data_by)) OR (old.latitude IS DISTINCT FROM new.latitude)) OR (old.longitude IS DISTINCT FROM new.longitude)) OR (old.timezone IS DISTINCT FROM new.timezone))) EXECUTE FUNCTION outdate_key_figures();
CREATE TRIGGER project_commissioned AFTER UPDATE ON public.project FOR EACH ROW WHEN ((old.commissioned_on IS DISTINCT FROM new.commissioned_on)) EXECUTE FUNCTION outdate_totals();
CREATE TRIGGER project_refolded AFTER UPDATE ON public.project FOR EACH ROW WHEN (((((old.capacity_wp IS DISTINCT FROM new.capacity_wp) OR (old.latitude IS DISTINCT FROM new.latitude)) OR (old.longitude IS DISTINCT FROM new.longitude)) OR (old.timezone IS DISTINCT FROM new.timezone))) EXECUTE FUNCTION refold_project();
CREATE TRIGGER project_zone_schedules AFTER UPDATE OF timezone ON public.project FOR EACH ROW WHEN ((old.timezone IS DISTINCT FROM new.timezone)) EXECUTE FUNCTION reconsider_schedules();

create table project_comment (
  comment_uid uuid default gen_random_uuid() not null,
  project_id integer not null,
  contents text not null,
  comment_at timestamp with time zone not null,
  show_in_report boolean default false not null,
  account_id integer,
  changed_at timestamp with time zone default now() not null,
  computed jsonb default '[]'::jsonb not null,
  constraint project_comment_pkey PRIMARY KEY (comment_uid),
  constraint project_comment_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint project_comment_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint project_comment_contents_check CHECK (((length(contents) >= 1) AND (length(contents) <= 4000)))
);
CREATE INDEX project_comment_at ON public.project_comment USING btree (project_id, comment_at DESC, comment_uid);
alter table project_comment enable row level security;
create policy proven_project on project_comment for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table project_day (
  meter_wh double precision,
  inverter_wh double precision,
  est_meter_wh double precision,
  est_inverter_wh double precision,
  import_wh double precision,
  export_wh double precision,
  insolation_wh_m2 double precision,
  saving_vnd numeric(18,2),
  project_id integer not null,
  day date not null,
  covered_s bigint default 0 not null,
  expected_s bigint default 0 not null,
  irradiance_covered_s integer default 0 not null,
  irradiance_expected_s integer default 0 not null,
  heat_wh double precision,
  heat_source text,
  auxiliary_wh double precision,
  saved_wh double precision,
  int_meter_wh double precision,
  int_inverter_wh double precision,
  constraint project_day_pkey PRIMARY KEY (project_id, day),
  constraint project_day_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint project_day_heat_source_check CHECK ((heat_source = ANY (ARRAY['counter'::text, 'flow'::text, 'tank'::text])))
) with (fillfactor=80);
alter table project_day enable row level security;
create policy proven_project on project_day for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table project_file (
  file_id integer generated always as identity not null,
  file_uid uuid not null,
  project_id integer not null,
  name text not null,
  category text not null,
  mime text not null,
  size_bytes bigint not null,
  uploaded_by integer,
  uploaded_at timestamp with time zone default now() not null,
  constraint project_file_pkey PRIMARY KEY (file_id),
  constraint project_file_file_uid_key UNIQUE (file_uid),
  constraint project_file_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint project_file_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint project_file_category_check CHECK ((category = ANY (ARRAY['image'::text, 'document'::text]))),
  constraint project_file_mime_check CHECK ((length(mime) <= 100)),
  constraint project_file_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint project_file_size_bytes_check CHECK ((size_bytes > 0))
);
CREATE INDEX project_file_account ON public.project_file USING btree (uploaded_by);
CREATE INDEX project_file_project ON public.project_file USING btree (project_id, file_id);
alter table project_file enable row level security;
create policy proven_project on project_file for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table project_kpi_day (
  energy_wh double precision,
  insolation_wh_m2 double precision,
  warm_energy_wh double precision,
  warm_insolation_wh_m2 double precision,
  warm_insolation_c double precision,
  expected_wh double precision,
  curtailed_wh double precision,
  project_id integer not null,
  day date not null,
  version smallint default 0 not null,
  outdated boolean default true not null,
  daylight smallint default 0 not null,
  used smallint default 0 not null,
  reason text,
  left_out jsonb default '{}'::jsonb not null,
  units jsonb default '[]'::jsonb not null,
  devices json default '[]'::json not null,
  peak_w double precision,
  peak_at timestamp with time zone,
  peak_by text,
  constraint project_kpi_day_pkey PRIMARY KEY (project_id, day),
  constraint project_kpi_day_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint project_kpi_day_peak_by_check CHECK ((peak_by = ANY (ARRAY['electric_meter'::text, 'solar_inverter'::text]))),
  constraint project_kpi_day_reason_check CHECK ((length(reason) <= 40))
) with (fillfactor=80);
CREATE INDEX project_kpi_day_outdated ON public.project_kpi_day USING btree (project_id, day) WHERE outdated;
alter table project_kpi_day enable row level security;
create policy proven_project on project_kpi_day for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));
CREATE TRIGGER kpi_day_computed AFTER UPDATE ON public.project_kpi_day FOR EACH ROW WHEN ((old.outdated AND (NOT new.outdated))) EXECUTE FUNCTION note_nze_day();

create table project_member (
  project_id integer not null,
  account_id integer not null,
  role text not null,
  added_at timestamp with time zone default now() not null,
  checklist_away_at timestamp with time zone,
  constraint project_member_pkey PRIMARY KEY (account_id, project_id),
  constraint project_member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint project_member_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint project_member_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'managed'::text, 'read_only'::text])))
);
CREATE INDEX project_member_project ON public.project_member USING btree (project_id);
alter table project_member enable row level security;
create policy admin_sees_member on project_member for select to heliograph_api using (( SELECT app_admin() AS app_admin));
create policy own_membership on project_member for all to heliograph_api using (((account_id = ( SELECT app_account() AS app_account)) AND ((( SELECT app_key_projects() AS app_key_projects) IS NULL) OR (project_id = ANY (( SELECT app_key_projects() AS app_key_projects)::integer[])))));
CREATE TRIGGER consent_of_former_owner AFTER UPDATE ON public.project_member FOR EACH ROW WHEN (((old.role = 'owner'::text) AND ((new.role <> 'owner'::text) OR (new.account_id <> old.account_id) OR (new.project_id <> old.project_id)))) EXECUTE FUNCTION consent_of_gone_owner();
CREATE TRIGGER consent_of_gone_owner AFTER DELETE ON public.project_member FOR EACH ROW WHEN ((old.role = 'owner'::text)) EXECUTE FUNCTION consent_of_gone_owner();
CREATE TRIGGER demonstration_of_project AFTER INSERT ON public.project_member FOR EACH ROW WHEN ((new.role = 'owner'::text)) EXECUTE FUNCTION mark_demonstration();

create table project_month (
  meter_wh double precision,
  inverter_wh double precision,
  saving_vnd numeric(18,2),
  project_id integer not null,
  month date not null,
  saved_wh double precision,
  counted_wh double precision,
  constraint project_month_pkey PRIMARY KEY (project_id, month),
  constraint project_month_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint project_month_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
) with (fillfactor=80);
alter table project_month enable row level security;
create policy member_sees_month on project_month for all to heliograph_api using (((project_id = ANY (ARRAY( SELECT m.project_id
   FROM project_member m
  WHERE ((m.account_id = ( SELECT app_account() AS app_account)) AND (m.project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])))))) OR (project_id IN ( SELECT m.project_id
   FROM project_member m
  WHERE (m.account_id = ( SELECT app_account() AS app_account))))));

create table project_summary (
  project_id integer not null,
  last_reading_at timestamp with time zone,
  last_contact_at timestamp with time zone,
  plant_status text default 'not_configured'::text not null,
  sleeping boolean default false not null,
  alert_status text default 'not_installed'::text not null,
  active_power_w double precision,
  irradiance_w_m2 double precision,
  module_temperature_c double precision,
  today date,
  today_meter_wh double precision,
  today_inverter_wh double precision,
  today_insolation_wh_m2 double precision,
  before_today_meter_wh double precision,
  before_today_inverter_wh double precision,
  swh jsonb,
  changed_at timestamp with time zone default now() not null,
  today_saving_vnd numeric(18,2),
  before_today_saving_vnd numeric(18,2),
  before_today_meter_co2_kg double precision,
  before_today_inverter_co2_kg double precision,
  meter_co2_kg double precision,
  inverter_co2_kg double precision,
  saving_vnd numeric(18,2),
  performance_ratio double precision,
  performance_ratio_day date,
  before_today_known boolean default false not null,
  guaranteed_ratio double precision,
  simulated_ratio double precision,
  ratio_status text,
  today_saved_wh double precision,
  before_today_saved_wh double precision,
  before_today_saved_co2_kg double precision,
  saved_co2_kg double precision,
  before_today_counted_wh double precision,
  before_today_counted_co2_kg double precision,
  counted_co2_kg double precision,
  opening_meter_wh double precision,
  opening_inverter_wh double precision,
  opening_counted_wh double precision,
  opening_meter_co2_kg double precision,
  opening_inverter_co2_kg double precision,
  opening_counted_co2_kg double precision,
  measured_since date,
  meter_lifetime boolean default false not null,
  inverter_lifetime boolean default false not null,
  counted_lifetime boolean default false not null,
  opening_avoids boolean default false not null,
  openings_seen text default ''::text not null,
  judged_ratio double precision,
  judged_corrected boolean default false not null,
  reporting_power_w double precision,
  power_silent integer default 0 not null,
  power_devices integer default 0 not null,
  constraint project_summary_pkey PRIMARY KEY (project_id),
  constraint project_summary_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint project_summary_alert_status_check CHECK ((alert_status = ANY (ARRAY['normal'::text, 'warning'::text, 'error'::text, 'not_installed'::text]))),
  constraint project_summary_plant_status_check CHECK ((plant_status = ANY (ARRAY['normal'::text, 'warning'::text, 'offline'::text, 'not_configured'::text]))),
  constraint project_summary_ratio_status_check CHECK ((ratio_status = ANY (ARRAY['normal'::text, 'warning'::text, 'minor'::text, 'major'::text, 'critical'::text])))
) with (fillfactor=70);
alter table project_summary enable row level security;
create policy admin_sees_summary on project_summary for select to heliograph_api using (( SELECT app_admin() AS app_admin));
create policy member_sees_summary on project_summary for all to heliograph_api using (((project_id = ANY (ARRAY( SELECT m.project_id
   FROM project_member m
  WHERE ((m.account_id = ( SELECT app_account() AS app_account)) AND (m.project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])))))) OR (project_id IN ( SELECT m.project_id
   FROM project_member m
  WHERE (m.account_id = ( SELECT app_account() AS app_account))))));

create table provider_identity (
  issuer text not null,
  subject text not null,
  account_id integer not null,
  email text,
  linked_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint provider_identity_pkey PRIMARY KEY (issuer, subject),
  constraint provider_identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint provider_identity_email_check CHECK ((length(email) <= 254)),
  constraint provider_identity_issuer_check CHECK ((length(issuer) <= 500)),
  constraint provider_identity_subject_check CHECK ((length(subject) <= 255))
);
CREATE UNIQUE INDEX provider_identity_account ON public.provider_identity USING btree (account_id, issuer);

create table provider_visit (
  state_hash bytea not null,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  return_url text not null,
  account_id integer,
  expires_at timestamp with time zone not null,
  constraint provider_visit_pkey PRIMARY KEY (state_hash),
  constraint provider_visit_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint provider_visit_return_url_check CHECK ((length(return_url) <= 500))
);
CREATE INDEX provider_visit_expiry ON public.provider_visit USING btree (expires_at);

create table push_registration (
  endpoint text not null,
  account_id integer not null,
  session_id uuid not null,
  app_id text not null,
  p256dh text not null,
  auth text not null,
  wait_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint push_registration_pkey PRIMARY KEY (endpoint),
  constraint push_registration_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint push_registration_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(session_id) ON DELETE CASCADE,
  constraint push_registration_app_id_check CHECK ((length(app_id) <= 20)),
  constraint push_registration_auth_check CHECK ((length(auth) <= 100)),
  constraint push_registration_endpoint_check CHECK ((length(endpoint) <= 2000)),
  constraint push_registration_p256dh_check CHECK ((length(p256dh) <= 200))
);
CREATE INDEX push_registration_account ON public.push_registration USING btree (account_id);
CREATE INDEX push_registration_session ON public.push_registration USING btree (session_id);

create table reading (
  ts timestamp with time zone not null,
  energy_total_wh double precision,
  energy_import_wh double precision,
  energy_export_wh double precision,
  energy_charge_wh double precision,
  energy_discharge_wh double precision,
  project_id integer not null,
  device_id integer not null,
  ac_power_w real,
  ac_apparent_power_va real,
  ac_reactive_power_var real,
  ac_power_factor real,
  ac_voltage_v real,
  ac_current_a real,
  ac_frequency_hz real,
  dc_power_w real,
  dc_voltage_v real,
  dc_current_a real,
  cabinet_temperature_c real,
  soc_percent real,
  charge_power_w real,
  discharge_power_w real,
  battery_voltage_v real,
  battery_current_a real,
  load_power_w real,
  irradiance_w_m2 real,
  module_temperature_c real,
  ambient_temperature_c real,
  wind_speed_m_s real,
  tank_temperature_c real,
  collector_temperature_c real,
  inlet_temperature_c real,
  outlet_temperature_c real,
  flow_l_h real,
  event_bits integer,
  state smallint,
  interval_s smallint not null,
  source smallint default 0 not null,
  ext jsonb,
  interval_production_wh double precision,
  interval_import_wh double precision,
  interval_export_wh double precision,
  interval_charge_wh double precision,
  interval_discharge_wh double precision,
  power_limit_w real,
  power_limit_source smallint,
  nze_on smallint,
  export_limit_w real,
  constraint reading_pkey PRIMARY KEY (project_id, device_id, ts)
) partition by range (ts);
alter table reading enable row level security;
create policy proven_project on reading for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table reading_correction (
  project_id integer not null,
  device_id integer not null,
  ts timestamp with time zone not null,
  replaced_at timestamp with time zone default now() not null,
  was jsonb not null,
  became jsonb not null,
  constraint reading_correction_pkey PRIMARY KEY (project_id, device_id, ts, replaced_at)
);
alter table reading_correction enable row level security;
create policy proven_project on reading_correction for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));
CREATE TRIGGER days_corrected AFTER INSERT ON public.reading_correction REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_corrected_days();

create table reading_other partition of reading DEFAULT;

create table rec_import (
  import_id bigint generated always as identity not null,
  record_uid uuid default gen_random_uuid() not null,
  number text not null,
  business_account_id integer not null,
  demonstration boolean not null,
  status text not null,
  version integer default 1 not null,
  created_by integer,
  submitted_by integer,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  origin text not null,
  registry text not null,
  transaction_number text not null,
  series text not null,
  first bigint not null,
  last bigint not null,
  quantity bigint generated always as (((last - first) + 1)) stored not null,
  quantity_received bigint default 0 not null,
  device_code text not null,
  device_name text not null,
  fuel text not null,
  country text not null,
  location text not null,
  province text not null,
  period_from date not null,
  period_to date not null,
  constraint rec_import_pkey PRIMARY KEY (import_id),
  constraint rec_import_number_key UNIQUE (number),
  constraint rec_import_record_uid_key UNIQUE (record_uid),
  constraint rec_import_business_account_id_demonstration_fkey FOREIGN KEY (business_account_id, demonstration) REFERENCES business_account(business_account_id, demonstration),
  constraint rec_import_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint rec_import_origin_fkey FOREIGN KEY (origin) REFERENCES import_origin(origin),
  constraint rec_import_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint rec_import_check CHECK ((last >= first)),
  constraint rec_import_check1 CHECK ((period_from <= period_to)),
  constraint rec_import_check2 CHECK ((quantity_received <= ((last - first) + 1))),
  constraint rec_import_check3 CHECK (
CASE status
    WHEN 'imported'::text THEN (quantity_received > 0)
    WHEN 'rejected'::text THEN (quantity_received = 0)
    ELSE true
END),
  constraint rec_import_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint rec_import_device_code_check CHECK ((device_code ~ '^[A-Z0-9]{1,20}$'::text)),
  constraint rec_import_device_name_check CHECK (((length(device_name) >= 1) AND (length(device_name) <= 100))),
  constraint rec_import_first_check CHECK ((first >= 1)),
  constraint rec_import_fuel_check CHECK ((fuel ~ '^[A-Z]{2}[0-9]{3}$'::text)),
  constraint rec_import_location_check CHECK (((length(location) >= 1) AND (length(location) <= 200))),
  constraint rec_import_province_check CHECK (((length(province) >= 1) AND (length(province) <= 100))),
  constraint rec_import_quantity_received_check CHECK ((quantity_received >= 0)),
  constraint rec_import_registry_check CHECK ((registry = ANY (ARRAY['IREC'::text, 'TIGR'::text]))),
  constraint rec_import_series_check CHECK ((series ~ '^\S{1,80}$'::text)),
  constraint rec_import_status_check CHECK ((status = ANY (ARRAY['in_progress'::text, 'imported'::text, 'rejected'::text]))),
  constraint rec_import_transaction_number_check CHECK (((length(transaction_number) >= 1) AND (length(transaction_number) <= 80)))
);
CREATE INDEX rec_import_of ON public.rec_import USING btree (business_account_id, import_id DESC);
alter table rec_import enable row level security;

create table rec_import_asked (
  import_id bigint not null,
  received int8multirange not null,
  statement_sha256 text not null,
  constraint rec_import_asked_pkey PRIMARY KEY (import_id),
  constraint rec_import_asked_import_id_fkey FOREIGN KEY (import_id) REFERENCES rec_import(import_id)
);
alter table rec_import_asked enable row level security;

create table rec_import_open (
  import_id bigint not null,
  origin text not null,
  series text not null,
  range int8range not null,
  constraint rec_import_open_import_id_fkey FOREIGN KEY (import_id) REFERENCES rec_import(import_id),
  constraint rec_import_open_range_check CHECK ((NOT isempty(range))),
  constraint declared_once EXCLUDE USING gist (origin WITH =, series WITH =, range WITH &&)
);
CREATE INDEX rec_import_open_of ON public.rec_import_open USING btree (import_id);
alter table rec_import_open enable row level security;

create table rec_import_reception (
  reception_id bigint generated always as identity not null,
  import_id bigint not null,
  entry_id bigint not null,
  at timestamp with time zone default now() not null,
  serials int8multirange not null,
  statement_sha256 bytea not null,
  restored boolean not null,
  constraint rec_import_reception_pkey PRIMARY KEY (reception_id),
  constraint rec_import_reception_entry_id_key UNIQUE (entry_id),
  constraint rec_import_reception_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES journal_entry(entry_id),
  constraint rec_import_reception_import_id_fkey FOREIGN KEY (import_id) REFERENCES rec_import(import_id),
  constraint rec_import_reception_serials_check CHECK ((NOT isempty(serials))),
  constraint rec_import_reception_statement_sha256_check CHECK ((length(statement_sha256) = 32))
);
CREATE INDEX rec_import_reception_of ON public.rec_import_reception USING btree (import_id);
alter table rec_import_reception enable row level security;

create table recipient (
  recipient_id bigint generated always as identity not null,
  recipient_uid uuid not null,
  version integer not null,
  business_account_id integer not null,
  type text not null,
  name text not null,
  registration_number text default ''::text not null,
  is_natural_person boolean default false not null,
  country text not null,
  city text not null,
  address text not null,
  postal_code text not null,
  archived_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  is_current boolean default true not null,
  constraint recipient_pkey PRIMARY KEY (recipient_id),
  constraint recipient_recipient_uid_version_key UNIQUE (recipient_uid, version),
  constraint recipient_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id) ON DELETE CASCADE,
  constraint recipient_address_check CHECK (((length(address) >= 1) AND (length(address) <= 300))),
  constraint recipient_city_check CHECK (((length(city) >= 1) AND (length(city) <= 100))),
  constraint recipient_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint recipient_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint recipient_postal_code_check CHECK ((length(postal_code) <= 20)),
  constraint recipient_registration_number_check CHECK ((length(registration_number) <= 60)),
  constraint recipient_type_check CHECK ((type = ANY (ARRAY['invoice'::text, 'redemption_beneficiary'::text, 'delivery'::text])))
);
CREATE UNIQUE INDEX recipient_current ON public.recipient USING btree (recipient_uid) WHERE is_current;
CREATE INDEX recipient_of ON public.recipient USING btree (business_account_id) WHERE is_current;
alter table recipient enable row level security;

create table record_deadline (
  entity text not null,
  record_uid uuid not null,
  action text,
  due_at timestamp with time zone not null,
  constraint record_deadline_pkey PRIMARY KEY (entity, record_uid)
);
CREATE INDEX record_deadline_due ON public.record_deadline USING btree (due_at) WHERE (action IS NOT NULL);
alter table record_deadline enable row level security;

create table record_evidence (
  evidence_uid uuid not null,
  record_uid uuid not null,
  kind text not null,
  name text not null,
  mime text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  uploaded_by integer,
  at timestamp with time zone default now() not null,
  constraint record_evidence_pkey PRIMARY KEY (evidence_uid),
  constraint record_evidence_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint record_evidence_kind_check CHECK ((kind = ANY (ARRAY['registry_statement'::text, 'purchase'::text, 'certificate'::text, 'verification'::text, 'metering'::text]))),
  constraint record_evidence_mime_check CHECK ((length(mime) <= 100)),
  constraint record_evidence_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint record_evidence_sha256_check CHECK ((length(sha256) = 32)),
  constraint record_evidence_size_bytes_check CHECK (((size_bytes >= 1) AND (size_bytes <= 10485760)))
);
CREATE INDEX record_evidence_of ON public.record_evidence USING btree (record_uid);
alter table record_evidence enable row level security;

create table record_news (
  status_event_id bigint not null,
  constraint record_news_pkey PRIMARY KEY (status_event_id)
);
alter table record_news enable row level security;

create table record_notice (
  record_notice_id bigint generated always as identity not null,
  notice_uid uuid default gen_random_uuid() not null,
  account_id integer not null,
  status_event_id bigint not null,
  business_account_id integer,
  scope text,
  service text not null,
  entity text not null,
  record_uid uuid not null,
  number text not null,
  title text not null,
  page_uid uuid not null,
  account_uid uuid,
  demonstration boolean not null,
  is_turn boolean not null,
  notice_id bigint,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  constraint record_notice_pkey PRIMARY KEY (record_notice_id),
  constraint record_notice_account_id_status_event_id_business_account_i_key UNIQUE NULLS NOT DISTINCT (account_id, status_event_id, business_account_id),
  constraint record_notice_notice_uid_key UNIQUE (notice_uid),
  constraint record_notice_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint record_notice_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id) ON DELETE CASCADE,
  constraint record_notice_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notice(notice_id) ON DELETE CASCADE,
  constraint record_notice_status_event_id_fkey FOREIGN KEY (status_event_id) REFERENCES status_event(status_event_id) ON DELETE CASCADE,
  constraint record_notice_check CHECK (((business_account_id IS NULL) OR (scope IS NULL))),
  constraint record_notice_check1 CHECK (((notice_id IS NOT NULL) OR (read_at IS NOT NULL))),
  constraint record_notice_entity_check CHECK ((length(entity) <= 40)),
  constraint record_notice_number_check CHECK ((length(number) <= 40)),
  constraint record_notice_scope_check CHECK ((length(scope) <= 20)),
  constraint record_notice_service_check CHECK ((length(service) <= 20)),
  constraint record_notice_title_check CHECK ((length(title) <= 200))
);
CREATE INDEX record_notice_newest ON public.record_notice USING btree (account_id, business_account_id, record_notice_id DESC);
CREATE INDEX record_notice_old ON public.record_notice USING btree (created_at);
CREATE INDEX record_notice_told ON public.record_notice USING btree (notice_id) WHERE (notice_id IS NOT NULL);
CREATE INDEX record_notice_unread ON public.record_notice USING btree (account_id, business_account_id) WHERE (read_at IS NULL);
alter table record_notice enable row level security;

create table record_number (
  prefix text not null,
  year integer not null,
  last bigint not null,
  constraint record_number_pkey PRIMARY KEY (prefix, year)
);
alter table record_number enable row level security;

create table recovery_code (
  account_id integer not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES second_factor(account_id) ON DELETE CASCADE
);

create table redemption (
  redemption_id bigint generated always as identity not null,
  record_uid uuid default gen_random_uuid() not null,
  number text not null,
  business_account_id integer not null,
  demonstration boolean not null,
  status text not null,
  version integer default 1 not null,
  created_by integer,
  submitted_by integer,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  completed_at timestamp with time zone,
  registry text not null,
  country text not null,
  fuel text not null,
  vintage integer not null,
  amount bigint not null,
  devices text[] not null,
  beneficiary_name text not null,
  beneficiary_registration_number text not null,
  is_natural_person boolean not null,
  beneficiary_country text not null,
  beneficiary_address text not null,
  redeems_for text not null,
  period_from date not null,
  period_to date not null,
  purpose text not null,
  acknowledged text[] not null,
  needs_countersign boolean not null,
  countersigned_by integer,
  countersigned_at timestamp with time zone,
  pay_until timestamp with time zone,
  constraint redemption_pkey PRIMARY KEY (redemption_id),
  constraint redemption_number_key UNIQUE (number),
  constraint redemption_record_uid_key UNIQUE (record_uid),
  constraint redemption_business_account_id_demonstration_fkey FOREIGN KEY (business_account_id, demonstration) REFERENCES business_account(business_account_id, demonstration),
  constraint redemption_countersigned_by_fkey FOREIGN KEY (countersigned_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint redemption_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint redemption_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint redemption_amount_check CHECK (((amount >= 1) AND (amount <= 1000000000))),
  constraint redemption_beneficiary_address_check CHECK (((length(beneficiary_address) >= 1) AND (length(beneficiary_address) <= 300))),
  constraint redemption_beneficiary_country_check CHECK ((beneficiary_country ~ '^[A-Z]{2}$'::text)),
  constraint redemption_beneficiary_name_check CHECK (((length(beneficiary_name) >= 1) AND (length(beneficiary_name) <= 200))),
  constraint redemption_beneficiary_registration_number_check CHECK ((length(beneficiary_registration_number) <= 60)),
  constraint redemption_check CHECK ((period_from <= period_to)),
  constraint redemption_check1 CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
  constraint redemption_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint redemption_devices_check CHECK ((cardinality(devices) >= 1)),
  constraint redemption_fuel_check CHECK ((fuel ~ '^[A-Z]{2}[0-9]{3}$'::text)),
  constraint redemption_purpose_check CHECK (((length(purpose) >= 1) AND (length(purpose) <= 300))),
  constraint redemption_redeems_for_check CHECK ((redeems_for = ANY (ARRAY['own_consumption'::text, 'third_party'::text]))),
  constraint redemption_registry_check CHECK ((registry = ANY (ARRAY['IREC'::text, 'TIGR'::text]))),
  constraint redemption_status_check CHECK ((status = ANY (ARRAY['in_progress'::text, 'approved'::text, 'waiting_for_confirmation'::text, 'partial_paid'::text, 'partial_payment_follow_up'::text, 'retiring'::text, 'returned'::text, 'cancelled'::text, 'rejected'::text, 'completed'::text]))),
  constraint redemption_vintage_check CHECK (((vintage >= 2000) AND (vintage <= 2199)))
);
CREATE INDEX redemption_of ON public.redemption USING btree (business_account_id, created_at);
alter table redemption enable row level security;

create table redemption_correction (
  redemption_id bigint not null,
  beneficiary_name text not null,
  beneficiary_address text not null,
  constraint redemption_correction_pkey PRIMARY KEY (redemption_id),
  constraint redemption_correction_redemption_id_fkey FOREIGN KEY (redemption_id) REFERENCES redemption(redemption_id),
  constraint redemption_correction_beneficiary_address_check CHECK (((length(beneficiary_address) >= 1) AND (length(beneficiary_address) <= 300))),
  constraint redemption_correction_beneficiary_name_check CHECK (((length(beneficiary_name) >= 1) AND (length(beneficiary_name) <= 200)))
);
alter table redemption_correction enable row level security;

create table redemption_fee (
  redemption_id bigint not null,
  fee_rule_id integer not null,
  quantity bigint not null,
  total_cents bigint not null,
  constraint redemption_fee_pkey PRIMARY KEY (redemption_id, fee_rule_id),
  constraint redemption_fee_fee_rule_id_fkey FOREIGN KEY (fee_rule_id) REFERENCES fee_rule(fee_rule_id),
  constraint redemption_fee_redemption_id_fkey FOREIGN KEY (redemption_id) REFERENCES redemption(redemption_id),
  constraint redemption_fee_quantity_check CHECK ((quantity > 0)),
  constraint redemption_fee_total_cents_check CHECK ((total_cents >= 0))
);
alter table redemption_fee enable row level security;

create table redemption_return (
  redemption_return_id bigint generated always as identity not null,
  redemption_id bigint not null,
  returned_at timestamp with time zone default now() not null,
  words jsonb not null,
  marks jsonb not null,
  answers jsonb default '[]'::jsonb not null,
  constraint redemption_return_pkey PRIMARY KEY (redemption_return_id),
  constraint redemption_return_redemption_id_fkey FOREIGN KEY (redemption_id) REFERENCES redemption(redemption_id),
  constraint redemption_return_answers_check CHECK ((jsonb_typeof(answers) = 'array'::text)),
  constraint redemption_return_marks_check CHECK ((jsonb_typeof(marks) = 'array'::text))
);
CREATE INDEX redemption_return_of ON public.redemption_return USING btree (redemption_id);
alter table redemption_return enable row level security;

create table redemption_statement (
  statement_id bigint generated always as identity not null,
  redemption_id bigint not null,
  key text not null,
  entry_id bigint not null,
  statement text,
  ready_at timestamp with time zone,
  constraint redemption_statement_pkey PRIMARY KEY (statement_id),
  constraint redemption_statement_entry_id_key UNIQUE (entry_id),
  constraint redemption_statement_key_key UNIQUE (key),
  constraint redemption_statement_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES journal_entry(entry_id),
  constraint redemption_statement_redemption_id_fkey FOREIGN KEY (redemption_id) REFERENCES redemption(redemption_id),
  constraint redemption_statement_check CHECK (((statement IS NULL) = (ready_at IS NULL))),
  constraint redemption_statement_key_check CHECK ((key ~ '^[0-9A-HJKMNP-TV-Z]{26}$'::text))
);
CREATE INDEX redemption_statement_of ON public.redemption_statement USING btree (redemption_id);
alter table redemption_statement enable row level security;

create table refused_day (
  project_id integer not null,
  gateway_id integer not null,
  device_id integer default 0 not null,
  day date not null,
  reason text not null,
  count integer not null,
  last_at timestamp with time zone not null,
  example text default ''::text not null,
  constraint refused_day_pkey PRIMARY KEY (project_id, day, gateway_id, device_id, reason),
  constraint refused_day_count_check CHECK ((count > 0)),
  constraint refused_day_example_check CHECK ((length(example) <= 500)),
  constraint refused_day_reason_check CHECK ((length(reason) <= 60))
);
alter table refused_day enable row level security;
create policy proven_project on refused_day for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table refused_reading (
  refused_id bigint generated always as identity not null,
  project_id integer not null,
  gateway_id integer not null,
  device_uid text,
  at timestamp with time zone default now() not null,
  reason text not null,
  detail text default ''::text not null,
  t double precision,
  others integer,
  constraint refused_reading_pkey PRIMARY KEY (refused_id),
  constraint refused_reading_detail_check CHECK ((length(detail) <= 500)),
  constraint refused_reading_device_uid_check CHECK ((length(device_uid) <= 64)),
  constraint refused_reading_reason_check CHECK ((length(reason) <= 60))
);
CREATE INDEX refused_reading_gateway ON public.refused_reading USING btree (project_id, gateway_id, at DESC);
alter table refused_reading enable row level security;
create policy proven_project on refused_reading for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table registered_device (
  registered_device_id bigint generated always as identity not null,
  device_uid uuid default gen_random_uuid() not null,
  code text not null,
  business_account_id integer not null,
  demonstration boolean not null,
  registry text not null,
  english_name text not null,
  local_name text not null,
  fuel text not null,
  technology text not null,
  country text not null,
  province text not null,
  location text not null,
  timezone text not null,
  capacity_w bigint not null,
  dc_wp bigint,
  commercial_operation_on date not null,
  registered_on date not null,
  valid daterange not null,
  project_id integer,
  predecessor_id bigint,
  suspended_at timestamp with time zone,
  suspended_because text,
  approved_by integer,
  created_at timestamp with time zone default now() not null,
  kind text default 'normal'::text not null,
  owner text default ''::text not null,
  address text default ''::text not null,
  latitude double precision,
  longitude double precision,
  record_uid uuid generated always as (device_uid) stored not null,
  number text generated always as (code) stored not null,
  status text default 'in_force'::text not null,
  version integer default 1 not null,
  created_by integer,
  submitted_by integer,
  changed_at timestamp with time zone default now() not null,
  constraint registered_device_pkey PRIMARY KEY (registered_device_id),
  constraint registered_device_code_key UNIQUE (code),
  constraint registered_device_device_uid_key UNIQUE (device_uid),
  constraint registered_device_registered_device_id_demonstration_key UNIQUE (registered_device_id, demonstration),
  constraint registered_device_business_account_id_demonstration_fkey FOREIGN KEY (business_account_id, demonstration) REFERENCES business_account(business_account_id, demonstration),
  constraint registered_device_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint registered_device_predecessor_id_fkey FOREIGN KEY (predecessor_id) REFERENCES registered_device(registered_device_id),
  constraint registered_device_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE SET NULL,
  constraint registered_device_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint registered_device_address_check CHECK ((length(address) <= 300)),
  constraint registered_device_capacity_w_check CHECK (((capacity_w >= 1000) AND (capacity_w <= '5000000000'::bigint))),
  constraint registered_device_code_check CHECK ((code ~ '^D[0-9]{6}$'::text)),
  constraint registered_device_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint registered_device_dc_wp_check CHECK ((dc_wp > 0)),
  constraint registered_device_english_name_check CHECK (((length(english_name) >= 2) AND (length(english_name) <= 100))),
  constraint registered_device_fuel_check CHECK ((fuel ~ '^[A-Z]{2}[0-9]{3}$'::text)),
  constraint registered_device_kind_check CHECK ((kind = ANY (ARRAY['normal'::text, 'grouped'::text]))),
  constraint registered_device_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint registered_device_local_name_check CHECK (((length(local_name) >= 2) AND (length(local_name) <= 100))),
  constraint registered_device_location_check CHECK (((length(location) >= 1) AND (length(location) <= 300))),
  constraint registered_device_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint registered_device_owner_check CHECK ((length(owner) <= 200)),
  constraint registered_device_province_check CHECK (((length(province) >= 1) AND (length(province) <= 100))),
  constraint registered_device_registry_check CHECK ((registry = ANY (ARRAY['IREC'::text, 'TIGR'::text, 'GEC'::text]))),
  constraint registered_device_status_check CHECK ((status = ANY (ARRAY['in_force'::text, 'binding_suspended'::text, 'suspended'::text, 'without_consent'::text]))),
  constraint registered_device_suspended_because_check CHECK ((length(suspended_because) <= 2000)),
  constraint registered_device_technology_check CHECK ((technology ~ '^TC[0-9]{3}$'::text)),
  constraint registered_device_valid_check CHECK ((NOT isempty(valid))),
  constraint registered_device_version_check CHECK ((version >= 1))
);
CREATE INDEX registered_device_of ON public.registered_device USING btree (business_account_id);
CREATE INDEX registered_device_place ON public.registered_device USING btree (latitude, longitude);
CREATE INDEX registered_device_project ON public.registered_device USING btree (project_id) WHERE (project_id IS NOT NULL);
CREATE UNIQUE INDEX registered_device_record ON public.registered_device USING btree (record_uid);
CREATE UNIQUE INDEX registered_device_successor ON public.registered_device USING btree (predecessor_id) WHERE (predecessor_id IS NOT NULL);
CREATE INDEX registered_device_waits ON public.registered_device USING btree (status) WHERE (status <> 'in_force'::text);
alter table registered_device enable row level security;

create table registry_account (
  business_account_id integer not null,
  registry text not null,
  account_type text not null,
  constraint registry_account_pkey PRIMARY KEY (business_account_id, registry),
  constraint registry_account_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id) ON DELETE CASCADE,
  constraint registry_account_account_type_check CHECK (((length(account_type) >= 1) AND (length(account_type) <= 40))),
  constraint registry_account_registry_check CHECK ((registry = ANY (ARRAY['IREC'::text, 'TIGR'::text, 'GEC'::text])))
);
alter table registry_account enable row level security;

create table registry_call (
  call_id bigint generated always as identity not null,
  record_uid uuid default gen_random_uuid() not null,
  number text not null,
  business_account_id integer not null,
  demonstration boolean not null,
  status text not null,
  version integer default 1 not null,
  created_by integer,
  submitted_by integer,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  registry text not null,
  country text not null,
  redemption_id bigint not null,
  origin text not null,
  transaction_number text not null,
  quantity bigint not null,
  body text not null,
  body_sha256 bytea not null,
  sent_at timestamp with time zone,
  asked_at timestamp with time zone,
  asked integer default 0 not null,
  next_at timestamp with time zone,
  reference text,
  refusal text,
  heard text,
  asked_reference text,
  constraint registry_call_pkey PRIMARY KEY (call_id),
  constraint registry_call_number_key UNIQUE (number),
  constraint registry_call_record_uid_key UNIQUE (record_uid),
  constraint registry_call_transaction_number_key UNIQUE (transaction_number),
  constraint registry_call_business_account_id_demonstration_fkey FOREIGN KEY (business_account_id, demonstration) REFERENCES business_account(business_account_id, demonstration),
  constraint registry_call_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint registry_call_origin_fkey FOREIGN KEY (origin) REFERENCES import_origin(origin),
  constraint registry_call_redemption_id_fkey FOREIGN KEY (redemption_id) REFERENCES redemption(redemption_id),
  constraint registry_call_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint registry_call_asked_reference_check CHECK (((length(asked_reference) >= 1) AND (length(asked_reference) <= 80))),
  constraint registry_call_check CHECK ((body_sha256 = sha256(convert_to(body, 'UTF8'::name)))),
  constraint registry_call_check1 CHECK (((status = 'acknowledged'::text) = (reference IS NOT NULL))),
  constraint registry_call_check2 CHECK (((status <> ALL (ARRAY['sent'::text, 'unknown'::text])) OR (sent_at IS NOT NULL))),
  constraint registry_call_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint registry_call_heard_check CHECK ((length(heard) <= 600)),
  constraint registry_call_quantity_check CHECK ((quantity > 0)),
  constraint registry_call_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 80))),
  constraint registry_call_refusal_check CHECK ((length(refusal) <= 2000)),
  constraint registry_call_registry_check CHECK ((registry = ANY (ARRAY['IREC'::text, 'TIGR'::text]))),
  constraint registry_call_status_check CHECK ((status = ANY (ARRAY['prepared'::text, 'by_hand'::text, 'sent'::text, 'unknown'::text, 'acknowledged'::text, 'refused'::text, 'closed'::text]))),
  constraint registry_call_transaction_number_check CHECK (((length(transaction_number) >= 10) AND (length(transaction_number) <= 80)))
);
CREATE INDEX registry_call_due ON public.registry_call USING btree (next_at) WHERE (status = ANY (ARRAY['prepared'::text, 'sent'::text, 'unknown'::text]));
CREATE INDEX registry_call_of ON public.registry_call USING btree (business_account_id, call_id DESC);
CREATE UNIQUE INDEX registry_call_once ON public.registry_call USING btree (redemption_id, origin) WHERE (status <> 'closed'::text);
alter table registry_call enable row level security;
CREATE TRIGGER registry_call_kept BEFORE UPDATE ON public.registry_call FOR EACH ROW EXECUTE FUNCTION refuse_call_change();

create table registry_connection (
  origin text not null,
  base_url text not null,
  sealed_secret text not null,
  is_on boolean not null,
  first_person integer,
  second_person integer,
  changed_at timestamp with time zone default now() not null,
  constraint registry_connection_pkey PRIMARY KEY (origin),
  constraint registry_connection_first_person_fkey FOREIGN KEY (first_person) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint registry_connection_origin_fkey FOREIGN KEY (origin) REFERENCES import_origin(origin),
  constraint registry_connection_second_person_fkey FOREIGN KEY (second_person) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint connected_by_two CHECK ((first_person <> second_person)),
  constraint registry_connection_base_url_check CHECK ((length(base_url) <= 300))
);
alter table registry_connection enable row level security;

create table registry_connection_asked (
  origin text not null,
  record_uid uuid default gen_random_uuid() not null,
  base_url text not null,
  sealed_secret text,
  is_on boolean not null,
  first_person integer not null,
  asked_at timestamp with time zone default now() not null,
  constraint registry_connection_asked_pkey PRIMARY KEY (origin),
  constraint registry_connection_asked_record_uid_key UNIQUE (record_uid),
  constraint registry_connection_asked_first_person_fkey FOREIGN KEY (first_person) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint registry_connection_asked_origin_fkey FOREIGN KEY (origin) REFERENCES import_origin(origin),
  constraint registry_connection_asked_base_url_check CHECK ((length(base_url) <= 300))
);
alter table registry_connection_asked enable row level security;

create table registry_connection_try (
  at timestamp with time zone default now() not null
);
CREATE INDEX registry_connection_try_at ON public.registry_connection_try USING btree (at);
alter table registry_connection_try enable row level security;

create table report (
  report_id integer generated always as identity not null,
  report_uid uuid default gen_random_uuid() not null,
  account_id integer not null,
  title text not null,
  template_uid uuid not null,
  blocks jsonb not null,
  lang text not null,
  timezone text not null,
  delivery_method text not null,
  email_list text[] not null,
  schedule text not null,
  period text not null,
  send_on jsonb not null,
  from_date date,
  to_date date,
  active boolean not null,
  next_run_at timestamp with time zone,
  next_day date,
  changed_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  constraint report_pkey PRIMARY KEY (report_id),
  constraint report_report_uid_key UNIQUE (report_uid),
  constraint report_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint report_check CHECK (((next_run_at IS NULL) = (next_day IS NULL))),
  constraint report_delivery_method_check CHECK ((delivery_method = ANY (ARRAY['email'::text, 'download'::text, 'webhook'::text]))),
  constraint report_email_list_check CHECK ((cardinality(email_list) <= 20)),
  constraint report_lang_check CHECK ((lang = ANY (ARRAY['en'::text, 'vi'::text, 'zh'::text]))),
  constraint report_period_check CHECK ((period = ANY (ARRAY['previous_day'::text, 'previous_week'::text, 'previous_month'::text, 'from_to'::text]))),
  constraint report_schedule_check CHECK ((schedule = ANY (ARRAY['once'::text, 'daily'::text, 'weekly'::text, 'monthly'::text]))),
  constraint report_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120)))
);
CREATE INDEX report_account ON public.report USING btree (account_id) WHERE (removed_at IS NULL);
CREATE INDEX report_due ON public.report USING btree (next_run_at) WHERE ((next_run_at IS NOT NULL) AND (removed_at IS NULL));
alter table report enable row level security;

create table report_brand (
  account_id integer not null,
  colour text,
  logo bytea,
  logo_mime text,
  logo_sha text,
  constraint report_brand_pkey PRIMARY KEY (account_id),
  constraint report_brand_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint report_brand_check CHECK ((((logo IS NULL) = (logo_mime IS NULL)) AND ((logo IS NULL) = (logo_sha IS NULL)))),
  constraint report_brand_colour_check CHECK ((colour ~ '^#[0-9a-f]{6}$'::text)),
  constraint report_brand_logo_check CHECK ((length(logo) <= 524288)),
  constraint report_brand_logo_mime_check CHECK ((logo_mime = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])))
);
alter table report_brand enable row level security;

create table report_edition (
  run_id bigint not null,
  report_id integer not null,
  due_on date,
  from_day date not null,
  to_day date not null,
  lang text not null,
  deliver text not null,
  sent_to integer default 0 not null,
  constraint report_edition_pkey PRIMARY KEY (run_id),
  constraint report_edition_report_id_due_on_key UNIQUE (report_id, due_on),
  constraint report_edition_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(report_id) ON DELETE CASCADE,
  constraint report_edition_run_id_fkey FOREIGN KEY (run_id) REFERENCES report_run(run_id) ON DELETE CASCADE,
  constraint report_edition_deliver_check CHECK ((deliver = ANY (ARRAY['no'::text, 'me'::text, 'all'::text])))
);
alter table report_edition enable row level security;

create table report_preview (
  preview_uid uuid default gen_random_uuid() not null,
  account_id integer not null,
  request jsonb not null,
  answer jsonb,
  error_code text,
  error text,
  asked_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint report_preview_pkey PRIMARY KEY (preview_uid),
  constraint report_preview_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX report_preview_asked ON public.report_preview USING btree (asked_at);
alter table report_preview enable row level security;

create table report_project (
  report_id integer not null,
  project_id integer not null,
  place integer not null,
  constraint report_project_pkey PRIMARY KEY (report_id, project_id),
  constraint report_project_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint report_project_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(report_id) ON DELETE CASCADE
);
CREATE INDEX report_project_project ON public.report_project USING btree (project_id);
alter table report_project enable row level security;

create table report_run (
  run_id bigint generated always as identity not null,
  run_uid uuid default gen_random_uuid() not null,
  account_id integer not null,
  kind text not null,
  title text not null,
  request jsonb not null,
  projects integer[] not null,
  cause text default 'person'::text not null,
  state text default 'queued'::text not null,
  progress real default 0 not null,
  attempts integer default 0 not null,
  asked_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  kept_days integer,
  document_uid uuid,
  error_code text,
  error text,
  constraint report_run_pkey PRIMARY KEY (run_id),
  constraint report_run_run_uid_key UNIQUE (run_uid),
  constraint report_run_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint report_run_document_uid_fkey FOREIGN KEY (document_uid) REFERENCES document(document_uid) ON DELETE SET NULL,
  constraint report_run_cause_check CHECK ((cause = ANY (ARRAY['person'::text, 'schedule'::text]))),
  constraint report_run_check CHECK (((state = ANY (ARRAY['queued'::text, 'running'::text])) = (ended_at IS NULL))),
  constraint report_run_error_check CHECK ((length(error) <= 500)),
  constraint report_run_error_code_check CHECK ((length(error_code) <= 100)),
  constraint report_run_kept_days_check CHECK ((kept_days > 0)),
  constraint report_run_kind_check CHECK ((kind = ANY (ARRAY['portfolio'::text, 'project_report'::text, 'export'::text, 'report'::text]))),
  constraint report_run_progress_check CHECK (((progress >= (0)::double precision) AND (progress <= (1)::double precision))),
  constraint report_run_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))),
  constraint report_run_title_check CHECK (((length(title) >= 1) AND (length(title) <= 300)))
);
CREATE INDEX report_run_account ON public.report_run USING btree (account_id, run_id DESC);
CREATE INDEX report_run_document ON public.report_run USING btree (document_uid);
alter table report_run enable row level security;
create policy own_run on report_run for all to heliograph_api using (((account_id = ( SELECT app_account() AS app_account)) AND (projects <@ ARRAY( SELECT m.project_id
   FROM project_member m
  WHERE (m.account_id = ( SELECT app_account() AS app_account))))));

create table report_template (
  template_uid uuid default gen_random_uuid() not null,
  account_id integer not null,
  name text not null,
  blocks jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint report_template_pkey PRIMARY KEY (template_uid),
  constraint report_template_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint report_template_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
CREATE INDEX report_template_account ON public.report_template USING btree (account_id, created_at);
alter table report_template enable row level security;

create table reported_energy (
  project_id integer not null,
  device_id integer not null,
  period text not null,
  since date not null,
  production_wh double precision,
  import_wh double precision,
  export_wh double precision,
  charge_wh double precision,
  discharge_wh double precision,
  constraint reported_energy_pkey PRIMARY KEY (project_id, device_id, period, since),
  constraint reported_energy_charge_wh_check CHECK ((charge_wh >= (0)::double precision)),
  constraint reported_energy_check CHECK (((period = 'day'::text) OR (since = (date_trunc('month'::text, (since)::timestamp with time zone))::date))),
  constraint reported_energy_discharge_wh_check CHECK ((discharge_wh >= (0)::double precision)),
  constraint reported_energy_export_wh_check CHECK ((export_wh >= (0)::double precision)),
  constraint reported_energy_import_wh_check CHECK ((import_wh >= (0)::double precision)),
  constraint reported_energy_period_check CHECK ((period = ANY (ARRAY['day'::text, 'month'::text]))),
  constraint reported_energy_production_wh_check CHECK ((production_wh >= (0)::double precision))
);
alter table reported_energy enable row level security;
create policy proven_project on reported_energy for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table restated_day (
  restated_day_id bigint generated always as identity not null,
  issuance_id bigint not null,
  day date not null,
  at timestamp with time zone default now() not null,
  was_wh bigint not null,
  wh bigint not null,
  withdrawn bigint default 0 not null,
  carry_wh bigint default 0 not null,
  debt_wh bigint default 0 not null,
  correction_id bigint,
  constraint restated_day_pkey PRIMARY KEY (restated_day_id),
  constraint restated_day_correction_id_fkey FOREIGN KEY (correction_id) REFERENCES issuance(issuance_id),
  constraint restated_day_issuance_id_fkey FOREIGN KEY (issuance_id) REFERENCES issuance(issuance_id),
  constraint restated_day_debt_wh_check CHECK ((debt_wh >= 0)),
  constraint restated_day_was_wh_check CHECK ((was_wh >= 0)),
  constraint restated_day_wh_check CHECK ((wh >= 0)),
  constraint restated_day_withdrawn_check CHECK ((withdrawn >= 0))
);
CREATE INDEX restated_day_of ON public.restated_day USING btree (issuance_id, restated_day_id);
alter table restated_day enable row level security;

create table role_grant (
  role_grant_id bigint generated always as identity not null,
  account_id integer not null,
  class text not null,
  business_account_id integer,
  role text,
  registry text,
  country text,
  valid tstzrange default tstzrange(now(), NULL::timestamp with time zone) not null,
  granted_by integer,
  constraint role_grant_pkey PRIMARY KEY (role_grant_id),
  constraint role_grant_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint role_grant_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id) ON DELETE CASCADE,
  constraint role_grant_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint role_grant_check CHECK (((class = 'market'::text) = (business_account_id IS NOT NULL))),
  constraint role_grant_check1 CHECK (((class = 'market'::text) = (role IS NOT NULL))),
  constraint role_grant_check2 CHECK (((class = 'issuer'::text) = (registry IS NOT NULL))),
  constraint role_grant_check3 CHECK (((class = 'issuer'::text) = (country IS NOT NULL))),
  constraint role_grant_class_check CHECK ((class = ANY (ARRAY['market'::text, 'issuer'::text, 'operator'::text]))),
  constraint role_grant_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint role_grant_registry_check CHECK ((registry = ANY (ARRAY['IREC'::text, 'TIGR'::text, 'GEC'::text]))),
  constraint role_grant_role_check CHECK ((role = ANY (ARRAY['trader'::text, 'account_manager'::text, 'viewer'::text]))),
  constraint role_grant_valid_check CHECK ((NOT isempty(valid))),
  constraint one_class_at_a_time EXCLUDE USING gist (account_id WITH =, class WITH <>, valid WITH &&),
  constraint one_role_in_an_account EXCLUDE USING gist (account_id WITH =, business_account_id WITH =, valid WITH &&) WHERE ((business_account_id IS NOT NULL)),
  constraint one_scope_once EXCLUDE USING gist (account_id WITH =, registry WITH =, country WITH =, valid WITH &&) WHERE ((class = 'issuer'::text))
);
CREATE INDEX role_grant_account ON public.role_grant USING btree (business_account_id) WHERE (business_account_id IS NOT NULL);
alter table role_grant enable row level security;
CREATE TRIGGER class_pause BEFORE INSERT ON public.role_grant FOR EACH ROW EXECUTE FUNCTION class_pause();

create table roll_out (
  roll_out_id bigint generated always as identity not null,
  roll_out_uid uuid default gen_random_uuid() not null,
  firmware_id integer not null,
  mode text not null,
  state text default 'running'::text not null,
  wave integer default 0 not null,
  waves integer not null,
  next_wave_at timestamp with time zone,
  stopped text,
  stopped_gateway integer,
  gateways integer not null,
  created_by integer,
  created_by_name text,
  created_at timestamp with time zone default now() not null,
  constraint roll_out_pkey PRIMARY KEY (roll_out_id),
  constraint roll_out_roll_out_uid_key UNIQUE (roll_out_uid),
  constraint roll_out_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint roll_out_firmware_id_fkey FOREIGN KEY (firmware_id) REFERENCES firmware(firmware_id),
  constraint roll_out_stopped_gateway_fkey FOREIGN KEY (stopped_gateway) REFERENCES gateway(gateway_id) ON DELETE SET NULL,
  constraint roll_out_gateways_check CHECK ((gateways > 0)),
  constraint roll_out_mode_check CHECK ((mode = ANY (ARRAY['all'::text, 'waves'::text]))),
  constraint roll_out_state_check CHECK ((state = ANY (ARRAY['running'::text, 'waiting'::text, 'done'::text, 'stopped'::text]))),
  constraint roll_out_stopped_check CHECK ((stopped = ANY (ARRAY['failed'::text, 'silent'::text, 'other_version'::text, 'withdrawn'::text, 'person'::text]))),
  constraint roll_out_waves_check CHECK (((waves >= 1) AND (waves <= 3)))
);
CREATE INDEX roll_out_open ON public.roll_out USING btree (roll_out_id) WHERE (state = ANY (ARRAY['running'::text, 'waiting'::text]));
alter table roll_out enable row level security;
create policy of_proven_gateways on roll_out for all to heliograph_api using ((roll_out_id IN ( SELECT g.roll_out_id
   FROM roll_out_gateway g)));

create table roll_out_gateway (
  roll_out_id bigint not null,
  gateway_id integer not null,
  project_id integer not null,
  wave integer not null,
  state text default 'waiting'::text not null,
  was_version text,
  command_id bigint,
  text text default ''::text not null,
  constraint roll_out_gateway_pkey PRIMARY KEY (roll_out_id, gateway_id),
  constraint roll_out_gateway_command_id_fkey FOREIGN KEY (command_id) REFERENCES command(command_id),
  constraint roll_out_gateway_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id) ON DELETE CASCADE,
  constraint roll_out_gateway_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint roll_out_gateway_roll_out_id_fkey FOREIGN KEY (roll_out_id) REFERENCES roll_out(roll_out_id) ON DELETE CASCADE,
  constraint roll_out_gateway_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'under_way'::text, 'updated'::text, 'failed'::text, 'silent'::text, 'other_version'::text, 'left_out'::text]))),
  constraint roll_out_gateway_text_check CHECK ((length(text) <= 500))
);
CREATE UNIQUE INDEX roll_out_gateway_busy ON public.roll_out_gateway USING btree (gateway_id) WHERE (state = ANY (ARRAY['waiting'::text, 'under_way'::text]));
CREATE INDEX roll_out_gateway_gateway ON public.roll_out_gateway USING btree (gateway_id);
CREATE INDEX roll_out_gateway_project ON public.roll_out_gateway USING btree (project_id);
alter table roll_out_gateway enable row level security;
create policy proven_project on roll_out_gateway for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table schedule (
  schedule_id bigint generated always as identity not null,
  schedule_uid uuid default gen_random_uuid() not null,
  schedule_no integer not null,
  project_id integer not null,
  gateway_id integer not null,
  schedule_type_id smallint not null,
  schedule_timeline_type_id smallint not null,
  relay text,
  subject text generated always as (
CASE
    WHEN (schedule_type_id = 2) THEN 'power_limit'::text
    ELSE ('connect'::text || COALESCE((':'::text || relay), ''::text))
END) stored not null,
  from_date date not null,
  to_date date not null,
  from_time text not null,
  to_time text not null,
  day smallint[] not null,
  state text not null,
  operation_type text not null,
  value double precision not null,
  available boolean not null,
  option_overwrite boolean not null,
  account_id integer,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone not null,
  revision integer default 1 not null,
  rank bigint default nextval('schedule_rank'::regclass) not null,
  handled_until timestamp with time zone not null,
  next_run_at timestamp with time zone,
  removed_at timestamp with time zone,
  constraint schedule_pkey PRIMARY KEY (schedule_id),
  constraint schedule_project_id_schedule_no_key UNIQUE (project_id, schedule_no),
  constraint schedule_schedule_uid_key UNIQUE (schedule_uid),
  constraint schedule_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint schedule_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id),
  constraint schedule_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id),
  constraint schedule_check CHECK ((to_date >= from_date)),
  constraint schedule_from_time_check CHECK ((from_time ~ '^\d\d:\d\d$'::text)),
  constraint schedule_operation_type_check CHECK ((operation_type = ANY (ARRAY['PERCENT'::text, 'FIX_VALUE'::text]))),
  constraint schedule_relay_check CHECK ((relay = ANY (ARRAY['RL1'::text, 'RL2'::text]))),
  constraint schedule_schedule_timeline_type_id_check CHECK (((schedule_timeline_type_id >= 1) AND (schedule_timeline_type_id <= 4))),
  constraint schedule_schedule_type_id_check CHECK ((schedule_type_id = ANY (ARRAY[1, 2]))),
  constraint schedule_state_check CHECK ((state = ANY (ARRAY['ON'::text, 'OFF'::text]))),
  constraint schedule_to_time_check CHECK ((to_time ~ '^\d\d:\d\d$'::text)),
  constraint schedule_value_check CHECK ((value >= (0)::double precision))
);
CREATE INDEX schedule_of_gateway ON public.schedule USING btree (gateway_id) WHERE (removed_at IS NULL);
alter table schedule enable row level security;
create policy proven_project on schedule for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table schedule_device (
  schedule_id bigint not null,
  device_id integer not null,
  project_id integer not null,
  constraint schedule_device_pkey PRIMARY KEY (schedule_id, device_id),
  constraint schedule_device_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id),
  constraint schedule_device_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedule(schedule_id) ON DELETE CASCADE
);
alter table schedule_device enable row level security;
create policy proven_project on schedule_device for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table schedule_gateway (
  gateway_id integer not null,
  project_id integer not null,
  next_at timestamp with time zone,
  constraint schedule_gateway_pkey PRIMARY KEY (gateway_id),
  constraint schedule_gateway_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(gateway_id) ON DELETE CASCADE
);
CREATE INDEX schedule_gateway_next ON public.schedule_gateway USING btree (next_at);
alter table schedule_gateway enable row level security;
create policy proven_project on schedule_gateway for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table schedule_hold (
  device_id integer not null,
  subject text not null,
  project_id integer not null,
  gateway_id integer not null,
  run_id bigint not null,
  command_id bigint not null,
  was_on boolean not null,
  constraint schedule_hold_pkey PRIMARY KEY (device_id, subject),
  constraint schedule_hold_command_id_fkey FOREIGN KEY (command_id) REFERENCES command(command_id) ON DELETE CASCADE,
  constraint schedule_hold_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id),
  constraint schedule_hold_run_id_fkey FOREIGN KEY (run_id) REFERENCES schedule_run(run_id) ON DELETE CASCADE
);
CREATE INDEX schedule_hold_gateway ON public.schedule_hold USING btree (gateway_id);
alter table schedule_hold enable row level security;
create policy proven_project on schedule_hold for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table schedule_run (
  run_id bigint generated always as identity not null,
  schedule_id bigint not null,
  project_id integer not null,
  gateway_id integer not null,
  revision integer not null,
  local_date date not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  status text not null,
  is_late boolean default false not null,
  is_superseded boolean default false not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint schedule_run_pkey PRIMARY KEY (run_id),
  constraint schedule_run_schedule_id_revision_local_date_key UNIQUE (schedule_id, revision, local_date),
  constraint schedule_run_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedule(schedule_id) ON DELETE CASCADE,
  constraint schedule_run_status_check CHECK ((status = ANY (ARRAY['open'::text, 'ended'::text, 'stopped'::text, 'skipped'::text])))
);
CREATE INDEX schedule_run_open ON public.schedule_run USING btree (gateway_id) WHERE (status = 'open'::text);
alter table schedule_run enable row level security;
create policy proven_project on schedule_run for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table schedule_run_command (
  run_id bigint not null,
  command_id bigint not null,
  project_id integer not null,
  is_end boolean not null,
  constraint schedule_run_command_pkey PRIMARY KEY (run_id, command_id),
  constraint schedule_run_command_command_id_fkey FOREIGN KEY (command_id) REFERENCES command(command_id) ON DELETE CASCADE,
  constraint schedule_run_command_run_id_fkey FOREIGN KEY (run_id) REFERENCES schedule_run(run_id) ON DELETE CASCADE
);
alter table schedule_run_command enable row level security;
create policy proven_project on schedule_run_command for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table second_factor (
  account_id integer not null,
  sealed_secret text not null,
  code_salt bytea not null,
  last_step bigint,
  created_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  constraint second_factor_pkey PRIMARY KEY (account_id),
  constraint second_factor_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);

create table secret (
  name text not null,
  value text not null,
  created_at timestamp with time zone default now() not null,
  constraint secret_pkey PRIMARY KEY (name)
);

create table session (
  session_id uuid not null,
  account_id integer not null,
  generation integer default 0 not null,
  rotated_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_because text,
  address text,
  user_agent text,
  last_used_at timestamp with time zone default now() not null,
  signed_in_by text,
  confirmed_at timestamp with time zone,
  constraint session_pkey PRIMARY KEY (session_id),
  constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint session_address_check CHECK ((length(address) <= 64)),
  constraint session_ended_because_check CHECK ((ended_because = ANY (ARRAY['logout'::text, 'reuse'::text, 'password'::text, 'cleared'::text, 'disabled'::text, 'elsewhere'::text]))),
  constraint session_signed_in_by_check CHECK ((signed_in_by = ANY (ARRAY['password'::text, 'password_code'::text, 'passkey'::text, 'provider'::text, 'provider_code'::text, 'sso'::text, 'registration'::text]))),
  constraint session_user_agent_check CHECK ((length(user_agent) <= 400))
);
CREATE INDEX session_account ON public.session USING btree (account_id) WHERE (ended_at IS NULL);
CREATE INDEX session_expiry ON public.session USING btree (expires_at);
CREATE INDEX session_places ON public.session USING btree (account_id, address);

create table sign_in_failure (
  failure_id bigint generated always as identity not null,
  key text not null,
  at timestamp with time zone default now() not null,
  constraint sign_in_failure_pkey PRIMARY KEY (failure_id),
  constraint sign_in_failure_key_check CHECK ((length(key) <= 200))
);
CREATE INDEX sign_in_failure_key ON public.sign_in_failure USING btree (key, at);

create table sign_in_ticket (
  ticket_hash bytea not null,
  account_id integer not null,
  password_mark bytea not null,
  user_agent text,
  first_step text not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_ticket_pkey PRIMARY KEY (ticket_hash),
  constraint sign_in_ticket_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint sign_in_ticket_first_step_check CHECK ((first_step = ANY (ARRAY['password'::text, 'provider'::text]))),
  constraint sign_in_ticket_user_agent_check CHECK ((length(user_agent) <= 400))
);
CREATE INDEX sign_in_ticket_expiry ON public.sign_in_ticket USING btree (expires_at);

create table sso_token_used (
  token_hash text not null,
  expires_at timestamp with time zone not null,
  constraint sso_token_used_pkey PRIMARY KEY (token_hash),
  constraint sso_token_used_token_hash_check CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text))
);
CREATE INDEX sso_token_used_expiry ON public.sso_token_used USING btree (expires_at);

create table statement_pdf (
  statement_id bigint not null,
  lang text not null,
  content bytea not null,
  constraint statement_pdf_pkey PRIMARY KEY (statement_id, lang),
  constraint statement_pdf_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES redemption_statement(statement_id),
  constraint statement_pdf_lang_check CHECK ((lang = ANY (ARRAY['en'::text, 'vi'::text, 'zh'::text])))
);
alter table statement_pdf enable row level security;

create table statement_run (
  registered_device_id bigint not null,
  month text not null,
  tried_at timestamp with time zone default now() not null,
  issuance_id bigint,
  constraint statement_run_pkey PRIMARY KEY (registered_device_id, month),
  constraint statement_run_issuance_id_fkey FOREIGN KEY (issuance_id) REFERENCES issuance(issuance_id),
  constraint statement_run_registered_device_id_fkey FOREIGN KEY (registered_device_id) REFERENCES registered_device(registered_device_id),
  constraint statement_run_month_check CHECK ((month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text))
);
alter table statement_run enable row level security;

create table status_event (
  status_event_id bigint generated always as identity not null,
  entity text not null,
  record_uid uuid not null,
  business_account_id integer,
  from_status text,
  to_status text not null,
  action text not null,
  actor_id integer,
  actor_role text not null,
  at timestamp with time zone default clock_timestamp() not null,
  reason text,
  payload_hash bytea,
  entry_id bigint,
  constraint status_event_pkey PRIMARY KEY (status_event_id),
  constraint status_event_business_account_id_fkey FOREIGN KEY (business_account_id) REFERENCES business_account(business_account_id),
  constraint status_event_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES journal_entry(entry_id),
  constraint status_event_entity_check CHECK (((length(entity) >= 1) AND (length(entity) <= 40))),
  constraint status_event_payload_hash_check CHECK ((length(payload_hash) = 32)),
  constraint status_event_reason_check CHECK ((length(reason) <= 2000))
);
CREATE INDEX status_event_account ON public.status_event USING btree (business_account_id, status_event_id);
CREATE INDEX status_event_record ON public.status_event USING btree (entity, record_uid, status_event_id);
alter table status_event enable row level security;
CREATE TRIGGER record_news_happened AFTER INSERT ON public.status_event REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_record_news();

create table tariff (
  project_id integer not null,
  valid_from date not null,
  vnd_per_kwh numeric(12,4) not null,
  export_vnd_per_kwh numeric(12,4) default 0 not null,
  bands jsonb default '[]'::jsonb not null,
  constraint tariff_pkey PRIMARY KEY (project_id, valid_from),
  constraint tariff_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint tariff_export_vnd_per_kwh_check CHECK ((export_vnd_per_kwh >= (0)::numeric)),
  constraint tariff_vnd_per_kwh_check CHECK ((vnd_per_kwh >= (0)::numeric))
);
alter table tariff enable row level security;
create policy proven_project on tariff for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));
CREATE TRIGGER tariff_deleted AFTER DELETE ON public.tariff REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_priced_days();
CREATE TRIGGER tariff_inserted AFTER INSERT ON public.tariff REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_priced_days();
CREATE TRIGGER tariff_updated AFTER UPDATE ON public.tariff REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_priced_days();

create table ticket (
  ticket_id integer generated always as identity not null,
  ticket_uid uuid default gen_random_uuid() not null,
  project_id integer not null,
  subject text not null,
  status text not null,
  opened_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  constraint ticket_pkey PRIMARY KEY (ticket_id),
  constraint ticket_ticket_uid_key UNIQUE (ticket_uid),
  constraint ticket_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint ticket_status_check CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text]))),
  constraint ticket_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 200)))
);
CREATE INDEX ticket_project ON public.ticket USING btree (project_id, changed_at DESC, ticket_id DESC);
alter table ticket enable row level security;
create policy proven_project on ticket for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table ticket_event (
  event_id integer generated always as identity not null,
  ticket_id integer not null,
  project_id integer not null,
  action text not null,
  from_status text,
  to_status text not null,
  account_id integer,
  at timestamp with time zone default now() not null,
  constraint ticket_event_pkey PRIMARY KEY (event_id),
  constraint ticket_event_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint ticket_event_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint ticket_event_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES ticket(ticket_id) ON DELETE CASCADE,
  constraint ticket_event_action_check CHECK ((length(action) <= 40)),
  constraint ticket_event_from_status_check CHECK ((from_status = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text]))),
  constraint ticket_event_to_status_check CHECK ((to_status = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text])))
);
CREATE INDEX ticket_event_ticket ON public.ticket_event USING btree (ticket_id, event_id);
alter table ticket_event enable row level security;
create policy proven_project on ticket_event for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table ticket_message (
  message_id integer generated always as identity not null,
  message_uid uuid default gen_random_uuid() not null,
  ticket_id integer not null,
  project_id integer not null,
  account_id integer,
  from_support boolean not null,
  body text not null,
  at timestamp with time zone default now() not null,
  constraint ticket_message_pkey PRIMARY KEY (message_id),
  constraint ticket_message_message_uid_key UNIQUE (message_uid),
  constraint ticket_message_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE SET NULL,
  constraint ticket_message_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id) ON DELETE CASCADE,
  constraint ticket_message_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES ticket(ticket_id) ON DELETE CASCADE,
  constraint ticket_message_body_check CHECK (((length(body) >= 1) AND (length(body) <= 4000)))
);
CREATE INDEX ticket_message_ticket ON public.ticket_message USING btree (ticket_id, message_id);
alter table ticket_message enable row level security;
create policy proven_project on ticket_message for all to heliograph_api using ((project_id = ANY (( SELECT app_projects() AS app_projects)::integer[])));

create table unit_binding (
  unit_id bigint not null,
  device_id integer not null,
  valid daterange not null,
  suspended_at timestamp with time zone,
  suspended_because text,
  constraint unit_binding_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id) ON DELETE CASCADE,
  constraint unit_binding_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES generating_unit(unit_id),
  constraint unit_binding_suspended_because_check CHECK ((length(suspended_because) <= 300)),
  constraint unit_binding_valid_check CHECK ((NOT isempty(valid))),
  constraint one_device_a_day EXCLUDE USING gist (unit_id WITH =, valid WITH &&),
  constraint one_unit_a_day EXCLUDE USING gist (device_id WITH =, valid WITH &&)
);
alter table unit_binding enable row level security;

create table webhook (
  webhook_id integer generated always as identity not null,
  webhook_uid uuid default gen_random_uuid() not null,
  account_id integer not null,
  name text not null,
  url text not null,
  events text[] not null,
  sealed_secret text not null,
  is_on boolean default true not null,
  stopped_at timestamp with time zone,
  failing_since timestamp with time zone,
  wait_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  constraint webhook_pkey PRIMARY KEY (webhook_id),
  constraint webhook_webhook_uid_key UNIQUE (webhook_uid),
  constraint webhook_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  constraint webhook_events_check CHECK ((cardinality(events) > 0)),
  constraint webhook_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint webhook_url_check CHECK ((length(url) <= 2000))
);
CREATE INDEX webhook_account ON public.webhook USING btree (account_id, webhook_id);

create table webhook_delivery (
  delivery_id bigint generated always as identity not null,
  delivery_uid uuid default gen_random_uuid() not null,
  webhook_id integer not null,
  key text not null,
  event text not null,
  body text not null,
  state text default 'queued'::text not null,
  attempts integer default 0 not null,
  status integer,
  answer text,
  error text,
  duration_ms integer,
  created_at timestamp with time zone default now() not null,
  next_at timestamp with time zone default now(),
  ended_at timestamp with time zone,
  constraint webhook_delivery_pkey PRIMARY KEY (delivery_id),
  constraint webhook_delivery_delivery_uid_key UNIQUE (delivery_uid),
  constraint webhook_delivery_webhook_id_key_key UNIQUE (webhook_id, key),
  constraint webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(webhook_id) ON DELETE CASCADE,
  constraint webhook_delivery_answer_check CHECK ((length(answer) <= 1000)),
  constraint webhook_delivery_body_check CHECK ((length(body) <= 65536)),
  constraint webhook_delivery_error_check CHECK ((length(error) <= 300)),
  constraint webhook_delivery_event_check CHECK ((length(event) <= 60)),
  constraint webhook_delivery_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  constraint webhook_delivery_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_delivery_ended ON public.webhook_delivery USING btree (webhook_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX webhook_delivery_newest ON public.webhook_delivery USING btree (webhook_id, delivery_id DESC);

create view energy_hour with (security_invoker=true) as
 SELECT b.project_id,
    b.device_id,
    date_trunc('hour'::text, b.bin_utc, p.timezone) AS hour_utc,
    sum(b.production_wh) AS production_wh,
    sum(b.import_wh) AS import_wh,
    sum(b.export_wh) AS export_wh,
    sum(b.charge_wh) AS charge_wh,
    sum(b.discharge_wh) AS discharge_wh,
    sum(b.est_production_wh) AS est_production_wh,
    sum(b.est_import_wh) AS est_import_wh,
    sum(b.est_export_wh) AS est_export_wh,
    sum(b.est_charge_wh) AS est_charge_wh,
    sum(b.est_discharge_wh) AS est_discharge_wh,
    sum(b.power_wh) AS power_wh,
    sum(b.insolation_wh_m2) AS insolation_wh_m2,
    max(b.power_max_w) AS power_max_w,
    sum(b.n) AS n,
    sum(b.covered_s) AS covered_s,
    3600 AS expected_s,
    sum(b.int_production_wh) AS int_production_wh,
    sum(b.int_import_wh) AS int_import_wh,
    sum(b.int_export_wh) AS int_export_wh,
    sum(b.int_charge_wh) AS int_charge_wh,
    sum(b.int_discharge_wh) AS int_discharge_wh
   FROM energy_quarter b
     JOIN project p USING (project_id)
  GROUP BY b.project_id, b.device_id, (date_trunc('hour'::text, b.bin_utc, p.timezone));

create view project_array with (security_invoker=true) as
 SELECT project_id,
    gateway_id,
        CASE
            WHEN bool_and(modules IS NOT NULL) OVER plant THEN modules
            WHEN bool_and(capacity_wp IS NOT NULL) OVER plant THEN capacity_wp
            WHEN bool_and(rating IS NOT NULL) OVER plant THEN rating
            ELSE inverters
        END AS weight
   FROM ( SELECT d.project_id,
            d.gateway_id,
            g.capacity_wp::double precision AS capacity_wp,
            count(*)::double precision AS inverters,
                CASE
                    WHEN count(d.dc_capacity_wp) = count(*) THEN sum(d.dc_capacity_wp)::double precision
                    ELSE NULL::double precision
                END AS modules,
                CASE
                    WHEN count(d.ac_nominal_w) = count(*) THEN sum(d.ac_nominal_w)::double precision
                    ELSE NULL::double precision
                END AS rating
           FROM device d
             JOIN gateway g ON g.gateway_id = d.gateway_id
          WHERE d.asset_type = 'solar_inverter'::text AND d.removed_at IS NULL AND g.removed_at IS NULL
          GROUP BY d.project_id, d.gateway_id, g.capacity_wp) part
  WINDOW plant AS (PARTITION BY project_id);

grant references, select on certificate_batch to heliograph;
grant references, select on journal_entry to heliograph;
grant select (account_id, account_uid, email, display_name) on account to heliograph_api;
grant select on alarm to heliograph_api;
grant select on alarm_case to heliograph_api;
grant select on alarm_replay to heliograph_api;
grant select on alarm_rule to heliograph_api;
grant select on alarm_step to heliograph_api;
grant select on certificate_holding to heliograph;
grant select on certificate_lot to heliograph;
grant select on chart_slots to heliograph_api;
grant select on command to heliograph_api;
grant select on command_step to heliograph_api;
grant select on device to heliograph_api;
grant select on document to heliograph_api;
grant select on energy_day to heliograph_api;
grant select on energy_hour to heliograph_api;
grant select on energy_month to heliograph_api;
grant select on energy_opening to heliograph_api;
grant select on energy_quarter to heliograph_api;
grant select on escalation to heliograph_api;
grant select on escalation_step to heliograph_api;
grant select on event_acknowledgement to heliograph_api;
grant select on firmware to heliograph_api;
grant select on foreign_serial to heliograph;
grant select on gateway to heliograph_api;
grant select on gateway_arrival to heliograph_api;
grant select on gateway_event to heliograph_api;
grant select on gateway_hold to heliograph_api;
grant select on gateway_message to heliograph_api;
grant select on gateway_try to heliograph_api;
grant select on grid_emission_factor to heliograph_api;
grant select on history_import to heliograph_api;
grant select on history_import_file to heliograph_api;
grant select on history_import_mark to heliograph_api;
grant select on journal_head to heliograph;
grant select on journal_leg to heliograph;
grant select on journal_seal to heliograph;
grant select on journal_unsealed to heliograph;
grant select on latest to heliograph_api;
grant select on ledger_event to heliograph_api;
grant select on ledger_hold to heliograph;
grant select on loss_day to heliograph_api;
grant select on noted_event to heliograph_api;
grant select on notice_entry to heliograph_api;
grant select on nze_day to heliograph_api;
grant select on nze_day_due to heliograph_api;
grant select on nze_drill to heliograph_api;
grant select on nze_proof to heliograph_api;
grant select on nze_report to heliograph_api;
grant select on nze_rule to heliograph_api;
grant select on nze_weekly_drill to heliograph_api;
grant select on performance_contract to heliograph_api;
grant select on planned_outage to heliograph_api;
grant select on posting_rule to heliograph;
grant select on power_limit_span to heliograph_api;
grant select on project to heliograph_api;
grant select on project_array to heliograph_api;
grant select on project_comment to heliograph_api;
grant select on project_day to heliograph_api;
grant select on project_file to heliograph_api;
grant select on project_kpi_day to heliograph_api;
grant select on project_member to heliograph_api;
grant select on project_month to heliograph_api;
grant select on project_summary to heliograph_api;
grant select on reading to heliograph_api;
grant select on reading_correction to heliograph_api;
grant select on refused_day to heliograph_api;
grant select on refused_reading to heliograph_api;
grant select on report_run to heliograph_api;
grant select on reported_energy to heliograph_api;
grant select on roll_out to heliograph_api;
grant select on roll_out_gateway to heliograph_api;
grant select on schedule to heliograph_api;
grant select on schedule_device to heliograph_api;
grant select on schedule_gateway to heliograph_api;
grant select on schedule_hold to heliograph_api;
grant select on schedule_run to heliograph_api;
grant select on schedule_run_command to heliograph_api;
grant select on tariff to heliograph_api;
grant select on ticket to heliograph_api;
grant select on ticket_event to heliograph_api;
grant select on ticket_message to heliograph_api;
grant update (name, alias) on gateway to heliograph_api;
grant update (name, alias, energy_before_wh) on device to heliograph_api;
