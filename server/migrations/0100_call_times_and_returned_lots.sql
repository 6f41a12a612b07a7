-- People who record what became of a call to another registry have a time for it from now on.
insert into record_deadline (entity, record_uid, action, due_at)
  select 'registry_call', record_uid, null, now() + interval '5 days' from registry_call where status in ('by_hand', 'unknown', 'refused')
  on conflict do nothing;

-- Certificate numbers that went back to the seller, who need not type them again.
alter table gec_redemption add column returned_lots jsonb not null default '[]' check (jsonb_typeof(returned_lots) = 'array');
