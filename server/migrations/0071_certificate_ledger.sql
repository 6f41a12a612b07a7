-- The certificate ledger: one journal that is only added to, what follows from it, and the log that seals it
-- (docs/decisions/0121-certificate-ledger.md, 0122-the-log.md).
create extension if not exists btree_gist;

-- It owns the ledger and nobody signs in as it: what is written goes through its functions, or not at all.
do $$ begin
  if not exists (select from pg_roles where rolname = 'heliograph_ledger') then
    create role heliograph_ledger nologin nobypassrls;
  end if;
  execute format('grant heliograph_ledger to %I', current_user);
end $$;
grant usage, create on schema public to heliograph_ledger;

-- Who holds certificates: a company. More of it comes with parties.
create table business_account (
  business_account_id  int4 generated always as identity primary key,
  business_account_uid uuid not null unique default gen_random_uuid(),
  company_name         text not null check (length(company_name) between 1 and 200),
  demonstration        boolean not null default false,
  created_at           timestamptz not null default now(),
  unique (business_account_id, demonstration)
);
alter table business_account enable row level security;

-- What may be posted. The contract has the same table.
create table posting_rule (
  type        text not null,
  from_sub    text not null,
  to_sub      text not null,
  owner_change text not null check (owner_change in ('same', 'other', 'ends', 'begins')),
  primary key (type, from_sub, to_sub)
);
insert into posting_rule values
  ('issue', 'issue', 'available', 'begins'),
  ('import', 'issue', 'available', 'begins'),
  ('import', 'external', 'available', 'begins'),
  ('transfer', 'available', 'available', 'other'),
  ('split', 'available', 'available', 'same'),
  ('place_sale', 'available', 'on_sale', 'same'),
  ('match', 'on_sale', 'in_settlement', 'same'),
  ('settle', 'in_settlement', 'available', 'other'),
  ('request_redemption', 'available', 'redemption_pending', 'same'),
  ('retire', 'redemption_pending', 'retired', 'ends'),
  ('request_export', 'available', 'export_pending', 'same'),
  ('export', 'export_pending', 'external', 'ends'),
  ('freeze', 'available', 'frozen', 'same'),
  ('release', 'on_sale', 'available', 'same'),
  ('release', 'in_settlement', 'available', 'same'),
  ('release', 'redemption_pending', 'available', 'same'),
  ('release', 'export_pending', 'available', 'same'),
  ('release', 'frozen', 'available', 'same'),
  ('withdraw', 'available', 'withdrawn', 'ends'),
  ('withdraw', 'frozen', 'withdrawn', 'ends'),
  ('reversal', 'available', 'available', 'other');

-- How certificates came to their holder. Equal lots are one row, so that ranges of the same lot can be one holding.
create table certificate_lot (
  lot_id    int4 generated always as identity primary key,
  channel   text not null check (channel in ('issued', 'exchange', 'off_exchange', 'import', 'transfer')),
  unit_cost numeric(16, 4) check (unit_cost >= 0),
  currency  text check (currency ~ '^[A-Z]{3}$'),
  label     text not null default '' check (length(label) <= 80),
  check ((unit_cost is null) = (currency is null)),
  unique nulls not distinct (channel, unit_cost, currency, label)
);

create table certificate_batch (
  batch_id         int8 generated always as identity primary key,
  code             text not null unique check (length(code) <= 80 and (code like 'DEMO-%') = demonstration),
  registry         text not null check (registry in ('IREC', 'TIGR', 'GEC')),
  country          text not null check (country ~ '^[A-Z]{2}$'),
  device           text not null check (device ~ '^[A-Z0-9]{1,20}$'),
  fuel             text not null check (fuel ~ '^[A-Z]{2}[0-9]{3}$'),
  month            text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  from_day         date not null,                -- local days of the device, both included
  to_day           date not null,
  source_reference text not null check (length(source_reference) between 1 and 80),  -- the issuance or import
  manifest_root    bytea check (length(manifest_root) = 32),                          -- of its Wh by day; null: imported
  quantity         int8 not null check (quantity between 1 and 1000000000),
  demonstration    boolean not null,
  first_serial     int8 not null generated always as (1) stored,
  check (from_day <= to_day and to_char(from_day, 'YYYY-MM') <= month and month <= to_char(to_day, 'YYYY-MM')),
  unique (batch_id, quantity, demonstration)
);

