import { describe, expect, it } from 'vitest'
import { REDACTED, redactContacts } from './redact-contacts.ts'

describe('redactContacts', () => {
  it.each([
    { text: '请打13800138000', redacted: `请打${REDACTED}` },
    { text: '电话 010-6552 9988 转801', redacted: `电话 ${REDACTED} 转801` },
    { text: '电话：（010）65529988。', redacted: `电话：${REDACTED}。` },
    { text: '+86 138 0013 8000，下午', redacted: `${REDACTED}，下午` },
    { text: '１３８００１３８０００', redacted: REDACTED },
    { text: '写信到 chen.wei@example.com.cn，谢谢', redacted: `写信到 ${REDACTED}，谢谢` },
    { text: '写信到chen@例子.公司', redacted: `写信到${REDACTED}` },
    { text: '微信 zhang@a-b.cn 或 13800138000', redacted: `微信 ${REDACTED} 或 ${REDACTED}` },
  ])('redacts contacts in $text', ({ text, redacted }) => {
    expect(redactContacts(text)).toBe(redacted)
  })

  it.each([
    '预算 120 万，3 月底前决定',
    '2026年11月21日',
    '2026-11-21前',
    '比较3个产品，约500坐席',
    '@所有人',
    'ISO27001',
    '报告12345678-1234-4234-8234-123456789012已撤回',
    '',
  ])('leaves %j unchanged', (text) => {
    expect(redactContacts(text)).toBe(text)
  })

  it('is fast on long texts of digits and punctuation', () => {
    const began = performance.now()
    for (const part of ['1- ', '((((', 'a@', 'a.', '+1 ']) redactContacts(part.repeat(20_000))
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})
