import { describe, expect, it } from 'vitest'
import { listDraftChanges } from './draft-changes.ts'

const base = { title: '旧标题', company: '旧厂商', tags: [{ name: '开源' }] }
const createDraft = (value: typeof base) => ({ loaded: { value: base, version: 3 }, value, text: null })
const listPaths = (value: typeof base, current: typeof base) =>
  listDraftChanges(createDraft(value), current).map(({ path, before, after }) => [path, before, after])

describe('listDraftChanges', () => {
  it('lists the edits of the draft', () => {
    expect(listPaths({ ...base, title: '草稿的标题' }, base)).toEqual([['title', '旧标题', '草稿的标题']])
  })
  it('omits what others have saved since', () => {
    const current = { ...base, company: '新厂商', tags: [{ name: '开源' }, { name: '私有部署' }] }
    expect(listPaths({ ...base, title: '草稿的标题' }, current)).toEqual([['title', '旧标题', '草稿的标题']])
  })
  it('compares with the current value', () => {
    expect(listPaths({ ...base, title: '草稿的标题' }, { ...base, title: '别人的标题' })).toEqual([
      ['title', '别人的标题', '草稿的标题'],
    ])
  })
  it('lists nothing if the same value was saved since', () => {
    const saved = { ...base, title: '草稿的标题' }
    expect(listPaths(saved, { ...saved, company: '新厂商' })).toEqual([])
  })
})
