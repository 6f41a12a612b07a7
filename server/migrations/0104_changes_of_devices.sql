-- An application may change what a registered device of the same account is registered with, from the next month on, before its registration ends.
alter table device_application
  add column is_change boolean not null default false,
  add constraint device_application_change_succeeds check (succeeds_id is not null or not is_change);
