import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** A path from the root, written as code: in one of the rooms, or a file of the root. Patterns (`<area>`, `…`) are none. */
const PATH = /`((?:(?:contracts|server|web|demo|testing|docs)\/[\w./-]*|[\w.-]+\.(?:grit|json)))`/g

describe.each(['docs/architecture.md', 'docs/contributing.md'])('%s', (document) => {
  const paths = [...readFileSync(join(ROOT, document), 'utf8').matchAll(PATH)].map(([, path = '']) => path)

  it('names paths of the repository', () => {
    expect(paths.length).toBeGreaterThan(10)
  })

  it('names no path that is not there', () => {
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })
})
