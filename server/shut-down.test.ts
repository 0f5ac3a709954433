import { expect, it } from 'vitest'
import { closeWithinLimit, shutDown } from './shut-down.ts'

/** Runs a shutdown to its exit. Returns the exit code and the warnings. */
async function run(steps: () => Promise<void>) {
  const warnings: string[] = []
  const code = await new Promise<number>((exit) => {
    void shutDown(steps, { timeoutMs: 50, warn: (line) => warnings.push(line), exit })
  })
  return { code, warnings }
}

it.each([
  { title: 'with 0 if all steps finish', steps: async () => {}, code: 0, warnings: [] },
  {
    title: 'with 1 and a warning if a step takes too long',
    steps: () => new Promise<void>(() => {}),
    code: 1,
    warnings: ['停止超时：0.05 秒内没有完成，已强行退出'],
  },
  {
    title: 'with 1 and a warning if a step fails',
    steps: () => Promise.reject(new Error('disk I/O error')),
    code: 1,
    warnings: ['停止时出错：disk I/O error'],
  },
])('exits $title', async ({ steps, code, warnings }) => {
  expect(await run(steps)).toEqual({ code, warnings })
})

it('cuts off requests that do not finish in time, with a warning', async () => {
  const warnings: string[] = []
  const requests = Promise.withResolvers<void>()
  const app = { server: { closeAllConnections: () => requests.resolve() }, close: () => requests.promise }
  await closeWithinLimit(app, { timeoutMs: 50, warn: (line) => warnings.push(line) })
  expect(warnings).toEqual(['停止时仍有请求没有完成，0.05 秒后已中断'])
})
