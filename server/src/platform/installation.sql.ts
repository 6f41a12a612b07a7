import { sql } from "kysely";
import type { Db } from "./db.ts";

/** Makes the database unless the server has one of that name. */
export async function createDatabase(admin: Db, name: string): Promise<void> {
  const { rows } = await sql`select from pg_database where datname = ${name}`.execute(admin);
  if (rows.length === 0) await sql`create database ${sql.id(name)}`.execute(admin);
}
