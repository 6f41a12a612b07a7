-- Corrections of the beneficiary of a completed redemption: its words alone, once (rule R44).

-- What the first of two persons asked for, for the second to look at.
create table redemption_correction (
  redemption_id       int8 primary key references redemption,
  beneficiary_name    text not null check (length(beneficiary_name) between 1 and 200),
  beneficiary_address text not null check (length(beneficiary_address) between 1 and 300)
);
alter table redemption_correction enable row level security;

-- The journal takes entries that correct the words of a retirement: they move nothing, and there is one of a redemption.
do $$ begin execute format('grant heliograph_ledger to %I', current_user); end $$;
alter table journal_entry drop constraint journal_entry_type_check;
alter table journal_entry add constraint journal_entry_type_check check (type in ('issue', 'import', 'transfer', 'split',
  'place_sale', 'match', 'settle', 'request_redemption', 'retire', 'request_export', 'export', 'freeze', 'release',
  'withdraw', 'reversal', 'key', 'correction'));
create unique index journal_entry_corrected on journal_entry (reference) where type = 'correction';
grant create on schema public to heliograph_ledger;
do $$
declare
  v_was text := pg_get_functiondef('ledger_post(jsonb, jsonb, jsonb)'::regprocedure);
  v_now text := replace(v_was, 'if v_type <> ''key'' and cardinality(v_legs) = 0 then',
    'if v_type = ''correction'' and not exists (
      select from journal_entry e where e.type = ''retire'' and e.reference = p_entry ->> ''reference'') then
    raise exception ''Nothing was retired by %'', p_entry ->> ''reference'' using errcode = ''HL422'';
  end if;
  if v_type not in (''key'', ''correction'') and cardinality(v_legs) = 0 then');
begin
  if v_now = v_was then raise exception 'ledger_post is not as it was written'; end if;
  execute v_now;
end $$;
revoke create on schema public from heliograph_ledger;
do $$ begin execute format('revoke heliograph_ledger from %I', current_user); end $$;
