import { beforeAll, expect, it } from 'vitest'
import { createSubmission, SUBMISSION } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const { contactEmail } = SUBMISSION

onEveryDatabase('the assignee of a submission', (app) => {
  let reviewer: Caller
  beforeAll(async () => {
    reviewer = await createSignedInUser(app(), 'reviewer')
  })

  const inject = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, payload?: object) =>
    app().server.inject({ method, url, headers: reviewer.headers, ...(payload && { payload }) })
  const listInbox = async (productName: string) =>
    (await inject('GET', '/api/inbox'))
      .json()
      .data.filter(({ lines }: { lines: string[] }) => lines.join().includes(productName))
  async function createAssigned(productName: string) {
    const created = await createSubmission(app(), { productName })
    await inject('PATCH', `/api/submissions/${created.id}/assignment`, { assignee: reviewer.id })
    return created
  }

  it('is told of a correction', async () => {
    const { id, receipt } = await createAssigned('负责补正')
    const reasons = [{ path: 'website', message: '网址打不开' }]
    const returned = await inject('PATCH', `/api/submissions/${id}/review`, { version: 1, status: 'returned', reasons })
    const body = { provenEmail: contactEmail, returnedAt: returned.json().data.reviewedAt, facts: [] }
    const correction = { ...SUBMISSION, ...body, receipt, productName: '负责补正' }
    expect((await inject('POST', '/api/submissions/correction', correction)).statusCode).toBe(200)
    expect(await listInbox('负责补正')).toMatchObject([{ event: 'assignment.corrected' }])
  })

  it('is told of the first unread message, without its text, until it is read', async () => {
    const { id, receipt } = await createAssigned('负责消息')
    const send = (text: string) => inject('POST', '/api/submissions/messages', { receipt, contactEmail, text })
    await send('请打 13800138000')
    await send('在吗')
    const items = await listInbox('负责消息')
    expect([items, JSON.stringify(items).includes('13800138000')]).toMatchObject([
      [{ event: 'assignment.messaged' }],
      false,
    ])
    await inject('POST', `/api/submissions/${id}/messages/read`)
    await send('还在吗')
    expect(await listInbox('负责消息')).toHaveLength(2)
  })
})
