-- The ledger posts with fewer statements: what a certificate's holding, batch and lot say is read at once, a holding that is cut becomes
-- its new pieces where it lies, and an entry is written with its legs by one statement. What is checked and written is what it was.

do $$ begin execute format('grant heliograph_ledger to %I', current_user); end $$;
grant create on schema public to heliograph_ledger;
set local role heliograph_ledger;

drop function ledger_write(jsonb, bytea, int8, text, journal_leg[]);
drop function ledger_take(certificate_holding, int8, int8);
drop function ledger_put(certificate_holding);
drop function ledger_lot(jsonb);
drop function ledger_lot_text(int4);

-- The lot with these properties; it begins to be where there is none. Each form of the search is answered by the index of lots.
create function ledger_lot(p_lot jsonb) returns certificate_lot language plpgsql as $$
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
end $$;

-- A lot as the private part names it.
create function ledger_lot_text(p_lot certificate_lot) returns text language sql stable as $$
  select '{"channel":' || to_json(p_lot.channel)::text || ',"cost":' || to_json(coalesce(p_lot.unit_cost::text, ''))::text
    || ',"currency":' || to_json(coalesce(p_lot.currency, ''))::text || ',"label":' || to_json(p_lot.label)::text || '}'
$$;

-- A leg as the public part names it, and as the private part does.
create function ledger_leg_text(p_leg journal_leg, p_code text) returns text language sql stable as $$
  select '{"batch":' || to_json(p_code)::text || ',"first":"' || p_leg.first || '","from":"' || p_leg.from_sub
    || '","to":"' || p_leg.to_sub || '","until":"' || p_leg.until || '"}'
$$;
create function ledger_place_text(p_leg journal_leg, p_from_lot text, p_to_lot text) returns text language sql stable as $$
  select '{"from":"' || coalesce(p_leg.from_account::text, '') || '","from_lot":' || p_from_lot
    || ',"from_reference":' || to_json(coalesce(p_leg.from_reference, ''))::text
    || ',"to":"' || coalesce(p_leg.to_account::text, '') || '","to_lot":' || p_to_lot
    || ',"to_reference":' || to_json(coalesce(p_leg.to_reference, ''))::text || '}'
$$;

-- Moves a range of a holding to where p_put says; what is adjacent and alike becomes one holding with it. Returns where the range ends.
-- Pieces beside it within the holding are unlike it, and only what lies beyond the holding can be alike.
create function ledger_move(p_from certificate_holding, p_put certificate_holding) returns int8 language plpgsql as $$
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
end $$;

-- Writes the entry and its legs; the texts are those of its batches and legs.
create function ledger_write(p_entry jsonb, p_request_hash bytea, p_reverses int8, p_legs journal_leg[], p_texts text[])
returns journal_entry language plpgsql as $$
declare
  v journal_entry;
  v_reverses text := '';
begin
  v.at := date_trunc('milliseconds', clock_timestamp());
  select greatest(v.at, e.at) into v.at from journal_entry e order by e.entry_id desc limit 1;
  v.at := coalesce(v.at, date_trunc('milliseconds', clock_timestamp()));
  v.entry_uid := gen_random_uuid();
  v.salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  if p_reverses is not null then
    select entry_uid::text into v_reverses from journal_entry where entry_id = p_reverses;
  end if;
  v.public_part := '{"at":"' || to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","batches":[' || p_texts[1]
    || '],"entry":"' || v.entry_uid || '","legs":[' || p_texts[2] || '],"record":' || (p_entry ->> 'record')
    || ',"reverses":"' || v_reverses || '","type":' || to_json(p_entry ->> 'type')::text || ',"v":"1"}';
  v.private_part := '{"actor":' || to_json(coalesce(p_entry ->> 'actor_id', ''))::text || ',"key":' || to_json(p_entry ->> 'key')::text
    || ',"legs":[' || p_texts[3] || '],"note":' || (p_entry ->> 'note')
    || ',"reference":' || to_json(coalesce(p_entry ->> 'reference', ''))::text || '}';
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
end $$;

