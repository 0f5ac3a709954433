import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSbom } from './sbom.ts'

const readProjectFile = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
const parseBill = (bill: string): { components: { name: string; 'bom-ref': string }[]; dependencies: Dependency[] } =>
  JSON.parse(bill)
type Dependency = { ref: string; invalidatedBy: string[] }

describe('the bill of materials', () => {
  const bill = parseBill(createSbom(readProjectFile('package-lock.json')))
  const names = bill.components.map(({ name }) => name)

  it('lists runtime dependencies, and no development dependencies', () => {
    const { dependencies, devDependencies } = JSON.parse(readProjectFile('package.json'))
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)))
    expect(names).toContain('find-my-way')
    for (const tool of ['vitest', '@playwright/test', '@biomejs/biome']) {
      expect(devDependencies).toHaveProperty([tool])
      expect(names).not.toContain(tool)
    }
  })

  it('lists each component once, and references only listed components', () => {
    const refs = bill.components.map((component) => component['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    const referenced = new Set(bill.dependencies.flatMap(({ invalidatedBy }) => invalidatedBy))
    expect([...referenced].filter((ref) => !refs.includes(ref))).toEqual([])
    expect(refs.filter((ref) => !referenced.has(ref))).toEqual([])
  })

  it('resolves nested versions, and includes licence and hash but no download URL', () => {
    const lock = {
      name: 'product',
      version: '1.0.0',
      packages: {
        '': { dependencies: { '@a/one': '^1', two: '^1' } },
        'node_modules/@a/one': {
          version: '1.2.3',
          resolved: 'https://mirror.example/one.tgz',
          integrity: 'sha512-AAEC',
          license: 'MIT',
          dependencies: { two: '^2' },
        },
        'node_modules/@a/one/node_modules/two': { version: '2.0.0', license: '(MIT OR Apache-2.0)' },
        'node_modules/two': { version: '1.0.0', optional: true },
        'node_modules/tool': { version: '9.0.0', dev: true },
      },
    }
    const text = createSbom(JSON.stringify(lock))
    expect(text).not.toContain('mirror.example')
    expect(JSON.parse(text)).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'product', version: '1.0.0' } },
      components: [
        {
          purl: 'pkg:npm/%40a/one@1.2.3',
          licenses: [{ license: { id: 'MIT' } }],
          hashes: [{ alg: 'SHA-512', content: '000102' }],
        },
        { purl: 'pkg:npm/two@2.0.0', scope: 'required', licenses: [{ expression: '(MIT OR Apache-2.0)' }] },
        { purl: 'pkg:npm/two@1.0.0', scope: 'optional' },
      ],
      dependencies: [
        { ref: 'pkg:npm/product@1.0.0', invalidatedBy: ['pkg:npm/%40a/one@1.2.3', 'pkg:npm/two@1.0.0'] },
        { ref: 'pkg:npm/%40a/one@1.2.3', invalidatedBy: ['pkg:npm/two@2.0.0'] },
        { ref: 'pkg:npm/two@2.0.0', invalidatedBy: [] },
        { ref: 'pkg:npm/two@1.0.0', invalidatedBy: [] },
      ],
    })
  })
})
