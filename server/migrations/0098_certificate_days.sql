-- Which days the certificates of a batch were made of (rule R35, docs/decisions/0154-days-of-certificates.md).

-- Days belong to batches: the product may refer to them, whoever owns the database.
do $$ begin
  execute format('grant heliograph_ledger to %I', current_user);
  execute format('grant references on certificate_batch to %I', current_user);
  execute format('revoke heliograph_ledger from %I', current_user);
end $$;

-- A leaf of the batch's manifest, whose root is in the journal: energy of a local day, from what the certificates before it took on. The
-- certificate of number n was made of the energy from (n − 1) · 10⁶ Wh to n · 10⁶ Wh. Imported batches have none, nor have those of before.
create table certificate_leaf (
  batch_id  int8 not null references certificate_batch,
  begin_wh  int8 not null check (begin_wh >= 0),
  end_wh    int8 not null,
  day       date not null,
  primary key (batch_id, begin_wh),
  check (begin_wh < end_wh)
);
alter table certificate_leaf enable row level security;

-- Leaves are written at once, and are then the whole batch, each of its watt-hours once.
create function leaves_are_whole() returns trigger language plpgsql as $$
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
end $$;
create trigger leaves_are_whole after insert on certificate_leaf referencing new table as written
  for each statement execute function leaves_are_whole();

create function refuse_leaf_change() returns trigger language plpgsql as $$
begin
  raise exception 'The days of certificates are not changed' using errcode = 'HL403';
end $$;
create trigger only_added before update or delete on certificate_leaf for each row execute function refuse_leaf_change();
create trigger not_emptied before truncate on certificate_leaf for each statement execute function refuse_leaf_change();
