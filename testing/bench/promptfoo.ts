/**
 * The same questions asked by promptfoo, a tool of developers, for comparison. It isn't a dependency: it is installed into a
 * temporary folder, and only if `BENCH_PROMPTFOO=on`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const isPromptfooWanted = process.env.BENCH_PROMPTFOO === 'on'

type Questions = { urls: readonly string[]; tasks: number; concurrency: number }

/** Has promptfoo ask every agent every question, and check the replies. Throws if it can't be installed, or a check fails. */
export async function askByPromptfoo(folder: string, { urls, tasks, concurrency }: Questions): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }))
  await install(folder)
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

const PROMPTFOO = 'promptfoo@0.123.1'

const PackageSchema = z.object({ optionalDependencies: z.record(z.string(), z.string()) })

/**
 * Installs promptfoo without its optional dependencies: those are a gigabyte of other vendors' programs, and a script that
 * downloads a browser. Of them it needs only its database's library for this machine.
 */
async function install(folder: string): Promise<void> {
  const npmInstall = (name: string) =>
    run(folder, 'npm', ['install', name, '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'])
  await npmInstall(PROMPTFOO)
  const libsql = PackageSchema.parse(
    JSON.parse(await readFile(join(folder, 'node_modules/libsql/package.json'), 'utf8')),
  )
  const { platform, arch } = process
  const library = Object.entries(libsql.optionalDependencies).find(
    ([name]) => name.includes(`/${platform}-${arch}`) && !name.endsWith('-musl'),
  )
  if (!library) throw new Error(`promptfoo has no database for ${platform}-${arch}`)
  await npmInstall(library.join('@'))
}

async function run(folder: string, command: string, args: readonly string[]): Promise<void> {
  // What npm needs to reach the registry from this machine, such as its certificates, is in the environment.
  const env = {
    ...process.env,
    PROMPTFOO_CONFIG_DIR: join(folder, 'config'),
    PROMPTFOO_DISABLE_TELEMETRY: '1',
    PROMPTFOO_DISABLE_UPDATE: '1',
  }
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ${args[0]} exited with ${code}`)
}
