import { ConfigError } from '../config.ts'
import { describeConnectionFailure } from '../open-configured-database.ts'
import { type DatabaseLocation, findDatabaseFile, findServerUrl } from '../platform/database/database-location.ts'
import { DatabaseUnavailableError } from '../platform/database/database-unavailable.ts'
import { EmptyDatabaseError } from '../platform/database/transfer/snapshot.ts'
import { describeCode } from './describe-code.ts'

/**
 * Converts an error of a database to one that names the database, the cause and the remedy. Returns any other error
 * unchanged. `role` precedes the name: a command may use two databases.
 */
export function explainDatabaseError(error: unknown, location: DatabaseLocation, role = ''): unknown {
  const failure = findDatabaseError(error)
  if (!failure) return error
  const url = findServerUrl(location)
  const description =
    url !== undefined && failure instanceof DatabaseUnavailableError
      ? describeConnectionFailure(url, failure)
      : describeNamed(failure, location)
  return description === undefined ? error : new ConfigError(`${role}${description}`)
}

/** Returns the error of PostgreSQL or SQLite among an error and its causes. */
function findDatabaseError(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined
  const isDatabaseError =
    error instanceof DatabaseUnavailableError ||
    error instanceof EmptyDatabaseError ||
    'errcode' in error ||
    ('severity' in error && 'code' in error)
  return isDatabaseError ? error : findDatabaseError(error.cause)
}

function describeNamed(error: Error, location: DatabaseLocation): string | undefined {
  if (error instanceof EmptyDatabaseError)
    return `数据库 ${getName(location)} 是空的，其中没有智鉴的数据；请检查 DATA_DIR 或 DATABASE_URL`
  const description = describeCode(error)
  return description && `数据库 ${getName(location)}：${description}`
}

function getName(location: DatabaseLocation): string {
  const file = findDatabaseFile(location)
  if (file !== undefined) return file
  const url = URL.parse(findServerUrl(location) ?? '')
  return `${url?.host ?? ''}${url?.pathname ?? ''}`
}
