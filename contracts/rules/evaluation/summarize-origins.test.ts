import { expect, it } from 'vitest'
import { summarizeOrigins } from './summarize-origins.ts'

const ORIGIN = { bank: 'b', title: '知识库问答', version: 1, hash: 'h1', task: 'q', taskHash: 't', isEdited: false }

it('counts the tasks of each version of a bank, and those that were edited', () => {
  const origins = [null, ORIGIN, { ...ORIGIN, isEdited: true }, { ...ORIGIN, version: 2, hash: 'h2' }]
  expect(summarizeOrigins(origins.map((origin) => ({ origin })))).toEqual([
    { title: '知识库问答', version: 1, hash: 'h1', tasks: 2, edited: 1 },
    { title: '知识库问答', version: 2, hash: 'h2', tasks: 1, edited: 0 },
  ])
})
