import { expect, it } from 'vitest'
import { forgetFailedLoads, loadPage, type Route } from './routes.ts'

it('asks for a page that can’t be had once, however often it is drawn, until that is forgotten', async () => {
  let asked = 0
  const route: Route = {
    module: '',
    async load() {
      asked += 1
      throw new TypeError('no network')
    },
  }
  const first = loadPage(route)
  await expect(first).rejects.toThrow('no network')
  expect(loadPage(route)).toBe(first)
  expect(asked).toBe(1)
  forgetFailedLoads()
  await expect(loadPage(route)).rejects.toThrow('no network')
  expect(asked).toBe(2)
})
