import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'

/** The build's output folder. */
export const BUILD_FOLDER = join(import.meta.dirname, '../dist')
/** Written by the build as its last step. */
const LAST_FILE = 'sources.sha256'

/** Throws `ConfigError` if the site hasn't been built completely. In development it is served from its sources. */
export function assertSiteBuilt({ environment }: Pick<Config, 'environment'>, folder = BUILD_FOLDER): void {
  if (environment === 'development' || existsSync(join(folder, LAST_FILE))) return
  throw new ConfigError(`站点尚未构建：${folder} 中没有完整的构建结果；请先运行 npm run build，或用 npm start 启动`)
}
