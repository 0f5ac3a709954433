import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const TEXT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
/** A path relative to the root, formatted as code. */
const PATH = /`((?:contracts|server|web|demo|testing|docs)\/[\w./-]*|[\w.-]+\.(?:grit|json))`/g
const STATES = ['met', 'not applicable', 'not met']
/** The number of level 1 and 2 requirements in each chapter of ASVS 5.0. */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

type Row = { id: string; level: string; title: string; state: string; reason: string; test: string }

const rows: Row[] = TEXT.split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [id = '', level = '', title = '', state = '', reason = '', test = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim())
    return { id, level, title, state, reason, test }
  })
const listIds = (state: string) => rows.filter((row) => row.state === state).map(({ id }) => id)

/** Returns the anchor of a heading on GitHub. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

describe('docs/security.md', () => {
  it('has every requirement of levels 1 and 2 once', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    const counts = CHAPTERS.map((_, index) => rows.filter(({ id }) => id.startsWith(`${index + 1}.`)).length)
    expect(counts).toEqual(CHAPTERS)
  })

  it('contains a level, a title, a valid state and a reason for each requirement', () => {
    const isIncomplete = ({ level, title, state, reason }: Row) =>
      !/^[12]$/.test(level) || title === '' || !STATES.includes(state) || reason === ''
    expect(rows.filter(isIncomplete)).toEqual([])
  })

  it('names a test for each requirement that is met', () => {
    const untested = rows.filter(({ state, test }) => state === 'met' && !/`[\w./-]+\.(?:test|spec)\.tsx?`/.test(test))
    expect(untested).toEqual([])
  })

  it('contains correct totals', () => {
    const [, ...counts] = /Of (\d+) requirements, (\d+) are met, (\d+) don't apply, (\d+) are not met/.exec(TEXT) ?? []
    expect(counts.map(Number)).toEqual([rows.length, ...STATES.map((state) => listIds(state).length)])
  })

  it('contains only existing paths', () => {
    const paths = [...TEXT.matchAll(PATH)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(200)
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('links only to existing sections', () => {
    const broken = [...TEXT.matchAll(/\]\(((?:[\w./-]+\.md)?)#([\w-]+)\)/g)].filter(([, file = '', anchor]) => {
      const text = file === '' ? TEXT : readFileSync(join(ROOT, 'docs', file), 'utf8')
      return ![...text.matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => toAnchor(heading) === anchor)
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })
})
