import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const DOCS = join(ROOT, 'docs')
const TEXT = readFileSync(join(DOCS, 'security.md'), 'utf8')
/** The number of level 1 and 2 requirements in each chapter of ASVS 5.0. */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]
const LEVEL_1_COUNT = 70
const TEST_FILE = /\.(?:test|spec)\.tsx?$/

/** Returns the rows below a heading, each as its cells. */
const listRows = (heading: string): string[][] => {
  const [, section = ''] = TEXT.split(`\n${heading}\n`)
  return (section.split(/\n#+ /)[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}
/** Returns the ids of requirements in a text, those of level 1 in bold. */
const listIds = (text: string): string[] => text.match(/(?:\*\*)?\b\d+\.\d+\.\d+\b(?:\*\*)?/g) ?? []
const listLinks = (text: string): string[] => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)

const unmet = listRows('### Not met').map(([id = '']) => id)
const inapplicable = listRows('### Not applicable').flatMap(([, ids = '']) => listIds(ids))
const documented = listRows('### Met by this document').flatMap(([, ids = '']) => listIds(ids))
const metRows = listRows('### Met')
  .map(([id = '', title = '', reason = '', test = '']) => ({ id, title, reason, test }))
  .filter(({ id }) => id !== '')
const met = [...documented, ...metRows.map(({ id }) => id)]
const all = [...met, ...inapplicable, ...unmet]

/** Returns the anchor of a heading on GitHub. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

describe('docs/security.md', () => {
  it('has every requirement of levels 1 and 2 once', () => {
    const plain = all.map((id) => id.replaceAll('*', ''))
    expect(new Set(plain).size).toBe(plain.length)
    const counts = CHAPTERS.map((_, index) => plain.filter((id) => id.startsWith(`${index + 1}.`)).length)
    expect(counts).toEqual(CHAPTERS)
    expect(all.filter((id) => id.startsWith('**')).length).toBe(LEVEL_1_COUNT)
  })

  it('contains a title and what holds it for each requirement that is met, and a test or a dash', () => {
    const isIncomplete = ({ title, reason, test }: (typeof metRows)[number]) =>
      title === '' || reason === '' || !(test === '—' || listLinks(test).every((path) => TEST_FILE.test(path)))
    expect(metRows.filter(isIncomplete)).toEqual([])
  })

  it('names a test for each threat', () => {
    const untested = listRows('## Threats').filter(
      ([, , , test = '']) => !listLinks(test).some((path) => TEST_FILE.test(path)),
    )
    expect(untested).toEqual([])
    expect(listRows('## Threats').length).toBeGreaterThan(20)
  })

  it('contains correct totals', () => {
    const [, ...counts] = /Of (\d+) requirements, (\d+) are met, (\d+) don't apply, (\d+) are not met/.exec(TEXT) ?? []
    expect(counts.map(Number)).toEqual([all.length, met.length, inapplicable.length, unmet.length])
  })

  it('links only to existing files', () => {
    const files = listLinks(TEXT)
      .map((target) => target.split('#')[0] ?? '')
      .filter((file) => file !== '')
    expect(files.length).toBeGreaterThan(200)
    expect(files.filter((file) => !existsSync(join(DOCS, file)))).toEqual([])
  })

  it('links only to existing sections', () => {
    const broken = [...TEXT.matchAll(/\]\(((?:[\w./-]+\.md)?)#([\w-]+)\)/g)].filter(([, file = '', anchor]) => {
      const text = file === '' ? TEXT : readFileSync(join(DOCS, file), 'utf8')
      return ![...text.matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => toAnchor(heading) === anchor)
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })
})
