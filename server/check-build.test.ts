import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { assertSiteBuilt } from './check-build.ts'
import { ConfigError } from './config.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhijian-build-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('says how to build a site that has not been built, or whose build was interrupted', async () => {
  const missing = join(folder, 'dist')
  const message = `站点尚未构建：${missing} 中没有完整的构建结果；请先运行 npm run build，或用 npm start 启动`
  expect(() => assertSiteBuilt({ environment: 'production' }, missing)).toThrow(new ConfigError(message))
  await mkdir(join(missing, 'client'), { recursive: true })
  expect(() => assertSiteBuilt({ environment: 'production' }, missing)).toThrow(ConfigError)
})

it('accepts a complete build', async () => {
  await writeFile(join(folder, 'sources.sha256'), '')
  expect(() => assertSiteBuilt({ environment: 'production' }, folder)).not.toThrow()
})

it('requires no build in development', () => {
  expect(() => assertSiteBuilt({ environment: 'development' }, join(folder, 'dist'))).not.toThrow()
})
