import { describe, expect, it } from 'vitest'
import { TEXT } from '../limits.ts'
import { ConsultationSchema, EvaluationServiceRequestSchema } from './lead-request.ts'

const REQUEST = {
  companyName: '某制造集团',
  contactName: '陈女士',
  phone: '010-6552 9988',
  email: 'chen@example.com',
  requirements: '比较三个客服智能体',
}

const listIssues = (request: unknown, schema: typeof ConsultationSchema = ConsultationSchema) =>
  schema.safeParse(request).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

it('requires a valid phone number', () => {
  expect(listIssues({ ...REQUEST, phone: '请发邮件' })).toEqual([['phone', '请输入有效的联系电话']])
})

describe('email', () => {
  it.each(['chen@example.com', "o'neil+crm@mail.example.co.uk", 'a@b.cn'])('accepts %s', (email) => {
    expect(listIssues({ ...REQUEST, email })).toEqual([])
  })

  it.each([
    'chen',
    'chen@',
    '@example.com',
    'chen@localhost',
    'a b@example.com',
    'a@b.cn,c@d.cn',
    `${'a'.repeat(250)}@b.cn`,
  ])('rejects %s', (email) => {
    expect(listIssues({ ...REQUEST, email })).toEqual([['email', '请输入有效的邮箱地址']])
  })
})

describe('all fields', () => {
  const EMPTY = [
    ['companyName', '请输入公司名称'],
    ['contactName', '请输入联系人姓名'],
    ['phone', '请输入联系电话'],
    ['email', '请输入邮箱地址'],
    ['requirements', '请输入需求描述'],
  ]

  it.each([
    { case: 'absent', request: {} },
    { case: 'empty', request: { companyName: '', contactName: '', phone: '', email: '', requirements: '' } },
    { case: 'blank', request: { companyName: ' ', contactName: '\t', phone: '　', email: '\n', requirements: ' \n ' } },
    { case: 'null', request: { companyName: null, contactName: null, phone: null, email: null, requirements: null } },
    {
      case: 'of another type',
      request: { companyName: 1, contactName: false, phone: 13_800_138_000, email: {}, requirements: true },
    },
  ])('reports an error for every field that is $case', ({ request }) => {
    expect(listIssues(request)).toEqual(EMPTY)
  })

  it('requires a product in an evaluation request', () => {
    expect(listIssues({}, EvaluationServiceRequestSchema)).toEqual([...EMPTY, ['productName', '请输入产品名称']])
  })

  it.each([
    ['companyName', TEXT.line],
    ['contactName', TEXT.line],
    ['requirements', TEXT.paragraph],
  ])('accepts %s up to its limit, and nothing longer', (field, limit) => {
    expect(listIssues({ ...REQUEST, [field]: '字'.repeat(limit) })).toEqual([])
    expect(listIssues({ ...REQUEST, [field]: '𠮷'.repeat(limit) })).toEqual([])
    expect(listIssues({ ...REQUEST, [field]: '字'.repeat(limit + 1) })).toEqual([[field, `最多${limit}个字符`]])
  })
})

it('trims texts and drops unknown keys', () => {
  expect(ConsultationSchema.parse({ ...REQUEST, companyName: ' 某制造集团 ', status: 'completed' })).toEqual(REQUEST)
})

it('normalizes a full-width email address', () => {
  expect(ConsultationSchema.parse({ ...REQUEST, email: ' ｃｈｅｎ＠ｅｘａｍｐｌｅ．ｃｏｍ ' }).email).toBe(
    'chen@example.com',
  )
})
