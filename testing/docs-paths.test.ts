import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** A path relative to the root, formatted as code; patterns such as `<area>` or `…` don't match. */
const PATH = /`((?:(?:contracts|server|web|demo|testing|docs)\/[\w./-]*|[\w.-]+\.(?:grit|json)))`/g
const DECISION_MAX_WORDS = 150

const read = (document: string) => readFileSync(join(ROOT, document), 'utf8')
const listPaths = (document: string) => [...read(document).matchAll(PATH)].map(([, path = '']) => path)
const listMissingPaths = (document: string) => listPaths(document).filter((path) => !existsSync(join(ROOT, path)))

describe.each(['docs/architecture.md', 'docs/contributing.md'])('%s', (document) => {
  it('contains paths of the repository', () => {
    expect(listPaths(document).length).toBeGreaterThan(10)
  })

  it('contains only existing paths', () => {
    expect(listMissingPaths(document)).toEqual([])
  })
})

describe('the decision records', () => {
  const records = readdirSync(join(ROOT, 'docs/decisions')).map((name) => `docs/decisions/${name}`)

  it('contain only existing paths', () => {
    expect(records.flatMap((record) => listMissingPaths(record).map((path) => ({ record, path })))).toEqual([])
  })

  it(`have at most ${DECISION_MAX_WORDS} words each`, () => {
    const lengths = records.map((record) => ({ record, words: read(record).trim().split(/\s+/).length }))
    expect(lengths.filter(({ words }) => words > DECISION_MAX_WORDS)).toEqual([])
  })
})
