-- Posting costs half: its statements are planned once a connection, and whether an entry moves a certificate twice is looked at once
-- an entry, where it was once a range.
do $$ begin
  execute format('grant heliograph_ledger to %I', current_user);
end $$;
grant create on schema public to heliograph_ledger;

-- Posts an entry and returns it. The same key of the same actor and type does nothing a second time and returns what the first
-- did; with another request it is refused (HL410).
--   p_entry: {type, actor_id, key, reference, record, note, reverses}; record and note are RFC 8785 texts
--   p_moves: [{batch_id, first, until, from: {account_id, sub_account, reference}, to: {…}, lot}], in serial order;
--     a lot is stated where the holder changes or the type is split, and else stays
--   p_batches: batches that begin to be, each whole in the account that gets it:
--     [{code, registry, …, to: {account_id, sub_account, reference}, lot, foreign: [{registry, series, first, until}]}]
-- HL409: a range is not where it is taken from. HL422: no rule allows the move.
create or replace function ledger_post(p_entry jsonb, p_moves jsonb, p_batches jsonb)
returns table (entry_id int8, entry_uid uuid, at timestamptz, is_new boolean)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_hash bytea := sha256(convert_to(p_entry::text || p_moves::text || p_batches::text, 'UTF8'));
  v_type text := p_entry ->> 'type';
  v_before journal_entry;
  v_written journal_entry;
  v_reverses int8;
  v_wanted int4;
  v_locked int4;
  v_move record;
  v_batch jsonb;
  v_row certificate_batch;
  v_holding certificate_holding;
  v_put certificate_holding;
  v_leg journal_leg;
  v_legs journal_leg[] := '{}';
  v_batches text := '';
  v_pos int8;
  v_end int8;
  v_owner text;
begin
  -- A second call of the same key waits here until the first has ended.
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', p_entry ->> 'actor_id', v_type, p_entry ->> 'key'), 71));
  select * into v_before from journal_entry e
    where e.actor_id is not distinct from (p_entry ->> 'actor_id')::int4 and e.type = v_type and e.key = p_entry ->> 'key';
  if found then
    if v_before.request_hash <> v_hash then
      raise exception 'The key % was used for another request', p_entry ->> 'key' using errcode = 'HL410';
    end if;
    return query select v_before.entry_id, v_before.entry_uid, v_before.at, false;
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
  select count(distinct (m ->> 'batch_id')::int8) into v_wanted from jsonb_array_elements(p_moves) m;
  select count(*) into v_locked from (
    select from certificate_batch b
      where b.batch_id in (select (m ->> 'batch_id')::int8 from jsonb_array_elements(p_moves) m)
      order by b.batch_id for no key update
  ) locked;
  if v_locked <> v_wanted then
    raise exception 'A batch does not exist' using errcode = 'HL422';
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
    v_leg.to_lot := ledger_lot(v_batch -> 'lot');
    v_legs := v_legs || v_leg;
    insert into certificate_holding (batch_id, first, until, quantity, demonstration, business_account_id, sub_account, lot_id)
      values (v_row.batch_id, 1, v_row.quantity + 1, v_row.quantity, v_row.demonstration, v_leg.to_account, v_leg.to_sub, v_leg.to_lot);
    v_batches := v_batches || case when v_batches = '' then '' else ',' end
      || '{"code":' || to_json(v_row.code)::text || ',"country":"' || v_row.country || '","demonstration":"' || v_row.demonstration
      || '","device":"' || v_row.device || '","from_day":"' || v_row.from_day || '","fuel":"' || v_row.fuel
      || '","manifest_root":"' || coalesce(encode(v_row.manifest_root, 'hex'), '') || '","month":"' || v_row.month
      || '","quantity":"' || v_row.quantity || '","registry":"' || v_row.registry
      || '","source_reference":' || to_json(v_row.source_reference)::text || ',"to_day":"' || v_row.to_day || '"}';
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
      select * into v_holding from certificate_holding h
        where h.batch_id = v_move.batch_id and h.first <= v_pos order by h.first desc limit 1;
      if not found or v_holding.until <= v_pos or v_holding.sub_account <> v_move.from_sub
        or v_holding.business_account_id is distinct from v_move.from_account
        or v_holding.reference is distinct from v_move.from_reference then
        raise exception 'Certificate % of batch % is not there any more', v_pos, v_move.batch_id using errcode = 'HL409';
      end if;
      v_end := least(v_holding.until, v_move.until);
      v_leg := null;
      v_leg.leg_no := cardinality(v_legs) + 1;
      v_leg.batch_id := v_move.batch_id;
      v_leg.first := v_pos;
      v_leg.until := v_end;
      v_leg.from_account := v_move.from_account;
      v_leg.from_sub := v_move.from_sub;
      v_leg.from_reference := v_move.from_reference;
      v_leg.from_lot := v_holding.lot_id;
      v_leg.to_account := v_move.to_account;
      v_leg.to_sub := v_move.to_sub;
      v_leg.to_reference := v_move.to_reference;
      v_leg.to_lot := case when v_move.lot is null then v_holding.lot_id else ledger_lot(v_move.lot) end;
      if v_owner = 'other' and exists (
          select from certificate_batch b, certificate_lot l where b.batch_id = v_move.batch_id and b.registry = 'GEC'
            and l.lot_id = v_holding.lot_id and l.channel not in ('issued', 'import')) then
        raise exception 'Green certificates can be sold only once.' using errcode = 'HL422';
      end if;
      v_legs := v_legs || v_leg;
      perform ledger_take(v_holding, v_pos, v_end);
      v_put := v_holding;
      v_put.first := v_pos;
      v_put.until := v_end;
      v_put.business_account_id := v_leg.to_account;
      v_put.sub_account := v_leg.to_sub;
      v_put.reference := v_leg.to_reference;
      v_put.lot_id := v_leg.to_lot;
      perform ledger_put(v_put);
      v_pos := v_end;
    end loop;
  end loop;

  if cardinality(v_legs) > 1 and exists (
      select from unnest(v_legs) l group by l.batch_id
      having sum(l.until - l.first) <> (
        select sum(upper(r) - lower(r)) from unnest(range_agg(int8range(l.first, l.until))) r)) then
    raise exception 'A certificate is moved twice' using errcode = 'HL422';
  end if;
  if v_type <> 'key' and cardinality(v_legs) = 0 then
    raise exception 'An entry of type % moves something', v_type using errcode = 'HL422';
  end if;
  -- What is taken back is exactly what was done, lots included.
  if v_type = 'reversal' and (v_reverses is null or exists (
      (select l.batch_id, l.first, l.until, l.from_account, l.from_lot, l.to_account, l.to_lot from unnest(v_legs) l
        except all
       select l.batch_id, l.first, l.until, l.to_account, l.to_lot, l.from_account, l.from_lot from journal_leg l where l.entry_id = v_reverses)
      union all
      (select l.batch_id, l.first, l.until, l.to_account, l.to_lot, l.from_account, l.from_lot from journal_leg l where l.entry_id = v_reverses
        except all
       select l.batch_id, l.first, l.until, l.from_account, l.from_lot, l.to_account, l.to_lot from unnest(v_legs) l))) then
    raise exception 'That is not the transfer taken back' using errcode = 'HL422';
  end if;
  v_written := ledger_write(p_entry, v_hash, v_reverses, v_batches, v_legs);
  return query select v_written.entry_id, v_written.entry_uid, v_written.at, true;
end $$;

revoke create on schema public from heliograph_ledger;
do $$ begin
  execute format('revoke heliograph_ledger from %I', current_user);
end $$;
