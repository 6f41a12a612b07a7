-- Months of a project that was proven are visible without looking through the account's other projects, as its summary is (0018).
-- Nothing is seen that was not seen before.
alter policy member_sees_month on project_month using (
  project_id = any(array(select m.project_id from project_member m
    where m.account_id = (select app_account()) and m.project_id = any((select app_projects())::int4[])))
  or project_id in (select m.project_id from project_member m where m.account_id = (select app_account())));
