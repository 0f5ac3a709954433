import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** A path relative to the root, formatted as code; patterns such as `<area>` or `…` don't match. */
const PATH = /`((?:(?:contracts|server|web|demo|testing|docs)\/[\w./-]*|[\w.-]+\.(?:grit|json)))`/g

describe.each(['docs/architecture.md', 'docs/contributing.md'])('%s', (document) => {
  const paths = [...readFileSync(join(ROOT, document), 'utf8').matchAll(PATH)].map(([, path = '']) => path)

  it('contains paths of the repository', () => {
    expect(paths.length).toBeGreaterThan(10)
  })

  it('contains only existing paths', () => {
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })
})
