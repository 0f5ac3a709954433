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

const refusal = () => {
  try {
    lockDataFolder(folder).release()
    return undefined
  } catch (error) {
    return error instanceof ConfigError ? error.message : error
  }
}

/** Starts a process that holds the lock until it is killed. */
async function holdInAnotherProcess() {
  const module = JSON.stringify(join(import.meta.dirname, 'data-folder-lock.ts'))
  const script = `const lock = (await import(${module})).lockDataFolder(${JSON.stringify(folder)})
    process.stdout.write('locked')
    setInterval(() => lock, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

it('refuses a second process with one line, until the first is killed', async () => {
  const child = await holdInAnotherProcess()
  expect(refusal()).toMatch(/^设置 DATA_DIR 有误：另一个智鉴进程正在使用 \S+；[^\n]+$/)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(refusal()).toBeUndefined()
})

it('makes the folder, and gives the lock back', async () => {
  await rm(folder, { recursive: true })
  const lock = lockDataFolder(folder)
  expect(refusal()).toMatch(/另一个智鉴进程/)
  lock.release()
  expect(refusal()).toBeUndefined()
})
