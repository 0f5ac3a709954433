/** Asserts that the files of deploy/ match the settings and files of the service. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { BODY, IMPORT, MB } from '#contracts/limits.ts'
import { ContentSettingsSchema } from '#contracts/settings/settings.ts'
import { ENVIRONMENT_VARIABLES, readConfig } from '#server/config.ts'
import { findProgram } from '#testing/debian-packages.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFile(join(ROOT, path), 'utf8')

/** Variables of compose.yaml in addition to the service's settings. */
const COMPOSE_VARIABLES = ['POSTGRES_PASSWORD', 'HTTP_PORT']

const listAssignedVariables = (text: string) =>
  [...text.matchAll(/^#?([A-Z][A-Z_0-9]+)=/gm)].map(([, name]) => String(name))

describe('every setting', () => {
  it('is listed once in .env.example', async () => {
    expect(listAssignedVariables(await read('deploy/.env.example')).toSorted()).toEqual(
      [...ENVIRONMENT_VARIABLES, ...COMPOSE_VARIABLES].toSorted(),
    )
  })

  it.each(['README.md', 'README.zh-CN.md'])('is listed in the table of %s', async (file) => {
    const rows = (await read(file)).split('\n').filter((line) => /^\| `[A-Z]/.test(line))
    const names = new Set(rows.flatMap((row) => [...row.matchAll(/`([A-Z][A-Z_0-9]{3,})`/g)].map(([, name]) => name)))
    // NODE_ENV is a general convention, and set by the start command.
    expect(ENVIRONMENT_VARIABLES.filter((name) => name !== 'NODE_ENV' && !names.has(name))).toEqual([])
  })

  it('is valid in .env.example once its secrets are filled in', async () => {
    const lines = (await read('deploy/.env.example')).split('\n').filter((line) => /^[A-Z]/.test(line))
    const environment = Object.fromEntries(
      lines.map((line) => {
        const [name = '', ...value] = line.split('=')
        return [name, value.join('=') || 'x'.repeat(48)]
      }),
    )
    expect(readConfig(environment)).toMatchObject({
      s3: { bucketUrl: 'http://store:9000/zhijian', accessKeyId: 'zhijian' },
      trustProxy: 'loopback,linklocal,uniquelocal',
      backupDir: '/backups',
    })
  })
})

const ServiceSchema = z.looseObject({
  image: z.string().regex(/^[\w./-]+(:[\w.-]+)?$/),
  volumes: z.array(z.string()).default([]),
  depends_on: z
    .record(z.string(), z.object({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }))
    .default({}),
  healthcheck: z
    .object({ test: z.array(z.string()) })
    .loose()
    .optional(),
})
const ComposeSchema = z.looseObject({
  services: z.record(z.string(), ServiceSchema),
  volumes: z.record(z.string(), z.null()),
})

describe('compose.yaml', () => {
  it('refers only to existing volumes, files and services, and to variables in .env.example', async () => {
    const text = await read('deploy/compose.yaml')
    const { services, volumes } = ComposeSchema.parse(parse(text, { merge: true }))
    for (const { volumes: mounts, depends_on } of Object.values(services)) {
      for (const [source = ''] of mounts.map((mount) => mount.split(':')))
        expect(source.startsWith('./') ? existsSync(join(ROOT, 'deploy', source)) : source in volumes).toBe(true)
      for (const [name, { condition }] of Object.entries(depends_on)) {
        // A service that others wait for needs a health check; the image of the nodes has one.
        const hasHealthCheck = services[name]?.healthcheck !== undefined || services[name]?.image === 'zhijian'
        expect(condition === 'service_healthy' ? hasHealthCheck : services[name] !== undefined).toBe(true)
      }
    }
    const variables = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    const assigned = listAssignedVariables(await read('deploy/.env.example'))
    expect(variables.filter((name) => !assigned.includes(String(name)))).toEqual([])
  })

  it('defines the upstream nodes of nginx, with read-only file systems', async () => {
    const { services } = ComposeSchema.parse(parse(await read('deploy/compose.yaml'), { merge: true }))
    const upstreams = [...(await read('deploy/upstreams.conf')).matchAll(/^server ([\w-]+):3000 /gm)]
    expect(upstreams.map(([, name]) => name)).toEqual(['web-1', 'web-2'])
    for (const [, name = ''] of upstreams)
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], hostname: name })
  })
})

describe('deploy', () => {
  it('contains valid YAML', async () => {
    const documents = parseAllDocuments(await read('deploy/prometheus-rules.yml'))
    expect([...documents].flatMap(({ errors }) => errors)).toEqual([])
  })

  it('allows nginx bodies as large as the largest call', async () => {
    const sizes = [...(await read('deploy/nginx.conf')).matchAll(/client_max_body_size (\d+)m/g)].map(([, size]) =>
      Number(size),
    )
    const largestFile = ContentSettingsSchema.shape.maxFileSize.unwrap().maxValue ?? 0
    expect(sizes).toEqual([Math.ceil(BODY.encodedForm / MB), IMPORT.bytes / MB + 1])
    expect(IMPORT.bytes).toBeGreaterThan(Math.max(largestFile * MB, BODY.oversizedDocument))
  })

  it('copies only the files of the server into the image', async () => {
    const dockerfile = await read('deploy/Dockerfile')
    const copied = [...dockerfile.matchAll(/^COPY (?:--from=\w+ )?(\S+) \.\//gm)].map(([, path]) => path)
    expect(copied.slice(-6)).toEqual(['/app/node_modules', 'package.json', 'contracts', 'server', 'demo', '/app/dist'])
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(await read('.dockerignore')).toMatch(/^deploy\/\.env$/m)
  })

  it.skipIf(!findProgram(['systemd-analyze']))('restricts the systemd service to what it needs', () => {
    const unit = join(ROOT, 'deploy/zhijian.service')
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit], {
      encoding: 'utf8',
    })
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(2)
  })
})
