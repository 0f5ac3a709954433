import { PGlite } from '@electric-sql/pglite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

/** Creates a dialect of an in-process, in-memory PostgreSQL. */
export const createPgliteDialect = (): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PgliteDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/** Has a single connection, which callers acquire in turn. */
class PgliteDriver implements Driver {
  readonly #database = new PGlite()
  readonly #connection = new PgliteConnection(this.#database)
  #last: Promise<void> = Promise.resolve()
  #release = () => {}

  async init(): Promise<void> {
    await this.#database.waitReady
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#last
    let release = () => {}
    this.#last = new Promise((resolve) => {
      release = resolve
    })
    await before
    this.#release = release
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#release()
  }

  async beginTransaction(): Promise<void> {
    await this.#database.exec('begin')
  }

  async commitTransaction(): Promise<void> {
    await this.#database.exec('commit')
  }

  async rollbackTransaction(): Promise<void> {
    await this.#database.exec('rollback')
  }

  async destroy(): Promise<void> {
    await this.#database.close()
  }
}

class PgliteConnection implements DatabaseConnection {
  readonly #database: PGlite

  constructor(database: PGlite) {
    this.#database = database
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affectedRows } = await this.#database.query<Row>(sql, [...parameters])
    return { rows, ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) }
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('streaming is not supported')
  }
}
