/** Starts that must fail with one line that contains the setting, the path and the remedy. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findFreePort } from '#testing/find-free-port.ts'
import { type Outcome, QUIET_SETTINGS } from './fault.ts'

const MAIN = join(import.meta.dirname, '../../server/main.ts')
const TIMEOUT_MS = 20_000

/** Starts a server that must fail. Returns its exit code and its error output. */
async function failToStart(dataDir: string): Promise<{ code: number | null; line: string }> {
  const env = { PATH: process.env.PATH ?? '', ...QUIET_SETTINGS, DATA_DIR: dataDir, PORT: String(await findFreePort()) }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'], timeout: TIMEOUT_MS })
  let text = ''
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, line: text.trim() }
}

/** Returns the outcome of a start that must fail with a line that contains `file`. */
export async function expectFailedStart(label: string, dataDir: string, file: string): Promise<Outcome> {
  const { code, line } = await failToStart(dataDir)
  const isOneLine = !line.includes('\n') && line.includes(file)
  return {
    label,
    figure: `exit code ${code}; ${isOneLine ? 'one line names the setting, the path and what to do' : line}`,
    isMet: code === 1 && isOneLine && line.startsWith('设置 DATA_DIR 有误'),
  }
}
