import type { z } from 'zod'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import type { SubmissionFormSchema } from '#contracts/submissions/submission.ts'

/** The form's values: the input of its schema before validation. */
export type SubmissionValues = z.input<typeof SubmissionFormSchema>
type TextField = Exclude<keyof SubmissionValues, 'deploymentType' | 'agreeToTerms' | 'facts'>

export type TextFieldConfig = {
  name: TextField
  /** The number of lines of a multi-line text; omitted for a single line. */
  rows?: number
  type?: 'email' | 'tel' | 'url'
  autoComplete?: string
  hint?: string
  isOptional?: boolean
  isWide?: boolean
}

export const COMPANY_FIELDS: readonly TextFieldConfig[] = [
  { name: 'companyName', autoComplete: 'organization' },
  { name: 'contactName', autoComplete: 'name' },
  { name: 'contactEmail', type: 'email', autoComplete: 'email', hint: '查询审核状态时需要填写此邮箱' },
  { name: 'contactPhone', type: 'tel', autoComplete: 'tel' },
]

export const PRODUCT_NAME: TextFieldConfig = { name: 'productName', isWide: true }
export const DESCRIPTION: TextFieldConfig = { name: 'productDescription', rows: 6, isWide: true }
export const AUDIENCE_FIELDS: readonly TextFieldConfig[] = [
  { name: 'targetUsers', rows: 3, hint: '多项之间用顿号、逗号或换行分隔' },
  { name: 'keyFeatures', rows: 3, hint: '多项之间用顿号、逗号或换行分隔' },
]
export const WEBSITE: TextFieldConfig = {
  name: 'website',
  type: 'url',
  autoComplete: 'url',
  hint: '请填写以 http:// 或 https:// 开头的完整网址',
}
export const ADDITIONAL_INFO: TextFieldConfig = { name: 'additionalInfo', rows: 3, isOptional: true, isWide: true }

/** The fields that can show server errors. */
export const FIELD_NAMES = Object.keys(SUBMISSION_LABELS) as (keyof SubmissionValues)[]
