import { describe, expect, it } from 'vitest'
import { SUBMISSION } from '#testing/factories/submissions.ts'
import { AI_PRODUCT_CATEGORIES, DEPLOYMENT_TYPES } from '../vocabulary.ts'
import { SubmissionSchema } from './submission.ts'

/** Lists the errors of a submission, as `field: message`. */
function listIssues(change: object): string[] {
  const parsed = SubmissionSchema.safeParse({ ...SUBMISSION, ...change })
  return (parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

const REQUIRED = [
  ['companyName', '请输入公司名称'],
  ['contactName', '请输入联系人姓名'],
  ['contactEmail', '请输入邮箱地址'],
  ['contactPhone', '请输入联系电话'],
  ['productName', '请输入产品名称'],
  ['productDescription', '请输入产品描述'],
  ['targetUsers', '请输入目标用户'],
  ['keyFeatures', '请输入核心功能'],
  ['deploymentType', '请选择部署方式'],
  ['website', '请输入产品官网'],
  ['agreeToTerms', '请同意服务条款'],
] as const

describe('SubmissionSchema', () => {
  it('accepts a valid submission', () => {
    expect(listIssues({})).toEqual([])
  })

  it('reports all missing fields at once', () => {
    const issues = SubmissionSchema.safeParse({}).error?.issues ?? []
    expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual(REQUIRED)
  })

  describe.each(REQUIRED)('%s', (field, sentence) => {
    it.each([[undefined], [null], [''], [' \u3000\n'], [7], [[]], [{}], [false]])(
      `reports ${sentence} for %j`,
      (value) => {
        // Zod also measures an empty array after rejecting it, and reports the same message again.
        expect(new Set(listIssues({ [field]: value }))).toEqual(new Set([`${field}: ${sentence}`]))
      },
    )
  })

  it.each([
    ['companyName', 200],
    ['contactName', 200],
    ['productName', 200],
    ['productDescription', 20_000],
    ['targetUsers', 2_000],
    ['keyFeatures', 2_000],
    ['additionalInfo', 20_000],
  ])('accepts %s of at most %i characters', (field, max) => {
    expect(listIssues({ [field]: '字'.repeat(max) })).toEqual([])
    expect(listIssues({ [field]: '字'.repeat(max + 1) })).toEqual([`${field}: 最多${max}个字符`])
  })

  it.each([
    [49, ['productDescription: 产品描述至少50个字符']],
    [50, []],
  ])('validates a description of %i characters', (length, issues) => {
    expect(listIssues({ productDescription: '字'.repeat(length) })).toEqual(issues)
  })

  it('does not count spaces around a description', () => {
    expect(listIssues({ productDescription: `${'字'.repeat(49)}     ` })).toEqual([
      'productDescription: 产品描述至少50个字符',
    ])
  })

  it.each(['a@b.cn', 'first.last+tag@sub.example.com', ' padded@example.com ', "o'neil@example.ie"])(
    'accepts the email address %j',
    (contactEmail) => {
      expect(listIssues({ contactEmail })).toEqual([])
    },
  )

  it.each([
    'plain',
    '@example.com',
    'a@',
    'a@b',
    'a b@example.com',
    'a@b@example.com',
    'a@-b.com',
    'a@b..com',
    '王敏@例子.中国',
    'a@b.cn\nbcc: c@d.cn',
    `${'a'.repeat(250)}@b.cn`,
  ])('rejects the email address %j', (contactEmail) => {
    expect(listIssues({ contactEmail })).toEqual(['contactEmail: 请输入有效的邮箱地址'])
  })

  it.each(['没有电话', 'wang@example.com', '123456'])('rejects the phone number %s', (contactPhone) => {
    expect(listIssues({ contactPhone })).toEqual(['contactPhone: 请输入有效的联系电话'])
  })

  it.each(['https://a.cn', 'HTTP://EXAMPLE.COM/', 'https://例子.中国/产品?q=1#a', ' https://a.cn '])(
    'accepts the website %j',
    (website) => {
      expect(listIssues({ website })).toEqual([])
    },
  )

  it.each([
    'example.com',
    'www.example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    'https://',
    'https://localhost',
    'https://user:secret@example.com',
    'https://exa mple.com',
    'https://a.cn\nb',
  ])('rejects the website %j', (website) => {
    expect(listIssues({ website })).toEqual(['website: 请输入有效的网址'])
  })

  it.each(DEPLOYMENT_TYPES)('accepts the deployment type %s', (deploymentType) => {
    expect(listIssues({ deploymentType })).toEqual([])
  })

  it.each(['saas', '公有云', ...AI_PRODUCT_CATEGORIES.slice(0, 1)])('rejects the deployment type %s', (type) => {
    expect(listIssues({ deploymentType: type })).toEqual(['deploymentType: 请选择部署方式'])
  })

  it.each(['true', 1, 'on'])('does not accept %j as agreement', (agreeToTerms) => {
    expect(listIssues({ agreeToTerms })).toEqual(['agreeToTerms: 请同意服务条款'])
  })

  it('drops unknown keys and trims texts', () => {
    const parsed = SubmissionSchema.parse({ ...SUBMISSION, productName: ' 排班助手 ', category: '客服', _id: 'x' })
    expect(parsed).toEqual({ ...SUBMISSION, productName: '排班助手' })
  })
})
