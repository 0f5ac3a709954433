import { describe, expect, it } from 'vitest'
import { compareVersions, findSideWithoutProducts } from './compare-versions.ts'

const page = (title: string) => ({ pageInfo: { title } })
const withProducts = (title: string, ...names: string[]) => ({
  pageInfo: { title },
  products: names.map((name) => ({ name })),
})
const listPaths = ({ changes }: ReturnType<typeof compareVersions>) =>
  changes.map(({ kind, path }) => `${kind} ${path}`)

describe('compareVersions', () => {
  it('lists what a save changed', () => {
    expect(listPaths(compareVersions(withProducts('旧', '甲'), withProducts('新', '甲', '乙'), 'previous'))).toEqual([
      'changed pageInfo.title',
      'added products.1',
    ])
  })

  it('lists values that the version does not contain as removed', () => {
    expect(listPaths(compareVersions({ ...page('旧'), extra: 1 }, page('旧'), 'current'))).toEqual(['removed extra'])
  })

  it('keeps the current products if the version has none', () => {
    const { changes, after } = compareVersions(withProducts('新', '甲'), page('旧'), 'current')
    expect(changes.map(({ path }) => path)).toEqual(['pageInfo.title'])
    expect(after).toEqual(withProducts('旧', '甲'))
  })

  it.each([
    [page('旧'), withProducts('新', '甲')],
    [withProducts('旧', '甲'), page('新')],
  ])('ignores products if one of the two versions has none', (before, version) => {
    expect(listPaths(compareVersions(before, version, 'previous'))).toEqual(['changed pageInfo.title'])
  })
})

describe('findSideWithoutProducts', () => {
  it.each([
    ['version', withProducts('今', '甲'), page('旧'), undefined],
    ['previous', withProducts('今', '甲'), withProducts('旧'), page('更旧')],
    [undefined, withProducts('今', '甲'), withProducts('旧'), withProducts('更旧')],
    [undefined, page('今'), page('旧'), undefined],
    [undefined, withProducts('今', '甲'), undefined, undefined],
  ])('returns %s as the side without products', (side, document, version, previous) => {
    expect(findSideWithoutProducts(document, version, previous)).toBe(side)
  })
})
