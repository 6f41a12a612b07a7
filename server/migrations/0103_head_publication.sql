-- Where the head of each day was published, and what has not been (docs/decisions/0157-heads-elsewhere.md).
create table head_publication (
  day      date not null,                       -- in GMT+8: the head is the last one before its end
  place    text not null check (place in ('file', 'webhook')),
  size     int8 not null check (size >= 1),
  root     bytea not null check (length(root) = 32),
  tried_at timestamptz not null,
  done_at  timestamptz,                         -- null: it could not be put there yet
  error    text check (length(error) between 1 and 500),
  primary key (day, place),
  check ((done_at is null) = (error is not null))
);
alter table head_publication enable row level security;

-- Which checker the last check was made by: a hash of its sources (rule R45).
alter table ledger_check add column checker text not null default '' check (checker ~ '^([0-9a-f]{64})?$');

do $$ begin execute format('grant heliograph_ledger to %I', current_user); end $$;
grant create on schema public to heliograph_ledger;
set local role heliograph_ledger;

-- As in migration 0101; the time is taken once it is known what is sealed, so that an entry that was committed meanwhile is not
-- sealed before it was posted.
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
end $$;

reset role;
revoke create on schema public from heliograph_ledger;
do $$ begin execute format('revoke heliograph_ledger from %I', current_user); end $$;
