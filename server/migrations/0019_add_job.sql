-- Adds a job in the caller's transaction: docs/decisions/0052-one-runner.md. The tables of jobs belong to graphile-worker, in a
-- schema of its own, and only to the owner of the database; the API's role adds jobs by this function alone.
-- A key: one job of it waits at most, and what is added later replaces it.
create function add_job(task text, payload json, job_key text, run_at timestamptz, queue text, attempts int) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, queue, run_at, attempts, job_key);
end $$;
revoke execute on function add_job(text, json, text, timestamptz, text, int) from public;
grant execute on function add_job(text, json, text, timestamptz, text, int) to heliograph_api;
