/** Drops the PostgreSQL databases of a test run after its last test. */
import { getDatabasePrefix, postgresServer, withPostgresClient } from './test-databases.ts'

/** Sets the name prefix of this run's databases. Returns a function that drops them. */
export function setup(): () => Promise<void> {
  process.env.TEST_DATABASE_PREFIX = `zhijian_test_${process.pid}_`
  return async () => {
    if (!postgresServer) return
    await withPostgresClient(postgresServer, async (client) => {
      const { rows } = await client.query<{ datname: string }>(
        'select datname from pg_database where datname like $1',
        [`${getDatabasePrefix().replaceAll('_', '\\_')}%`],
      )
      for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
    })
  }
}
