-- The list that is home after signing in; null: not chosen, so what the account has decides.
alter table account add column default_project_type text check (default_project_type in ('pv', 'swh'));
