import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeApi } from '#server/api-description.ts'
import { createOpenapiDocument } from '#server/platform/http/openapi/openapi-document.ts'
import { loadDeclaredCalls } from './declared-calls.ts'

const ROOT = join(import.meta.dirname, '..')

/** Code written only from the API description: a list, a versioned save, an upload with fields. */
const PROGRAM_SOURCE = `
import { Api } from './client.ts'
const { api } = new Api({ baseUrl: 'https://zhijian.example' })
const leads = await api.getLeads({ page: 2 })
export const company: string | undefined = leads.data.data[0]?.companyName
const file = new File(['x'], 'logo.png')
export const logo: string = (await api.postLogoUpload({ logo: file })).data.data.logoUrl
const plan = await api.postProductsByCatalogueImport('agent', { file, fingerprint: 'a' })
export const changed: number = plan.data.data.counts.update
await api.putAppDownloadUpdate({ downloadUrl: '/app', name: '' }, { headers: { 'If-Match': '"3"' } })
// @ts-expect-error: the file is required
await api.postLogoUpload({})
`

let folder = ''
beforeAll(async () => {
  // Inside the project, so that the compiler finds its type declarations.
  folder = await mkdtemp(join(ROOT, 'node_modules/.generated-client-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('generates a client that compiles from the OpenAPI document', async () => {
  const document = createOpenapiDocument(
    await loadDeclaredCalls(),
    describeApi('智鉴', 'https://zhijian.example'),
    'https://zhijian.example',
  )
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  await generateApi({
    input: join(folder, 'openapi.json'),
    output: folder,
    fileName: 'client.ts',
    httpClientType: 'fetch',
    silent: true,
  })
  const client = await readFile(join(folder, 'client.ts'), 'utf8')
  await writeFile(join(folder, 'client.ts'), client.replace('// @ts-nocheck', ''))
  await writeFile(join(folder, 'program.ts'), PROGRAM_SOURCE)
  const settings = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--ignoreConfig']
  const target = [
    '--target',
    'es2024',
    '--lib',
    'es2024,dom,dom.iterable',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--types',
    '',
  ]
  const compiled = await promisify(execFile)(
    join(ROOT, 'node_modules/.bin/tsc'),
    [...settings, ...target, join(folder, 'program.ts')],
    { cwd: folder },
  ).catch(({ stdout }: { stdout: string }) => ({ stdout }))
  expect(compiled.stdout).toBe('')
}, 120_000)
