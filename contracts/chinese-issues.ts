import { z } from 'zod'

const TYPE_LABELS: Record<string, string> = {
  string: '文本',
  number: '数字',
  int: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  record: '对象',
  nan: '数字',
  date: '日期',
}

const formatBound = (origin: string, limit: number | bigint, bound: '至少' | '最多') => {
  if (origin === 'string') return `${bound}${limit}个字符`
  if (origin === 'array') return `${bound}${limit}项`
  return bound === '至少' ? `不能小于${limit}` : `不能大于${limit}`
}

/** Formats the allowed values, without '', which means "any" in filters. */
const formatChoices = (values: readonly unknown[]) =>
  `只能是：${values
    .map(String)
    .filter((value) => value !== '')
    .join('、')}`

/**
 * Returns the default message for a text that is too long. A schema with a custom error has to pass it explicitly,
 * since Zod would otherwise use the custom error for every check.
 */
export const tooLongMessage = (characters: number): string => formatBound('string', characters, '最多')

/** The message for a required part that is missing. */
export const MISSING_MESSAGE = '缺少此项'

/** Returns the Chinese message for a Zod issue whose schema defines none, without the field's name. */
function describeIssueInChinese(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? MISSING_MESSAGE : `应为${TYPE_LABELS[issue.expected] ?? '其他类型'}`
    case 'too_small':
      if (issue.inclusive === false) return `须大于${issue.minimum}`
      return formatBound(issue.origin, issue.minimum, '至少')
    case 'too_big':
      if (issue.inclusive === false) return `须小于${issue.maximum}`
      return formatBound(issue.origin, issue.maximum, '最多')
    case 'invalid_value':
      return formatChoices(issue.values)
    case 'invalid_union':
      return Array.isArray(issue.options) ? formatChoices(issue.options) : '格式不正确'
    case 'not_multiple_of':
      return `应为${issue.divisor}的整数倍`
    case 'unrecognized_keys':
      return `不认识的字段：${issue.keys.join('、')}`
    default:
      return '格式不正确'
  }
}

z.config({ customError: describeIssueInChinese })
