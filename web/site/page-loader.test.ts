import { expect, it } from 'vitest'
import { clearFailedLoads, loadPage } from './page-loader.ts'
import type { Route } from './routes.ts'

it('requests a page that fails to load once, however often it is rendered, until failures are cleared', async () => {
  let loadCount = 0
  const route: Route = {
    async load() {
      loadCount += 1
      throw new TypeError('no network')
    },
  }
  const first = loadPage(route)
  await expect(first).rejects.toThrow('no network')
  expect(loadPage(route)).toBe(first)
  expect(loadCount).toBe(1)
  clearFailedLoads()
  await expect(loadPage(route)).rejects.toThrow('no network')
  expect(loadCount).toBe(2)
})
