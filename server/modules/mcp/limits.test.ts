import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '#server/app.ts'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import { testConfig } from '#testing/test-app.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

it('counts analyses of both protocols together, and apart from the tools that only read', async () => {
  const database = await openSqliteDatabase(':memory:')
  const { server } = await createApp({ config: testConfig({ RATE_LIMITS: 'on' }), database, servePages: false })
  onTestFinished(async () => {
    await server.close()
    await database.close()
  })
  const post = async (url: string, payload: object, remoteAddress = '10.0.0.1') =>
    (await server.inject({ method: 'POST', url, headers: JSON_TYPE, payload, remoteAddress })).statusCode
  const callTool = (name: string, remoteAddress?: string) =>
    post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }, remoteAddress)

  for (let count = 0; count < 20; count += 1) {
    expect(await callTool('analyse_evaluation')).toBe(200)
    expect(await post('/api/evaluation/analysis', {})).toBe(400)
    expect(await post('/api/evaluation/trials', {})).toBe(400)
  }
  expect(await callTool('analyse_evaluation')).toBe(429)
  expect(await post('/api/evaluation/analysis', {})).toBe(429)
  expect(await callTool('get_method')).toBe(200)
  expect(await callTool('analyse_evaluation', '10.0.0.2')).toBe(200)
})
