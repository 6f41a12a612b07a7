-- What an account gained and lost, without reading the journal of others: its history, and what it held at an instant.
-- The tables are the ledger's, which lends its role for as long as this takes.
do $$ begin execute format('grant heliograph_ledger to %I', current_user); end $$;
grant create on schema public to heliograph_ledger;
create index journal_leg_to on journal_leg (to_account, entry_id) where to_account is not null;
create index journal_leg_from on journal_leg (from_account, entry_id) where from_account is not null;
revoke create on schema public from heliograph_ledger;
do $$ begin execute format('revoke heliograph_ledger from %I', current_user); end $$;
