/**
 * Starts OpenStack Swift from Debian's packages with its S3 layer on the loopback interface, as an independent
 * implementation that verifies every signature itself.
 */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AwsClient } from 'aws4fetch'
import { findProgram, installPackages } from '#testing/debian-packages.ts'
import { findFreePort } from '#testing/find-free-port.ts'

/** Debian's Python, which has the Debian packages, unlike another one on the PATH. */
const PYTHON = '/usr/bin/python3'
const SCRIPT_PATH = join(import.meta.dirname, 'swift-server.py')
/** Four Python processes import Swift while other tests use both cores of a small machine. */
const MAX_START_MS = 90_000
/** A server that accepted a connection before it was ready may never answer it. */
const MAX_REPLY_MS = 5_000
const SWIFT_SERVICES = ['account', 'container', 'object'] as const

export type StoreAccess = { region: string; accessKeyId: string; secretAccessKey: string }

const isInstalled = (): boolean =>
  spawnSync(PYTHON, ['-c', 'import swift.proxy.server, swift.common.middleware.s3api.s3api'], { stdio: 'ignore' })
    .status === 0

/** Returns whether Swift is installed, and installs it as root if necessary. */
export function ensureSwift(): boolean {
  if (isInstalled()) return true
  if (process.getuid?.() !== 0 || !findProgram(['apt-get'])) return false
  process.stdout.write("Swift isn't installed; installing Debian's python3-swift …\n")
  try {
    installPackages(['python3-swift'])
  } catch {
    return false
  }
  return isInstalled()
}

const formatCommonConfig = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}
mount_check = false
log_name =
log_address = ${folder}/no-log
`

const formatServiceConfig = (folder: string, name: string, port: number) => `${formatCommonConfig(folder, port)}
[pipeline:main]
pipeline = healthcheck ${name}-server
[filter:healthcheck]
use = egg:swift#healthcheck
[app:${name}-server]
use = egg:swift#${name}
`

/** Returns the configuration of the proxy, which creates accounts on demand. The access key id is `account:user`. */
const formatProxyConfig = (folder: string, port: number, { region, accessKeyId, secretAccessKey }: StoreAccess) => {
  const [account, user] = accessKeyId.split(':')
  return `${formatCommonConfig(folder, port)}
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# On a busy machine, a slow disk must not be suspended as faulty.
conn_timeout = 5
node_timeout = 20
error_suppression_interval = 0
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
# Required; nothing listens at this address, so nothing is cached.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = ${region}
[filter:tempauth]
use = egg:swift#tempauth
user_${account}_${user} = ${secretAccessKey} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`
}

const SWIFT_CONF = `[swift-hash]
swift_hash_path_prefix = zhijian
swift_hash_path_suffix = tests
`

/**
 * Starts Swift in a temporary folder with one bucket. The access key id has the form `account:user`, without spaces.
 */
export async function startSwift(access: StoreAccess, bucket: string) {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-swift-'))
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const stop of stops.toReversed()) await stop()
  }
  const errors: string[] = []
  try {
    await mkdir(join(folder, 'disk'))
    await writeFile(join(folder, 'swift.conf'), SWIFT_CONF)
    const startService = async (name: string, configuration: string) => {
      const file = join(folder, `${name}.conf`)
      await writeFile(file, configuration)
      stops.push(startProcess(name, file, errors))
    }
    const ports = await Promise.all(SWIFT_SERVICES.map(async (name) => ({ name, port: await findFreePort() })))
    await promisify(execFile)(PYTHON, [
      SCRIPT_PATH,
      'rings',
      folder,
      ...ports.map(({ name, port }) => `${name}=${port}`),
    ])
    for (const { name, port } of ports) await startService(name, formatServiceConfig(folder, name, port))
    for (const { port } of ports) await waitFor((signal) => fetch(`http://127.0.0.1:${port}/healthcheck`, { signal }))
    const port = await findFreePort()
    await startService('proxy', formatProxyConfig(folder, port, access))
    const host = `127.0.0.1:${port}`
    await createBucket(`http://${host}/${bucket}`, access)
    return { host, close }
  } catch (error) {
    await close()
    throw new Error(`Swift didn't start (${error}): ${errors.join('')}`)
  }
}

/** Starts a process of Swift, and adds its error output to `errors`. Returns a function that stops it. */
function startProcess(name: string, file: string, errors: string[]): () => Promise<unknown> {
  const child = spawn(PYTHON, [SCRIPT_PATH, name, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  child.stderr.on('data', (chunk) => errors.push(`${name}: ${chunk}`))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return () => {
    child.kill('SIGKILL')
    return ended
  }
}

const createBucket = (url: string, access: StoreAccess): Promise<void> => {
  const client = new AwsClient({ ...access, service: 's3', retries: 0 })
  return waitFor(() => client.fetch(url, { method: 'PUT' }))
}

/** Sends requests until one succeeds. Throws if that takes too long. */
async function waitFor(sendRequest: (signal: AbortSignal) => Promise<Response>): Promise<void> {
  const started = performance.now()
  let lastReply = 'no reply'
  while (performance.now() - started < MAX_START_MS) {
    const reply = await sendRequest(AbortSignal.timeout(MAX_REPLY_MS)).catch(() => undefined)
    if (reply?.ok) return
    if (reply) lastReply = `${reply.status} ${await reply.text()}`
    await setTimeout(100)
  }
  throw new Error(`no successful reply in ${MAX_START_MS} ms, but ${lastReply}`)
}
