/** The files of deploy/ against what the service reads and has. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { BODY, IMPORT, MB } from '#contracts/limits.ts'
import { ContentSettingsSchema } from '#contracts/settings/settings.ts'
import { readConfig, VARIABLES } from '#server/config.ts'
import { findProgram } from '#testing/debian-packages.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFile(join(ROOT, path), 'utf8')

/** What compose reads beside the service's own settings. */
const OF_COMPOSE = ['POSTGRES_PASSWORD', 'HTTP_PORT']

const listAssigned = (text: string) => [...text.matchAll(/^#?([A-Z][A-Z_0-9]+)=/gm)].map(([, name]) => String(name))

describe('each setting', () => {
  it('is listed in .env.example, each once', async () => {
    expect(listAssigned(await read('deploy/.env.example')).toSorted()).toEqual([...VARIABLES, ...OF_COMPOSE].toSorted())
  })

  it.each(['README.md', 'README.zh-CN.md'])('is listed in the table of %s', async (file) => {
    const rows = (await read(file)).split('\n').filter((line) => /^\| `[A-Z]/.test(line))
    const names = new Set(rows.flatMap((row) => [...row.matchAll(/`([A-Z][A-Z_0-9]{3,})`/g)].map(([, name]) => name)))
    // Everybody's, and set by what starts the service.
    expect(VARIABLES.filter((name) => name !== 'NODE_ENV' && !names.has(name))).toEqual([])
  })

  it('starts a node once the secrets of .env.example are filled in', async () => {
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
  it('has each volume, file and service that it names, and every variable in .env.example', async () => {
    const text = await read('deploy/compose.yaml')
    const { services, volumes } = ComposeSchema.parse(parse(text, { merge: true }))
    for (const { volumes: mounts, depends_on } of Object.values(services)) {
      for (const [source = ''] of mounts.map((mount) => mount.split(':')))
        expect(source.startsWith('./') ? existsSync(join(ROOT, 'deploy', source)) : source in volumes).toBe(true)
      for (const [name, { condition }] of Object.entries(depends_on)) {
        // What is waited for has to say when it is well; a node's image does.
        const isTold = services[name]?.healthcheck !== undefined || services[name]?.image === 'zhijian'
        expect(condition === 'service_healthy' ? isTold : services[name] !== undefined).toBe(true)
      }
    }
    const variables = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    const assigned = listAssigned(await read('deploy/.env.example'))
    expect(variables.filter((name) => !assigned.includes(String(name)))).toEqual([])
  })

  it('has the nodes that nginx sends to, with nothing to write but their folders', async () => {
    const { services } = ComposeSchema.parse(parse(await read('deploy/compose.yaml'), { merge: true }))
    const upstreams = [...(await read('deploy/upstreams.conf')).matchAll(/^server ([\w-]+):3000 /gm)]
    expect(upstreams.map(([, name]) => name)).toEqual(['web-1', 'web-2'])
    for (const [, name = ''] of upstreams)
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], hostname: name })
  })
})

describe('deploy', () => {
  it('has YAML that can be read', async () => {
    const documents = parseAllDocuments(await read('deploy/prometheus-rules.yml'))
    expect([...documents].flatMap(({ errors }) => errors)).toEqual([])
  })

  it('lets nginx take as much as the largest call', async () => {
    const sizes = [...(await read('deploy/nginx.conf')).matchAll(/client_max_body_size (\d+)m/g)].map(([, size]) =>
      Number(size),
    )
    const largestFile = ContentSettingsSchema.shape.maxFileSize.unwrap().maxValue ?? 0
    expect(sizes).toEqual([Math.ceil(BODY.encodedForm / MB), IMPORT.bytes / MB + 1])
    expect(IMPORT.bytes).toBeGreaterThan(Math.max(largestFile * MB, BODY.measured))
  })

  it('copies into the image what the server loads, and nothing of what is tested', async () => {
    const dockerfile = await read('deploy/Dockerfile')
    const copied = [...dockerfile.matchAll(/^COPY (?:--from=\w+ )?(\S+) \.\//gm)].map(([, path]) => path)
    expect(copied.slice(-6)).toEqual(['/app/node_modules', 'package.json', 'contracts', 'server', 'demo', '/app/dist'])
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(await read('.dockerignore')).toMatch(/^deploy\/\.env$/m)
  })

  it.skipIf(!findProgram(['systemd-analyze']))('closes the service of systemd to everything but what it needs', () => {
    const unit = join(ROOT, 'deploy/zhijian.service')
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit], {
      encoding: 'utf8',
    })
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(2)
  })
})
