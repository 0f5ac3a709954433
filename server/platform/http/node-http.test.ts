import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const LOADED =
  "await import('#server/app.ts'); console.log(process.moduleLoadList.filter((name) => name.includes('undici')))"

it('does not load undici with the server', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', LOADED])
  expect(stdout.trim()).toBe('[]')
})
