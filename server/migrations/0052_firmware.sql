-- Versions of gateways' firmware, added by platform operators (docs/decisions/0102-firmware.md). The bytes lie in the folder
-- `firmware` of the data folder.
alter table account drop constraint account_kind_check;
alter table account add constraint account_kind_check check (kind in ('user', 'admin', 'platform_operator'));

create table firmware (
  firmware_id      int4 generated always as identity primary key,
  file_uid         uuid not null unique,
  gateway_type     text not null check (length(gateway_type) between 1 and 80),
  version          text not null check (length(version) between 1 and 80),
  hardware_version text not null default '' check (length(hardware_version) <= 80),  -- empty: any
  least_version    text not null default '' check (length(least_version) <= 80),     -- a gateway must have it; empty: any
  file_name        text not null check (length(file_name) between 1 and 200),
  size_bytes       int4 not null check (size_bytes > 0),
  sha256           text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  signature        text not null check (length(signature) <= 200),
  signed_by        text not null check (length(signed_by) <= 80),
  notes            text not null default '' check (length(notes) <= 500),
  uploaded_by      int4 references account on delete set null,
  created_at       timestamptz not null default now(),
  withdrawn_at     timestamptz
);
create unique index firmware_version on firmware (gateway_type, version) where withdrawn_at is null;
-- Nothing of a project in it: every account may read it.
grant select on firmware to heliograph_api;
