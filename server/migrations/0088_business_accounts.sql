-- Registration numbers belong to accounts that were submitted, one account each; drafts name them and claim nothing. A change of name or number is reviewed while what
-- was approved holds. A draft can be deleted.

create table company_registration (
  country             text not null check (country ~ '^[A-Z]{2}$'),
  -- In capitals.
  number              text not null check (length(number) between 1 and 60),
  business_account_id int not null references business_account on delete cascade,
  primary key (country, number)
);
create index company_registration_of on company_registration (business_account_id);
alter table company_registration enable row level security;

alter table business_account
  drop constraint business_account_status_check,
  add constraint business_account_status_check
    check (status in ('draft', 'under_review', 'active', 'amendment_review', 'suspended', 'closed', 'deleted')),
  drop constraint business_account_check,
  add constraint business_account_check
    check ((status in ('active', 'amendment_review', 'suspended', 'closed')) <= (trade_account_id is not null));

-- Changes that were sent for review before: what was approved is in the submission before, where there is one.
create temporary table amended as
  select b.business_account_id, b.status, b.country, b.registration_number as asked, before.content as approved
  from business_account b
  left join lateral (
    select content from company_version v where v.business_account_id = b.business_account_id order by submission desc offset 1 limit 1
  ) before on true
  where b.status in ('draft', 'under_review') and b.trade_account_id is not null;
update business_account b set
  status = case when a.status = 'draft' and a.approved is not null then 'active' else 'amendment_review' end,
  company_name = coalesce(nullif(a.approved ->> 'company_name', ''), b.company_name),
  registration_number = coalesce(nullif(a.approved ->> 'registration_number', ''), b.registration_number)
from amended a where a.business_account_id = b.business_account_id;

insert into company_registration (country, number, business_account_id)
select country, upper(registration_number), business_account_id from business_account
where status not in ('draft', 'closed') and not demonstration and country is not null and registration_number <> ''
on conflict do nothing;
insert into company_registration (country, number, business_account_id)
select country, upper(asked), business_account_id from amended
where status = 'under_review' and country is not null and asked <> ''
on conflict do nothing;
drop table amended;

drop index business_account_registration;
