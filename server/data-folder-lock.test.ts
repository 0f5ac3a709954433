import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConfigError } from './config.ts'
import { lockDataFolder } from './data-folder-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhijian-lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

const findError = () => {
  try {
    lockDataFolder(folder).release()
    return undefined
  } catch (error) {
    return error instanceof ConfigError ? error.message : error
  }
}

/** Starts a process that keeps the lock until it is killed. */
async function lockInAnotherProcess() {
  const module = JSON.stringify(join(import.meta.dirname, 'data-folder-lock.ts'))
  const script = `const lock = (await import(${module})).lockDataFolder(${JSON.stringify(folder)})
    process.stdout.write('locked')
    setInterval(() => lock, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

it('rejects a second process with one line until the first is killed', async () => {
  const child = await lockInAnotherProcess()
  expect(findError()).toMatch(/^设置 DATA_DIR 有误：另一个智鉴进程正在使用 \S+；[^\n]+$/)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(findError()).toBeUndefined()
})

it('creates the folder, and can release the lock', async () => {
  await rm(folder, { recursive: true })
  const lock = lockDataFolder(folder)
  expect(findError()).toMatch(/另一个智鉴进程/)
  lock.release()
  expect(findError()).toBeUndefined()
})
