import { expect, it } from 'vitest'
import { describeAlarmTest } from './alarm.ts'

const DELIVERED = { isDelivered: true, message: '' }
const FAILED = { isDelivered: false, message: '对方没有及时应答' }

it.each([
  { mails: 1, webhook: null, headline: '测试告警已发出' },
  { mails: 0, webhook: DELIVERED, headline: '测试告警已发出' },
  { mails: 1, webhook: FAILED, headline: '测试告警只发出了邮件，Webhook没有送达' },
  { mails: 0, webhook: FAILED, headline: '测试告警没有送达' },
  { mails: 0, webhook: null, headline: '没有发出测试告警：没有可以接收的邮箱或地址' },
])('says of $mails mails and the webhook $webhook: $headline', ({ headline, ...outcome }) => {
  expect(describeAlarmTest(outcome)).toBe(headline)
})