-- Posts an entry and returns it, as migration 0071 says of it.
create or replace function ledger_post(p_entry jsonb, p_moves jsonb, p_batches jsonb)
returns table (entry_id int8, entry_uid uuid, at timestamptz, is_new boolean)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_hash bytea := sha256(convert_to(p_entry::text || p_moves::text || p_batches::text, 'UTF8'));
  v_type text := p_entry ->> 'type';
  v_key text := p_entry ->> 'key';
  v_actor int4 := (p_entry ->> 'actor_id')::int4;
  v_before journal_entry;
  v_written journal_entry;
  v_reverses int8;
  -- Batches that the moves name, and those of them that there are.
  v_named int8[] := translate(jsonb_path_query_array(p_moves, '$[*].batch_id')::text, '[]', '{}')::int8[];
  v_locked int8[];
  v_move record;
  v_batch jsonb;
  v_row certificate_batch;
  v_held record;
  v_from certificate_holding;
  v_put certificate_holding;
  v_lot certificate_lot;
  v_lot_text text;
  v_leg journal_leg;
  v_legs journal_leg[] := '{}';
  -- What the entry's texts say of its batches, and of its legs in public and in private.
  v_batches text[] := '{}';
  v_public text[] := '{}';
  v_private text[] := '{}';
  v_pos int8;
  v_owner text;