-- Where every certificate is. Within a batch the ranges tile 1 to its quantity: none overlap, the batch names the holding that
-- begins at 1, and each holding the one that begins where it ends (rules R15 and R16).
create table certificate_holding (
  batch_id            int8 not null,
  first               int8 not null check (first >= 1),
  until               int8 not null check (until > first),
  quantity            int8 not null,
  demonstration       boolean not null,
  business_account_id int4,
  sub_account         text not null,
  reference           text check (length(reference) between 1 and 80),
  lot_id              int4 not null references certificate_lot,
  range               int8range not null generated always as (int8range(first, until)) stored,
  next_first          int8 generated always as (case when until <= quantity then until end) stored,
  primary key (batch_id, first),
  check (until <= quantity + 1),
  check (case when sub_account in ('retired', 'withdrawn', 'external') then business_account_id is null
    else business_account_id is not null
      and sub_account in ('available', 'on_sale', 'in_settlement', 'redemption_pending', 'export_pending', 'frozen') end),
  check ((reference is null) = (sub_account = 'available')),
  constraint no_certificate_twice exclude using gist (batch_id with =, range with &&),
  foreign key (batch_id, quantity, demonstration) references certificate_batch (batch_id, quantity, demonstration),
  foreign key (business_account_id, demonstration) references business_account (business_account_id, demonstration),
  constraint followed_by_the_next foreign key (batch_id, next_first) references certificate_holding (batch_id, first)
    deferrable initially deferred
);
alter table certificate_batch add constraint begins_at_one foreign key (batch_id, first_serial)
  references certificate_holding (batch_id, first) deferrable initially deferred;
create index certificate_holding_next on certificate_holding (batch_id, next_first);
create index certificate_holding_account on certificate_holding (business_account_id, batch_id) include (sub_account, first, until);
create index certificate_holding_reference on certificate_holding (reference) where reference is not null;

-- Serials at other registries, of imported batches: each comes in once (rule R13).
create table foreign_serial (
  registry text not null,
  series   text not null check (length(series) between 1 and 120),
  range    int8range not null check (not isempty(range) and lower(range) >= 0 and upper(range) is not null),
  batch_id int8 not null references certificate_batch,
  constraint foreign_serial_once exclude using gist (registry with =, series with =, range with &&)
);
create index foreign_serial_batch on foreign_serial (batch_id);

-- The journal. `leaf` is the leaf hash of RFC 6962 over SHA-256(public part) ‖ SHA-256(salt ‖ private part) (rule R39).
-- The ids of people name no rows: an entry outlives them.
create table journal_entry (
  entry_id     int8 generated always as identity primary key,
  entry_uid    uuid not null unique default gen_random_uuid(),
  type         text not null check (type in ('issue', 'import', 'transfer', 'split', 'place_sale', 'match', 'settle',
    'request_redemption', 'retire', 'request_export', 'export', 'freeze', 'release', 'withdraw', 'reversal', 'key')),
  at           timestamptz not null,
  actor_id     int4,                             -- null: the system
  key          text not null check (length(key) between 1 and 120),
  request_hash bytea not null,
  reference    text check (length(reference) between 1 and 80),
  reverses     int8 references journal_entry,
  public_part  text not null,                    -- RFC 8785
  private_part text not null,
  salt         bytea not null check (length(salt) = 32),
  leaf         bytea not null check (length(leaf) = 32),
  unique nulls not distinct (actor_id, type, key),
  check ((reverses is not null) = (type = 'reversal'))
);
create unique index journal_entry_reversed on journal_entry (reverses) where reverses is not null;
create unique index journal_entry_retired on journal_entry (reference) where type = 'retire';
create index journal_entry_reference on journal_entry (reference) where reference is not null;

-- A leg is debit and credit at once: the same range leaves one place and comes to another (rule R15).
create table journal_leg (
  entry_id       int8 not null references journal_entry,
  leg_no         int4 not null,
  batch_id       int8 not null references certificate_batch,
  first          int8 not null,
  until          int8 not null check (until > first),
  from_account   int4,
  from_sub       text not null,
  from_reference text,
  from_lot       int4 references certificate_lot,
  to_account     int4,
  to_sub         text not null,
  to_reference   text,
  to_lot         int4 not null references certificate_lot,
  primary key (entry_id, leg_no),
  check ((from_sub = 'issue') = (from_lot is null)),
  check (from_sub not in ('retired', 'withdrawn'))
);
create index journal_leg_batch on journal_leg (batch_id, entry_id);

