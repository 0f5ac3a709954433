import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConnectionsFile } from './connections-file.ts'

/** Reads a file with a content, and variables of the environment. */
async function read(content: string, environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'agents.yaml')
  await writeFile(path, content)
  return readConnectionsFile(path, environment)
}

const withConnection = (lines: string) =>
  `connections:\n  甲:\n    kind: openai\n    url: http://10.0.0.5:8000/v1\n${lines}`

describe('a file of connections', () => {
  it('has the fields of a connection, with keys as texts or from the environment', async () => {
    const lines = '    secret: { env: KEY }\n    headers: { X-Tenant: { env: TENANT }, X-Team: blue }\n'
    const connections = await read(withConnection(lines), { KEY: 'sk-secret', TENANT: 'one' })
    expect(connections.get('甲')).toMatchObject({
      kind: 'openai',
      url: 'http://10.0.0.5:8000/v1',
      secret: 'sk-secret',
      headers: { 'X-Tenant': 'one', 'X-Team': 'blue' },
      maxConcurrency: 5,
    })
  })

  it.each<[string, string, string]>([
    ['a field of a wrong value', withConnection('    maxConcurrency: 0\n'), 'connections.甲.maxConcurrency：不能小于1'],
    ['a misspelled field', withConnection('    modle: m\n'), 'connections.甲：不认识的字段：modle'],
    ['a variable that isn’t set', withConnection('    secret: { env: KEY }\n'), 'connections.甲.secret'],
    ['a connection that is none', 'connections: { 甲: 1 }', 'connections.甲'],
    ['a list', '- 甲', '应有 connections'],
    ['what isn’t YAML', 'connections: [', '不是有效的YAML'],
    ['an alias, which could explode', 'a: &a 1\nconnections: { 甲: *a }', '不是有效的YAML'],
  ])('is refused for %s, with the place', async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message)
  })

  it('is refused if it can’t be read', async () => {
    await expect(readConnectionsFile('/no/such/file.yaml', {})).rejects.toThrow('读不到 /no/such/file.yaml')
  })
})
