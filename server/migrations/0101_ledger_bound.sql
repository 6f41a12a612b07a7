-- What the ledger holds is bound to its log whole, a split changes a label alone, and nothing is posted while the database is behind
-- what was published of it (docs/decisions/0121-certificate-ledger.md, 0122-the-log.md, 0144-ledger-in-fewer-statements.md,
-- 0157-heads-elsewhere.md).

do $$ begin execute format('grant heliograph_ledger to %I', current_user); end $$;
grant create on schema public to heliograph_ledger;
set local role heliograph_ledger;

-- While this has its row, nothing is posted, sealed or signed: the log is shorter than a head of it that was published, or another.
create table ledger_hold (
  is_held boolean primary key default true check (is_held),
  since   timestamptz not null default clock_timestamp(),
  size    int8 not null check (size >= 1),                      -- of the published head
  root    bytea not null check (length(root) = 32)
);
alter table ledger_hold enable row level security;
create trigger ledger_not_emptied before truncate on ledger_hold for each statement execute function refuse_ledger_change();
create trigger ledger_own_writes before insert or update or delete on ledger_hold for each row
  when (current_user <> 'heliograph_ledger') execute function refuse_ledger_change();

-- Begins the hold, with the head that was published and that the log has not.
create function ledger_hold_begin(p_size int8, p_root bytea) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into ledger_hold (size, root) values (p_size, p_root)
    on conflict (is_held) do update set size = excluded.size, root = excluded.root
$$;
create function ledger_hold_end() returns void
language sql security definer set search_path = public, pg_temp as $$ delete from ledger_hold $$;

drop function ledger_write(jsonb, bytea, int8, journal_leg[], text[]);

-- Writes the entry and its legs; the texts are those of its batches and legs, and of the numbers that its batches had elsewhere.
-- p_after: the time of the entry before; its own is never earlier.
create function ledger_write(p_entry jsonb, p_request_hash bytea, p_reverses int8, p_after timestamptz, p_legs journal_leg[], p_texts text[])
returns journal_entry language plpgsql as $$
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
end $$;

-- Posts an entry and returns it, as migration 0071 says of it. HL503: the ledger is held.
create or replace function ledger_post(p_entry jsonb, p_moves jsonb, p_batches jsonb)
returns table (entry_id int8, entry_uid uuid, at timestamptz, is_new boolean)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
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
end $$;

-- Seals what is committed and not sealed yet, at most p_most entries, and returns their leaves in the order of the log. An entry
-- that follows from another has the higher id and is committed later, so it never comes before it. One sealer at a time.
-- hash = SHA-256(hash before ‖ leaf ‖ time of the seal, ms since 1970 in 8 bytes); before this migration without the time.
create or replace function ledger_seal(p_most int4) returns table (seq int8, leaf bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
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
  v_at := greatest(v_at, date_trunc('milliseconds', clock_timestamp()));
  v_stamp := int8send((extract(epoch from v_at) * 1000)::int8);
  with due as (select u.entry_id from journal_unsealed u order by u.entry_id limit p_most),
    gone as (delete from journal_unsealed u using due where u.entry_id = due.entry_id returning u.entry_id)
  select array_agg(e.entry_id order by e.entry_id), array_agg(e.leaf order by e.entry_id) into v_entries, v_leaves
    from gone join journal_entry e on e.entry_id = gone.entry_id;
  if v_entries is null then return; end if;
  for i in 1 .. cardinality(v_entries) loop
    v_before[i] := v_hash;
    v_hash := sha256(v_hash || v_leaves[i] || v_stamp);
    v_hashes[i] := v_hash;
  end loop;
  insert into journal_seal (seq, prev_hash, hash, entry_id, sealed_at)
    select v_seq + n.i, n.before, n.hash, n.entry_id, v_at
    from unnest(v_before, v_hashes, v_entries) with ordinality as n (before, hash, entry_id, i);
  return query select v_seq + n.i, n.leaf from unnest(v_leaves) with ordinality as n (leaf, i);
end $$;

-- Adds a signed head; none while the ledger is held.
create or replace function ledger_head(p_head jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into journal_head (size, root, peaks, at, key_id, signed, signature)
  select (p_head ->> 'size')::int8, decode(p_head ->> 'root', 'hex'), decode(p_head ->> 'peaks', 'hex'),
    (p_head ->> 'at')::timestamptz, p_head ->> 'key_id', p_head ->> 'signed', decode(p_head ->> 'signature', 'hex')
  where not exists (select from ledger_hold)
$$;

reset role;
do $$
declare
  name text;
begin
  foreach name in array array['ledger_write(jsonb, bytea, int8, timestamptz, journal_leg[], text[])',
    'ledger_hold_begin(int8, bytea)', 'ledger_hold_end()'] loop
    execute format('revoke all on function %s from public', name);
  end loop;
  foreach name in array array['ledger_hold_begin(int8, bytea)', 'ledger_hold_end()'] loop
    execute format('grant execute on function %s to %I', name, current_user);
  end loop;
  execute format('grant select on ledger_hold to %I', current_user);
  execute format('create policy product_reads on ledger_hold for select to %I using (true)', current_user);
end $$;
revoke create on schema public from heliograph_ledger;
do $$ begin execute format('revoke heliograph_ledger from %I', current_user); end $$;
