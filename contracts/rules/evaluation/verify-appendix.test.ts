import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { findAppendix, isAppendixOf } from './verify-appendix.ts'

const FILE = '{"outcome":"passed"}\n{"outcome":"failed"}\n'
const APPENDIX = { sha256: createHash('sha256').update(FILE).digest('hex'), bytes: FILE.length, trials: 2 }
const toBuffer = (text: string) => new TextEncoder().encode(text).buffer

it('recognizes the appendix of a report, and no file that differs in any byte', async () => {
  expect(await isAppendixOf(APPENDIX, toBuffer(FILE))).toBe(true)
  for (let place = 0; place < FILE.length; place += 1) {
    const changed = `${FILE.slice(0, place)}#${FILE.slice(place + 1)}`
    expect({ place, isSame: await isAppendixOf(APPENDIX, toBuffer(changed)) }).toEqual({ place, isSame: false })
  }
  for (const other of ['', FILE.slice(0, -1), `${FILE}\n`])
    expect(await isAppendixOf(APPENDIX, toBuffer(other))).toBe(false)
})

it.each([
  { case: 'a report with an appendix', data: { runs: { runs: [], appendix: APPENDIX } }, appendix: APPENDIX },
  { case: 'an earlier report', data: { id: 'r' }, appendix: undefined },
  { case: 'a report without a trial', data: { runs: { appendix: null } }, appendix: undefined },
  { case: 'another shape', data: { runs: { appendix: { sha256: 1 } } }, appendix: undefined },
  { case: 'no object', data: 'x', appendix: undefined },
])('finds in $case what it names', ({ data, appendix }) => {
  expect(findAppendix(data)).toEqual(appendix)
})
