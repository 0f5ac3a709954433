import { expect, it } from 'vitest'
import { clearFailedLoads, loadPage, type Route } from './routes.ts'

it('asks for a page that can’t be had once, however often it is drawn, until that is forgotten', async () => {
  let createCase = 0
  const route: Route = {
    module: '',
    async load() {
      createCase += 1
      throw new TypeError('no network')
    },
  }
  const first = loadPage(route)
  await expect(first).rejects.toThrow('no network')
  expect(loadPage(route)).toBe(first)
  expect(createCase).toBe(1)
  clearFailedLoads()
  await expect(loadPage(route)).rejects.toThrow('no network')
  expect(createCase).toBe(2)
})
