import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { REQUIRED_SUBMISSION_FIELDS } from '#contracts/rules/completion.ts'
import type { UploadedSubmissionFile } from '#contracts/submissions/submission.ts'
import { DEPLOYMENT_TYPES } from '#contracts/vocabulary.ts'
import { createStoredValue } from '../../stored-value.ts'
import type { SubmissionValues } from './submission-fields.ts'

const DRAFT_LIFETIME_MS = 14 * DAY_MS
/** Shorter than the day for which the server retains uploads that no submission refers to. */
const UPLOAD_LIFETIME_MS = 23 * HOUR_MS

export const DRAFT_FIELDS = [...REQUIRED_SUBMISSION_FIELDS, 'additionalInfo'] as const

/** Checks the structure only; the values are validated by their fields and by the server. */
function isFact(fact: unknown): fact is NonNullable<SubmissionValues['facts']>[number] {
  const { attribute, value, sourceUrl = '' } = Object(fact)
  return typeof attribute === 'string' && value !== undefined && typeof sourceUrl === 'string'
}

/** The form's values as a draft. */
export type Draft = ReturnType<typeof parseDraft>

/** Parses a stored draft, which may be anything. */
function parseDraft(stored: unknown) {
  const fields: Readonly<Record<string, unknown>> = Object(stored)
  const getText = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  return {
    companyName: getText('companyName'),
    contactName: getText('contactName'),
    contactEmail: getText('contactEmail'),
    contactPhone: getText('contactPhone'),
    productName: getText('productName'),
    productDescription: getText('productDescription'),
    targetUsers: getText('targetUsers'),
    keyFeatures: getText('keyFeatures'),
    website: getText('website'),
    additionalInfo: getText('additionalInfo'),
    deploymentType: DEPLOYMENT_TYPES.find((type) => type === fields.deploymentType),
    agreeToTerms: fields.agreeToTerms === true ? (true as const) : undefined,
    facts: [fields.facts ?? []].flat().filter(isFact),
  }
}

const draftStorage = createStoredValue<unknown>('zhijian.submission-draft', DRAFT_LIFETIME_MS)

/** Returns whether the form has any input. */
export const hasContent = ({ agreeToTerms: _, ...texts }: Readonly<Record<string, unknown>>): boolean =>
  Object.values(texts).some((value) =>
    typeof value === 'string' ? value.trim() !== '' : Array.isArray(value) && value.length > 0,
  )

export function readDraft(): Draft | undefined {
  const draft = parseDraft(draftStorage.read())
  return hasContent(draft) ? draft : undefined
}

/** Saves the form's values as a draft; deletes the draft if the form is empty. */
export function saveDraft(values: Readonly<Record<string, unknown>>): void {
  if (hasContent(values)) draftStorage.write(values)
  else draftStorage.clear()
}

/** An uploaded file; images have captions. */
export type UploadedFile = UploadedSubmissionFile & { caption?: string }

/** Creates the storage of the uploaded files of one field. */
function createUploadStorage(key: string) {
  const storage = createStoredValue<UploadedFile[]>(key, UPLOAD_LIFETIME_MS)
  return {
    /** Returns the files of an earlier visit; the server checks whether their keys are still valid. */
    read: (): UploadedFile[] =>
      [storage.read() ?? []].flat().filter((file) => {
        const { key, name, caption = '' } = Object(file)
        return typeof key === 'string' && typeof name === 'string' && typeof caption === 'string'
      }),

    write(uploaded: UploadedFile[]): void {
      if (uploaded.length > 0) storage.write(uploaded)
      else storage.clear()
    },
  }
}
export type UploadStorage = ReturnType<typeof createUploadStorage>

export const FILE_STORAGE = createUploadStorage('zhijian.submission-files')
export const SCREENSHOT_STORAGE = createUploadStorage('zhijian.submission-screenshots')

export function clearDraft(): void {
  draftStorage.clear()
  FILE_STORAGE.write([])
  SCREENSHOT_STORAGE.write([])
}
