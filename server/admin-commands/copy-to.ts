import { resolve } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { getSqlitePath, toConfigError } from '../open-configured-database.ts'
import { type DatabaseLocation, locateInFile, locateOnServer } from '../platform/database/database-location.ts'
import { SchemaVersionError } from '../platform/database/migrate.ts'
import { findContents } from '../platform/database/transfer/build-database.ts'
import { CopySourceError, copyDatabase } from '../platform/database/transfer/copy-database.ts'
import { assertDatabaseExists, type Command } from './command.ts'
import { explainDatabaseError } from './explain-database-error.ts'
import { getDatabaseLocation } from './installation.ts'

/** Copies the configured database into an empty one of either kind. */
export const copyTo: Command = ([url, ...rest], config) => {
  const target = rest.length === 0 ? parseLocation(url ?? '') : undefined
  return target && copy(config, target)
}

/** Parses `postgres://…`, or `sqlite:FOLDER` with the `DATA_DIR` of an installation. */
function parseLocation(url: string): DatabaseLocation | undefined {
  if (/^postgres(ql)?:\/\/.+/.test(url)) return URL.canParse(url) ? locateOnServer(url) : undefined
  const folder = /^sqlite:(.+)/.exec(url)?.[1]
  return folder ? locateInFile(getSqlitePath(resolve(folder))) : undefined
}

async function copy(config: Config, target: DatabaseLocation): Promise<string[]> {
  assertDatabaseExists(config)
  const source = getDatabaseLocation(config)
  const explainTargetError = (error: unknown) => explainDatabaseError(error, target, '目标')
  const contents = await findContents(target).catch((error: unknown) => {
    throw explainTargetError(error)
  })
  if (contents)
    throw new ConfigError(
      `目标不是空的，未作任何改动：其中有${contents.users}个用户、${contents.products}个产品、${contents.submissions}条提交；请换一个空的数据库`,
    )
  const sums = await copyDatabase(source, target).catch((error: unknown) => {
    if (!(error instanceof CopySourceError)) throw explainTargetError(error)
    throw error.cause instanceof SchemaVersionError
      ? toConfigError(config, error.cause)
      : explainDatabaseError(error, source, '原')
  })
  const rows = sums.reduce((sum, table) => sum + table.rows, 0)
  return [
    ...sums
      .filter((table) => table.rows > 0)
      .map(({ name, rows, sha256 }) => `${name} ${rows}行 ${sha256.slice(0, 16)}`),
    `已复制${sums.length}张数据表，${rows}行，逐表核对行数与内容，全部一致`,
    '复制开始后的改动不在其中；上传的文件没有复制，密钥须与原来相同',
  ]
}
