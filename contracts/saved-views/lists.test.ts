import { describe, expect, it } from 'vitest'
import { ADMIN_SCREENS } from '../admin-pages.ts'
import { toViewQuery, VIEWED_LISTS } from './lists.ts'

describe('toViewQuery', () => {
  it('is the same for addresses that show the same', () => {
    const query = 'search=%E5%8C%97%E4%BA%AC&status=new'
    expect(toViewQuery('leads', '?status=new&search=北京&page=2&lead=7')).toBe(query)
    expect(toViewQuery('leads', query)).toBe(query)
    expect(toViewQuery('leads', '?search=&kind=')).toBe('')
  })
})

it.each(Object.entries(VIEWED_LISTS))('names parameters that the screen of %s has', (name, { parameters }) => {
  const screens: Readonly<Record<string, { parameters: object; filters: readonly string[] }>> = ADMIN_SCREENS
  const screen = screens[name]
  const known = [...Object.keys(screen?.parameters ?? {}), ...(screen?.filters ?? [])]
  expect(known).toEqual(expect.arrayContaining([...parameters]))
  expect(parameters).not.toContain('page')
})
