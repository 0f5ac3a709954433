/** Programs that tests need and npm doesn't provide: found on the PATH, or installed from Debian. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Returns the path of the first program that the PATH or `folders` contain; `undefined` if they contain none. */
export function findProgram(names: readonly string[], folders: readonly string[] = []): string | undefined {
  const searchedFolders = [...(process.env.PATH ?? '').split(delimiter), ...folders]
  return searchedFolders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

/** Apt ends at once if another process is installing, such as that of another test file. */
const LOCK_FILE = join(tmpdir(), 'zhijian-packages.lock')

/** Installs Debian packages, which needs root and apt. Throws if that fails. */
export function installPackages(packages: readonly string[]): void {
  runAlone('apt-get', ['update', '-qq'])
  runAlone('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
}

function runAlone(command: string, args: string[]): void {
  const { status } = spawnSync('flock', [LOCK_FILE, command, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
