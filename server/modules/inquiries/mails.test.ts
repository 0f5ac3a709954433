import { expect, it } from 'vitest'
import { createInvitationMail, createNotice, createOwnerNotice, type Notice, type OwnerNotice } from './mails.ts'

const INQUIRY = {
  title: '客服智能体征询',
  deadline: '2026-12-11T09:00:00.000Z',
  askerName: '某集团',
  productName: '甲智能体',
  siteName: '智鉴',
}
const WITH_LINK: readonly Notice[] = [
  'addendum',
  'clarification',
  'submitted',
  'opener',
  'opened',
  'selected',
  'notSelected',
  'closed',
]
/** Those after which the link of the invitation doesn't work any more. */
const WITHOUT_LINK: readonly Notice[] = ['revoked', 'ended', 'cancelled']
const NOTICES: readonly Notice[] = [...WITH_LINK, ...WITHOUT_LINK]
const OWNER_NOTICES: readonly OwnerNotice[] = ['question', 'confirmAsOwner', 'confirmAsOpener', 'opened']

it('tells vendors in every mail why it came, and how to get no more', () => {
  const mails = [
    createInvitationMail(INQUIRY, 'https://zhijian.test/answering#token'),
    ...NOTICES.map((notice) => createNotice(notice, INQUIRY, '说明')),
  ]
  for (const { html, subject } of mails) {
    expect(html, subject).toContain('您收到这封邮件，是因为有人在“智鉴”把这个邮箱填作“甲智能体”的厂商联系方式')
    expect(html, subject).toMatch(/不想再收到任何征询邮件|不再给您寄邮件/)
  }
})

it('points vendors to the link of the invitation only while it works', () => {
  const hasHint = (notice: Notice) => createNotice(notice, INQUIRY, '').html.includes('请打开邀请邮件中的链接')
  expect(NOTICES.filter(hasHint)).toEqual(WITH_LINK)
})

it('tells those who ask in every mail why it came, and when no more come', () => {
  for (const notice of OWNER_NOTICES) {
    const context = { id: 'i', title: INQUIRY.title, publicUrl: 'https://zhijian.test', siteName: '智鉴', note: '' }
    const { html } = createOwnerNotice(notice, context)
    expect(html, notice).toContain('您收到这封邮件，是因为在“智鉴”')
    expect(html, notice).toContain('不再寄给您')
  }
})
