-- What a first person proposes is kept as it was asked for, so that the second sees and confirms exactly that (docs/decisions/0147-proposals.md).

-- Nobody can be shown what was asked for before: it is asked for anew.
delete from four_eyes where done_at is null;
alter table four_eyes
  -- What the command carries beside what every command does, as the text that payload_hash is of; null: done before there was this.
  add column payload text check (length(payload) <= 1000000),
  add column reason  text check (length(reason) <= 2000),
  add constraint four_eyes_open_is_shown check (done_at is not null or payload is not null);

-- The issuer has looked whether the owner's declaration names the device and the owner (DEV-010).
alter table device_version add column owner_named boolean not null default false;
