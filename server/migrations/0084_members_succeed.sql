-- A device that succeeds another takes its place in its group, and a group that succeeds another takes its devices over, on the day on
-- which the predecessor ends (docs/decisions/0140-devices-over-time.md). That people change members with the beginning of a month only,
-- is a guard of theirs (GRP-006).
alter table device_group_member drop constraint device_group_member_valid_check,
  add constraint device_group_member_valid_check check (not isempty(valid));
