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

  /** Sends a request, by default as a vendor, who has no account, and expects it to succeed. */
  async function send(
    method: 'GET' | 'POST' | 'PATCH',
    url: string,
    { as, payload }: { as?: Caller; payload?: object } = {},
  ) {
    const reply = await app().server.inject({
      method,
      url,
      ...(as && { headers: as.headers }),
      ...(payload && { payload }),
    })
    expect(reply.statusCode, reply.body).toBeLessThan(300)
    return reply
  }
  const listInbox = async (productName: string) =>
    (await send('GET', '/api/inbox', { as: reviewer }))
      .json()
      .data.filter(({ lines }: { lines: string[] }) => lines.join().includes(productName))
  async function createAssigned(productName: string) {
    const created = await createSubmission(app(), { productName })
    await send('PATCH', `/api/submissions/${created.id}/assignment`, {
      as: reviewer,
      payload: { assignee: reviewer.id },
    })
    return created
  }

  it('is told of a correction', async () => {
    const { id, receipt } = await createAssigned('负责补正')
    const reasons = [{ path: 'website', message: '网址打不开' }]
    const returned = await send('PATCH', `/api/submissions/${id}/review`, {
      as: reviewer,
      payload: { version: 1, status: 'returned', reasons },
    })
    const correction = {
      ...SUBMISSION,
      provenEmail: contactEmail,
      returnedAt: returned.json().data.reviewedAt,
      facts: [],
      receipt,
      productName: '负责补正',
    }
    await send('POST', '/api/submissions/correction', { payload: correction })
    expect(await listInbox('负责补正')).toMatchObject([{ event: 'assignment.corrected' }])
  })

  it('is told of the first unread message, without its text, until it is read', async () => {
    const { id, receipt } = await createAssigned('负责消息')
    const sendMessage = (text: string) =>
      send('POST', '/api/submissions/messages', { payload: { receipt, contactEmail, text } })
    await sendMessage('请打 13800138000')
    await sendMessage('在吗')
    const items = await listInbox('负责消息')
    expect(items).toMatchObject([{ event: 'assignment.messaged' }])
    expect(JSON.stringify(items)).not.toContain('13800138000')
    await send('POST', `/api/submissions/${id}/messages/read`, { as: reviewer })
    await sendMessage('还在吗')
    expect(await listInbox('负责消息')).toHaveLength(2)
  })
})
