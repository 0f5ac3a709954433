import { describe, expect, it } from 'vitest'
import { compareVersions, findSideWithoutProducts } from './compare-versions.ts'

const createPage = (title: string) => ({ pageInfo: { title } })
const createPageWithProducts = (title: string, ...names: string[]) => ({
  pageInfo: { title },
  products: names.map((name) => ({ name })),
})
const listPaths = ({ changes }: ReturnType<typeof compareVersions>) =>
  changes.map(({ kind, path }) => `${kind} ${path}`)

describe('compareVersions', () => {
  it('lists what a save changed', () => {
    expect(
      listPaths(
        compareVersions(
          createPageWithProducts('旧标题', '智能客服'),
          createPageWithProducts('新标题', '智能客服', '智能质检'),
          'previous',
        ),
      ),
    ).toEqual(['changed pageInfo.title', 'added products.1'])
  })

  it('lists values that the version does not contain as removed', () => {
    expect(listPaths(compareVersions({ ...createPage('旧标题'), extra: 1 }, createPage('旧标题'), 'current'))).toEqual([
      'removed extra',
    ])
  })

  it('keeps the current products if the version has none', () => {
    const { changes, after } = compareVersions(
      createPageWithProducts('新标题', '智能客服'),
      createPage('旧标题'),
      'current',
    )
    expect(changes.map(({ path }) => path)).toEqual(['pageInfo.title'])
    expect(after).toEqual(createPageWithProducts('旧标题', '智能客服'))
  })

  it.each([
    [createPage('旧标题'), createPageWithProducts('新标题', '智能客服')],
    [createPageWithProducts('旧标题', '智能客服'), createPage('新标题')],
  ])('ignores products if one of the two versions has none', (before, version) => {
    expect(listPaths(compareVersions(before, version, 'previous'))).toEqual(['changed pageInfo.title'])
  })
})

describe('findSideWithoutProducts', () => {
  it.each([
    ['version', createPageWithProducts('当前标题', '智能客服'), createPage('旧标题'), undefined],
    [
      'previous',
      createPageWithProducts('当前标题', '智能客服'),
      createPageWithProducts('旧标题'),
      createPage('更旧的标题'),
    ],
    [
      undefined,
      createPageWithProducts('当前标题', '智能客服'),
      createPageWithProducts('旧标题'),
      createPageWithProducts('更旧的标题'),
    ],
    [undefined, createPage('当前标题'), createPage('旧标题'), undefined],
    [undefined, createPageWithProducts('当前标题', '智能客服'), undefined, undefined],
  ])('returns %s as the side without products', (side, document, version, previous) => {
    expect(findSideWithoutProducts(document, version, previous)).toBe(side)
  })
})
