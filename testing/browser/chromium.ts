/** Finds the browser that the tests drive: CHROMIUM_PATH, one on the PATH, or Debian's, installed if permitted. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Without Noto's CJK fonts every Chinese picture is boxes. */
const PACKAGES = ['chromium', 'fonts-noto-cjk']

/** Arguments that disable Chromium's background requests, and let it run as root in a container. */
export const CHROMIUM_ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Returns the browser's path; `undefined` if there is none. */
export function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable)
}

/** Returns the browser's path, after installing it if it is missing. Throws if it can't be had. */
export function ensureChromium(): string {
  const existing = findChromium()
  if (existing) return existing
  process.stdout.write('没有找到 Chromium，正在安装 Debian 的 chromium 与 fonts-noto-cjk……\n')
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES])
  const installed = findChromium()
  if (!installed) throw new Error('需要 Chromium：请设置 CHROMIUM_PATH，或以 root 身份在 Debian 上运行')
  return installed
}

function run(command: string, args: string[]) {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} 没有成功`)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
