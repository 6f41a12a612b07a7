-- What runs on a device, as its gateway has told; null: not told.
alter table device add column firmware_version text check (length(firmware_version) <= 80);
