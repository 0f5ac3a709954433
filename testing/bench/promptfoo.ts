/**
 * The same questions asked by promptfoo, a tool of developers, for comparison. It isn't a dependency: it is installed into a
 * temporary folder, and only if `BENCH_PROMPTFOO=on`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const isPromptfooWanted = process.env.BENCH_PROMPTFOO === 'on'

type Questions = { urls: readonly string[]; tasks: number; concurrency: number }

/** Has promptfoo ask every agent every question, and check the replies. Throws if it can't be installed, or a check fails. */
export async function askByPromptfoo(folder: string, { urls, tasks, concurrency }: Questions): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }))
  await run(folder, 'npm', ['install', 'promptfoo', '--no-audit', '--no-fund'])
  const config = {
    prompts: ['{{question}}'],
    providers: urls.map((url, index) => ({
      id: 'openai:chat:m',
      label: `agent-${index}`,
      config: { apiBaseUrl: url, apiKey: 'none' },
    })),
    tests: Array.from({ length: tasks }, (_task, index) => ({
      vars: { question: `第${index}问` },
      assert: [{ type: 'contains', value: '答' }],
    })),
  }
  await writeFile(join(folder, 'promptfooconfig.json'), JSON.stringify(config))
  const options = ['--no-cache', '--no-progress-bar', '--no-table', '--max-concurrency', String(concurrency)]
  await run(folder, join(folder, 'node_modules/.bin/promptfoo'), ['eval', '-c', 'promptfooconfig.json', ...options])
}

async function run(folder: string, command: string, args: readonly string[]): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PROMPTFOO_CONFIG_DIR: join(folder, 'config'),
    PROMPTFOO_DISABLE_TELEMETRY: '1',
    PROMPTFOO_DISABLE_UPDATE: '1',
  }
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ${args[0]} exited with ${code}`)
}
