/**
 * Starts OpenStack Swift from Debian's packages with its S3 layer on the loopback interface, as an independent
 * implementation that verifies every signature itself.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { AwsClient } from 'aws4fetch'
import { findProgram, installPackages } from '#testing/debian-packages.ts'

const PACKAGE = 'python3-swift'
/** Debian's Python, which has the Debian packages, unlike another one on the PATH. */
const PYTHON = '/usr/bin/python3'
const SCRIPT_PATH = join(import.meta.dirname, 'swift-server.py')
/** Importing Swift takes 2 s of processor time, and much longer if other tests use every core of a small machine. */
const MAX_START_MS = 90_000
const SERVICES = ['account', 'container', 'object'] as const

type StoreAccess = { region: string; accessKeyId: string; secretAccessKey: string }

/** Also false while another process is installing it. */
const isInstalled = (): boolean =>
  String(spawnSync('dpkg', ['--status', PACKAGE]).stdout).includes('Status: install ok installed')

/** Returns whether Swift is installed, and installs it as root if necessary. */
export function ensureSwift(): boolean {
  if (isInstalled()) return true
  if (process.getuid?.() !== 0 || !findProgram(['apt-get'])) return false
  process.stdout.write(`Swift isn't installed; installing Debian's ${PACKAGE} …\n`)
  try {
    installPackages([PACKAGE])
  } catch {
    return false
  }
  return isInstalled()
}

const formatCommonConfig = (folder: string) => `[DEFAULT]
swift_dir = ${folder}
devices = ${folder}
mount_check = false
log_name =
log_address = ${folder}/no-log
`

const formatServiceConfig = (folder: string, name: string) => `${formatCommonConfig(folder)}
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`

/** Returns the configuration of the proxy, which creates accounts on demand. The access key id is `account:user`. */
const formatProxyConfig = (folder: string, { region, accessKeyId, secretAccessKey }: StoreAccess) => {
  const [account, user] = accessKeyId.split(':')
  return `${formatCommonConfig(folder)}
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
  await mkdir(join(folder, 'disk'))
  await writeFile(join(folder, 'swift.conf'), SWIFT_CONF)
  for (const name of SERVICES) await writeFile(join(folder, `${name}.conf`), formatServiceConfig(folder, name))
  await writeFile(join(folder, 'proxy.conf'), formatProxyConfig(folder, access))
  const child = spawn(PYTHON, [SCRIPT_PATH, folder, ...SERVICES], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const errors: string[] = []
  child.stderr.on('data', (chunk) => errors.push(String(chunk)))
  const close = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const signal = AbortSignal.timeout(MAX_START_MS)
  try {
    const firstLine = once(createInterface(child.stdout), 'line', { signal })
    const failure = ended.then(([code]) => Promise.reject(new Error(`it ended with ${code}`)))
    const [port] = await Promise.race([firstLine, failure])
    const host = `127.0.0.1:${port}`
    const client = new AwsClient({ ...access, service: 's3', retries: 0 })
    const reply = await client.fetch(`http://${host}/${bucket}`, { method: 'PUT', signal })
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
    return { host, close }
  } catch (error) {
    await close()
    throw new Error(`Swift didn't start (${error}): ${errors.join('')}`)
  }
}