begin
  -- A second call of the same key waits here until the first has ended.
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', p_entry ->> 'actor_id', v_type, v_key), 71));
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
  if cardinality(v_named) > 0 then
    select array_agg(locked.batch_id) into v_locked from (
      select b.batch_id from certificate_batch b where b.batch_id = any (v_named) order by b.batch_id for no key update
    ) locked;
    if cardinality(v_locked) is distinct from cardinality(v_named) then
      if (select count(distinct n) from unnest(v_named) n) <> coalesce(cardinality(v_locked), 0) then
        raise exception 'A batch does not exist' using errcode = 'HL422';
      end if;
    end if;
  end if;

  for v_batch in select * from jsonb_array_elements(p_batches) loop
    if not exists (select from posting_rule r where r.type = v_type and r.from_sub = 'issue'
        and r.to_sub = v_batch -> 'to' ->> 'sub_account') then
      raise exception 'An entry of type % makes no certificates', v_type using errcode = 'HL422';
    end if;
    insert into certificate_batch (code, registry, country, device, fuel, month, from_day, to_day, source_reference,
        manifest_root, quantity, demonstration)
      values (v_batch ->> 'code', v_batch ->> 'registry', v_batch ->> 'country', v_batch ->> 'device', v_batch ->> 'fuel',
        v_batch ->> 'month', (v_batch ->> 'from_day')::date, (v_batch ->> 'to_day')::date, v_batch ->> 'source_reference',
        decode(v_batch ->> 'manifest_root', 'hex'), (v_batch ->> 'quantity')::int8, (v_batch ->> 'demonstration')::boolean)
      returning * into v_row;
    insert into foreign_serial (registry, series, range, batch_id)
      select f ->> 'registry', f ->> 'series', int8range((f ->> 'first')::int8, (f ->> 'until')::int8), v_row.batch_id
      from jsonb_array_elements(v_batch -> 'foreign') f;
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

  for v_move in
    select (m ->> 'batch_id')::int8 as batch_id, (m ->> 'first')::int8 as first, (m ->> 'until')::int8 as until,
      (m -> 'from' ->> 'account_id')::int4 as from_account, m -> 'from' ->> 'sub_account' as from_sub,
      m -> 'from' ->> 'reference' as from_reference,
      (m -> 'to' ->> 'account_id')::int4 as to_account, m -> 'to' ->> 'sub_account' as to_sub,
      m -> 'to' ->> 'reference' as to_reference, nullif(m -> 'lot', 'null') as lot
    from jsonb_array_elements(p_moves) m
  loop
    select r.owner_change into v_owner from posting_rule r
      where r.type = v_type and r.from_sub = v_move.from_sub and r.to_sub = v_move.to_sub;
    if not found or v_move.from_sub = 'issue' or v_owner <> (case
        when v_move.from_account is not distinct from v_move.to_account then 'same'
        when v_move.from_account is null then 'begins'
        when v_move.to_account is null then 'ends'
        else 'other' end)
      or (v_move.lot is null) <> (v_owner in ('same', 'ends') and v_type <> 'split') then
      raise exception 'An entry of type % does not move certificates from % to % like this', v_type, v_move.from_sub, v_move.to_sub
        using errcode = 'HL422';
    end if;
    v_pos := v_move.first;
    -- A range may lie in several holdings, one beside the other, of different lots: each is a leg.
    while v_pos < v_move.until loop
      select h as holding, b.code, b.registry, l.channel, ledger_lot_text(l) as lot into v_held
        from certificate_holding h join certificate_batch b on b.batch_id = h.batch_id join certificate_lot l on l.lot_id = h.lot_id
        where h.batch_id = v_move.batch_id and h.first <= v_pos order by h.first desc limit 1;
      v_from := v_held.holding;
      if not found or v_from.until <= v_pos or v_from.sub_account <> v_move.from_sub
        or v_from.business_account_id is distinct from v_move.from_account
        or v_from.reference is distinct from v_move.from_reference then
        raise exception 'Certificate % of batch % is not there any more', v_pos, v_move.batch_id using errcode = 'HL409';
      end if;
      if v_owner = 'other' and v_held.registry = 'GEC' and v_held.channel not in ('issued', 'import') then
        raise exception 'Green certificates can be sold only once.' using errcode = 'HL422';
      end if;
      v_put := v_from;
      v_put.first := v_pos;
      v_put.until := least(v_from.until, v_move.until);
      v_put.business_account_id := v_move.to_account;
      v_put.sub_account := v_move.to_sub;
      v_put.reference := v_move.to_reference;
      if v_move.lot is null then
        v_lot_text := v_held.lot;
      else
        v_lot := ledger_lot(v_move.lot);
        v_put.lot_id := v_lot.lot_id;
        v_lot_text := ledger_lot_text(v_lot);
      end if;
      v_leg.leg_no := cardinality(v_legs) + 1;
      v_leg.batch_id := v_move.batch_id;
      v_leg.first := v_pos;
      v_leg.until := v_put.until;
      v_leg.from_account := v_move.from_account;
      v_leg.from_sub := v_move.from_sub;
      v_leg.from_reference := v_move.from_reference;
      v_leg.from_lot := v_from.lot_id;
      v_leg.to_account := v_move.to_account;
      v_leg.to_sub := v_move.to_sub;
      v_leg.to_reference := v_move.to_reference;
      v_leg.to_lot := v_put.lot_id;
      v_legs := v_legs || v_leg;
      v_public := v_public || ledger_leg_text(v_leg, v_held.code);
      v_private := v_private || ledger_place_text(v_leg, v_held.lot, v_lot_text);
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
  v_written := ledger_write(p_entry, v_hash, v_reverses, v_legs,
    array[array_to_string(v_batches, ','), array_to_string(v_public, ','), array_to_string(v_private, ',')]);
  entry_id := v_written.entry_id;
  entry_uid := v_written.entry_uid;
  at := v_written.at;
  is_new := true;
  return next;
end $$;

reset role;
do $$
declare
  name text;
begin
  foreach name in array array['ledger_lot(jsonb)', 'ledger_lot_text(certificate_lot)', 'ledger_leg_text(journal_leg, text)',
    'ledger_place_text(journal_leg, text, text)', 'ledger_move(certificate_holding, certificate_holding)',
    'ledger_write(jsonb, bytea, int8, journal_leg[], text[])'] loop
    execute format('revoke all on function %s from public', name);
  end loop;
end $$;
revoke create on schema public from heliograph_ledger;
do $$ begin execute format('revoke heliograph_ledger from %I', current_user); end $$;
