import { expect, it } from 'vitest'
import { FORM_NOTICE_MS } from '#contracts/limits.ts'
import { createTestClock } from '#testing/test-app.ts'
import { createEncryption } from '../encryption.ts'
import { createFlashMessages } from './flash-messages.ts'

const clock = createTestClock()
const createTestMessages = (secret: string) => createFlashMessages({ encryption: createEncryption(secret), clock })
const flashMessages = createTestMessages('a secret for tests alone, 32 letters')

const write = (writer = flashMessages) =>
  writer.write('/submit?x=1', { form: 'submission', message: '已提交', data: { receipt: 'ZJ-1' } }).replace(/#.*/, '')

it('finds a notice in the URL that contains it, and in no URL of another page', () => {
  const url = write()
  expect(url).not.toContain('ZJ-1')
  expect(flashMessages.find('submit', url)).toMatchObject({
    form: 'submission',
    isSuccess: true,
    message: '已提交',
    data: { receipt: 'ZJ-1' },
  })
  expect(flashMessages.find('selection', url)).toBeUndefined()
})

it('ignores an expired notice', () => {
  const url = write()
  clock.advance(FORM_NOTICE_MS - 1)
  expect(flashMessages.find('submit', url)).toBeDefined()
  clock.advance(1)
  expect(flashMessages.find('submit', url)).toBeUndefined()
})

it('ignores a notice encrypted with another secret, and an invalid one', () => {
  expect(
    flashMessages.find('submit', write(createTestMessages('another secret for tests, 32 letters'))),
  ).toBeUndefined()
  for (const text of ['', 'x', 'v1.', 'v1.AAAA', `${write()}A`, '%E0%A4%A'])
    expect(flashMessages.find('submit', `/submit?notice=${text}`)).toBeUndefined()
})
