-- The generation ledger is written by its postings alone, and what certificates were made of stays as it was
-- (docs/decisions/0128-generation-ledger.md).

create function refuse_generation_write() returns trigger language plpgsql as $$
begin
  raise exception '% is written by the rules of the generation ledger', tg_table_name using errcode = 'HL403';
end $$;

-- An account begins empty, keeps its line, registry and year, and follows its postings: the trigger of a posting is the one above this.
create function generation_account_follows() returns trigger language plpgsql as $$
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
end $$;
create trigger follows_postings before insert or update on generation_account for each row execute function generation_account_follows();
create trigger not_removed before delete on generation_account for each row execute function refuse_generation_write();
create trigger not_removed before delete on accepted_day for each row execute function refuse_generation_write();
do $$
declare name text;
begin
  foreach name in array array['generation_account', 'generation_posting', 'accepted_day', 'generation_statement', 'generation_day'] loop
    execute format('create trigger not_emptied before truncate on %I for each statement execute function refuse_generation_write()', name);
  end loop;
end $$;

-- At commit the carry is the days that it names, and what is accepted of days is what was posted (I21, I25).
create function generation_account_sums() returns trigger language plpgsql as $$
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
end $$;
create constraint trigger sums_hold after insert or update on generation_account deferrable initially deferred
  for each row execute function generation_account_sums();
create constraint trigger sums_hold after insert or update on accepted_day deferrable initially deferred
  for each row execute function generation_account_sums();
create index accepted_day_account on accepted_day (generation_account_id);

-- A statement that certificates were made of, and its days, stay: the journal names them by their hash.
create function issued_statement_stays() returns trigger language plpgsql as $$
declare
  v_issuance int8 := case tg_op when 'INSERT' then new.issuance_id else old.issuance_id end;
  v_version int4 := case tg_op when 'INSERT' then new.version else old.version end;
begin
  if exists (select from issuance i join journal_entry e on e.reference = i.number and e.type = 'issue'
      where i.issuance_id = v_issuance and i.statement_version = v_version) then
    raise exception 'Certificates were made of this statement' using errcode = 'HL403';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger issued_stays before update or delete on generation_statement for each row execute function issued_statement_stays();
create trigger issued_stays before insert or update or delete on generation_day for each row execute function issued_statement_stays();