-- Entries that are committed and not sealed yet.
create table journal_unsealed (
  entry_id int8 primary key references journal_entry
);

-- The order of the log, chained: hash = SHA-256(hash before ‖ leaf).
create table journal_seal (
  seq       int8 primary key check (seq >= 1),
  prev_seq  int8 generated always as (nullif(seq - 1, 0)) stored,
  prev_hash bytea not null,
  hash      bytea not null,
  entry_id  int8 not null unique references journal_entry,
  sealed_at timestamptz not null,
  unique (seq, hash),
  foreign key (prev_seq, prev_hash) references journal_seal (seq, hash),
  check (seq > 1 or prev_hash = decode(repeat('00', 32), 'hex'))
);

-- Signed heads of the tree over the sealed entries: one for a size.
create table journal_head (
  size       int8 primary key references journal_seal (seq),
  root       bytea not null check (length(root) = 32),
  peaks      bytea not null,                     -- the complete subtrees from the left, 32 bytes each: from them the tree grows
  at         timestamptz not null,
  key_id     text not null,
  signed     text not null,                      -- the bytes that were signed, RFC 8785
  signature  bytea not null check (length(signature) = 64)
);

-- Rows of the ledger are not changed and not taken away, but for holdings, which follow from the journal, and the list of what
-- is not sealed; and only its own functions write any.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception '% is written by the ledger''s own functions, and only added to', tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
do $$
declare name text;
begin
  foreach name in array array['posting_rule', 'certificate_lot', 'certificate_batch', 'foreign_serial', 'journal_entry',
    'journal_leg', 'journal_seal', 'journal_head', 'journal_unsealed', 'certificate_holding'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create trigger ledger_not_emptied before truncate on %I for each statement execute function refuse_ledger_change()', name);
    execute format('create trigger ledger_own_writes before insert or update or delete on %I for each row
      when (current_user <> ''heliograph_ledger'') execute function refuse_ledger_change()', name);
  end loop;
  foreach name in array array['posting_rule', 'certificate_lot', 'certificate_batch', 'foreign_serial', 'journal_entry',
    'journal_leg', 'journal_seal', 'journal_head'] loop
    execute format('create trigger ledger_only_added before update or delete on %I for each row execute function refuse_ledger_change()', name);
  end loop;
end $$;

-- The lot with these properties; it begins to be where there is none.
create function ledger_lot(p_lot jsonb) returns int4 language plpgsql as $$
declare
  v_lot int4;
begin
  loop
    select lot_id into v_lot from certificate_lot
      where channel = p_lot ->> 'channel' and unit_cost is not distinct from (p_lot ->> 'unit_cost')::numeric
        and currency is not distinct from p_lot ->> 'currency' and label = coalesce(p_lot ->> 'label', '');
    if found then return v_lot; end if;
    insert into certificate_lot (channel, unit_cost, currency, label)
      values (p_lot ->> 'channel', (p_lot ->> 'unit_cost')::numeric, p_lot ->> 'currency', coalesce(p_lot ->> 'label', ''))
      on conflict do nothing;
  end loop;
end $$;

-- A lot as the private part names it.
create function ledger_lot_text(p_lot int4) returns text language sql stable as $$
  select '{"channel":' || to_json(channel)::text || ',"cost":' || to_json(coalesce(unit_cost::text, ''))::text
    || ',"currency":' || to_json(coalesce(currency, ''))::text || ',"label":' || to_json(label)::text || '}'
  from certificate_lot where lot_id = p_lot
$$;

-- Puts a range into its place; what is adjacent and alike becomes one holding with it. The range is free.
create function ledger_put(p_put certificate_holding) returns void language plpgsql as $$
declare
  v_left int8;
  v_until int8;
begin
  delete from certificate_holding h
    where h.batch_id = p_put.batch_id and h.first = p_put.until and h.sub_account = p_put.sub_account and h.lot_id = p_put.lot_id
      and h.business_account_id is not distinct from p_put.business_account_id
      and h.reference is not distinct from p_put.reference
    returning h.until into v_until;
  v_until := coalesce(v_until, p_put.until);
  select h.first into v_left from (
      select * from certificate_holding where batch_id = p_put.batch_id and first < p_put.first order by first desc limit 1
    ) h
    where h.until = p_put.first and h.sub_account = p_put.sub_account and h.lot_id = p_put.lot_id
      and h.business_account_id is not distinct from p_put.business_account_id
      and h.reference is not distinct from p_put.reference;
  if found then
    update certificate_holding set until = v_until where batch_id = p_put.batch_id and first = v_left;
  else
    insert into certificate_holding (batch_id, first, until, quantity, demonstration, business_account_id, sub_account, reference, lot_id)
      values (p_put.batch_id, p_put.first, v_until, p_put.quantity, p_put.demonstration, p_put.business_account_id,
        p_put.sub_account, p_put.reference, p_put.lot_id);
  end if;
end $$;

-- Takes [p_first, p_until) out of the holding, of which it is part.
create function ledger_take(p_from certificate_holding, p_first int8, p_until int8) returns void language plpgsql as $$
begin
  if p_from.first < p_first then
    update certificate_holding set until = p_first where batch_id = p_from.batch_id and first = p_from.first;
    if p_until < p_from.until then
      insert into certificate_holding (batch_id, first, until, quantity, demonstration, business_account_id, sub_account, reference, lot_id)
        values (p_from.batch_id, p_until, p_from.until, p_from.quantity, p_from.demonstration, p_from.business_account_id,
          p_from.sub_account, p_from.reference, p_from.lot_id);
    end if;
  elsif p_until < p_from.until then
    update certificate_holding set first = p_until where batch_id = p_from.batch_id and first = p_from.first;
  else
    delete from certificate_holding where batch_id = p_from.batch_id and first = p_from.first;
  end if;
end $$;

-- Writes an entry down, with its legs. `p_public` and `p_private` are members of the two parts, RFC 8785 texts. Its time never
-- lies before that of an entry which it follows.
create function ledger_write(p_entry jsonb, p_request_hash bytea, p_reverses int8, p_batches text, p_legs journal_leg[])
returns journal_entry language plpgsql as $$
declare
  v journal_entry;
  v_legs text;
  v_places text;
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
  select coalesce(string_agg('{"batch":' || to_json(b.code)::text || ',"first":"' || l.first || '","from":"' || l.from_sub
      || '","to":"' || l.to_sub || '","until":"' || l.until || '"}', ',' order by l.leg_no), ''),
    coalesce(string_agg('{"from":' || to_json(coalesce(l.from_account::text, ''))::text
      || ',"from_lot":' || coalesce(ledger_lot_text(l.from_lot), '""')
      || ',"from_reference":' || to_json(coalesce(l.from_reference, ''))::text
      || ',"to":' || to_json(coalesce(l.to_account::text, ''))::text
      || ',"to_lot":' || ledger_lot_text(l.to_lot)
      || ',"to_reference":' || to_json(coalesce(l.to_reference, ''))::text || '}', ',' order by l.leg_no), '')
    into v_legs, v_places
    from unnest(p_legs) l join certificate_batch b using (batch_id);
  v.public_part := '{"at":"' || to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","batches":[' || p_batches
    || '],"entry":"' || v.entry_uid || '","legs":[' || v_legs || '],"record":' || (p_entry ->> 'record')
    || ',"reverses":"' || v_reverses || '","type":' || to_json(p_entry ->> 'type')::text || ',"v":"1"}';
  v.private_part := '{"actor":' || to_json(coalesce(p_entry ->> 'actor_id', ''))::text || ',"key":' || to_json(p_entry ->> 'key')::text
    || ',"legs":[' || v_places || '],"note":' || (p_entry ->> 'note')
    || ',"reference":' || to_json(coalesce(p_entry ->> 'reference', ''))::text || '}';
  v.leaf := sha256('\x00'::bytea || sha256(convert_to(v.public_part, 'UTF8'))
    || sha256(v.salt || convert_to(v.private_part, 'UTF8')));
  insert into journal_entry (entry_uid, type, at, actor_id, key, request_hash, reference, reverses, public_part, private_part, salt, leaf)
    values (v.entry_uid, p_entry ->> 'type', v.at, (p_entry ->> 'actor_id')::int4, p_entry ->> 'key', p_request_hash,
      p_entry ->> 'reference', p_reverses, v.public_part, v.private_part, v.salt, v.leaf)
    returning * into v;
  insert into journal_leg
    select v.entry_id, l.leg_no, l.batch_id, l.first, l.until, l.from_account, l.from_sub, l.from_reference, l.from_lot,
      l.to_account, l.to_sub, l.to_reference, l.to_lot
    from unnest(p_legs) l;
  insert into journal_unsealed values (v.entry_id);
  return v;
end $$;

-- Posts an entry and returns it. The same key of the same actor and type does nothing a second time and returns what the first
-- did; with another request it is refused (HL410).
--   p_entry: {type, actor_id, key, reference, record, note, reverses}; record and note are RFC 8785 texts
--   p_moves: [{batch_id, first, until, from: {account_id, sub_account, reference}, to: {…}, lot}], in serial order;
--     a lot is stated where the holder changes or the type is split, and else stays
--   p_batches: batches that begin to be, each whole in the account that gets it:
--     [{code, registry, …, to: {account_id, sub_account, reference}, lot, foreign: [{registry, series, first, until}]}]
-- HL409: a range is not where it is taken from. HL422: no rule allows the move.
create function ledger_post(p_entry jsonb, p_moves jsonb, p_batches jsonb)
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

-- Seals what is committed and not sealed yet, at most p_most entries, and returns their leaves in the order of the log. An entry
-- that follows from another has the higher id and is committed later, so it never comes before it. One sealer at a time.
create function ledger_seal(p_most int4) returns table (seq int8, leaf bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_entry record;
  v_seq int8 := 0;
  v_hash bytea := decode(repeat('00', 32), 'hex');
  v_next bytea;
  v_at timestamptz;
begin
  perform pg_advisory_xact_lock(71, 1);
  select s.seq, s.hash, s.sealed_at into v_seq, v_hash, v_at from journal_seal s order by s.seq desc limit 1;
  v_seq := coalesce(v_seq, 0);
  v_hash := coalesce(v_hash, decode(repeat('00', 32), 'hex'));
  v_at := greatest(v_at, date_trunc('milliseconds', clock_timestamp()));
  for v_entry in
    with due as (select u.entry_id from journal_unsealed u order by u.entry_id limit p_most),
      gone as (delete from journal_unsealed u using due where u.entry_id = due.entry_id returning u.entry_id)
    select e.entry_id, e.leaf from gone join journal_entry e on e.entry_id = gone.entry_id order by e.entry_id
  loop
    v_seq := v_seq + 1;
    v_next := sha256(v_hash || v_entry.leaf);
    insert into journal_seal (seq, prev_hash, hash, entry_id, sealed_at) values (v_seq, v_hash, v_next, v_entry.entry_id, v_at);
    v_hash := v_next;
    seq := v_seq;
    leaf := v_entry.leaf;
    return next;
  end loop;
end $$;

-- Adds a signed head.
create function ledger_head(p_head jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into journal_head (size, root, peaks, at, key_id, signed, signature)
  values ((p_head ->> 'size')::int8, decode(p_head ->> 'root', 'hex'), decode(p_head ->> 'peaks', 'hex'),
    (p_head ->> 'at')::timestamptz, p_head ->> 'key_id', p_head ->> 'signed', decode(p_head ->> 'signature', 'hex'))
$$;

-- From here on it is the ledger's: the product reads, and executes three functions.
do $$
declare name text;
begin
  foreach name in array array['posting_rule', 'certificate_lot', 'certificate_batch', 'foreign_serial', 'journal_entry',
    'journal_leg', 'journal_seal', 'journal_head', 'journal_unsealed', 'certificate_holding'] loop
    execute format('alter table %I owner to heliograph_ledger', name);
    execute format('grant select on %I to %I', name, current_user);
    execute format('create policy product_reads on %I for select to %I using (true)', name, current_user);
  end loop;
  foreach name in array array['refuse_ledger_change()', 'ledger_lot(jsonb)', 'ledger_lot_text(int4)',
    'ledger_put(certificate_holding)', 'ledger_take(certificate_holding, int8, int8)',
    'ledger_write(jsonb, bytea, int8, text, journal_leg[])', 'ledger_post(jsonb, jsonb, jsonb)', 'ledger_seal(int4)',
    'ledger_head(jsonb)'] loop
    execute format('alter function %s owner to heliograph_ledger', name);
    execute format('revoke all on function %s from public', name);
  end loop;
  foreach name in array array['ledger_post(jsonb, jsonb, jsonb)', 'ledger_seal(int4)', 'ledger_head(jsonb)'] loop
    execute format('grant execute on function %s to %I', name, current_user);
  end loop;
  -- Foreign keys are checked by the owner of the table that they name.
  revoke create on schema public from heliograph_ledger;
  execute format('revoke heliograph_ledger from %I', current_user);
end $$;
