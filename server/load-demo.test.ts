import { expect, it } from 'vitest'
import { onEveryDatabase } from '#testing/test-app.ts'
import { loadDemo } from './load-demo.ts'

onEveryDatabase('the sample content', (app) => {
  it('is loaded once, its checklists with it', async () => {
    const { database, services, server } = app()
    expect(await loadDemo(database, services)).toBe(true)
    expect(await loadDemo(database, services)).toBe(false)

    const { attachments } = (await services.content.read('evaluation')).document.evaluationTool
    expect(attachments.length).toBeGreaterThan(0)
    for (const { path, size, filename } of attachments) {
      const reply = await server.inject(`/api/download-evaluation-attachment?path=${encodeURIComponent(path)}`)
      expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, size])
      expect(reply.headers['content-disposition']).toContain(encodeURIComponent(filename))
    }
  })
})
