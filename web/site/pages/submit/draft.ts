import { REQUIRED_SUBMISSION_FIELDS } from '#contracts/rules/completion.ts'
import type { UploadedSubmissionFile } from '#contracts/submissions/submission.ts'
import { DEPLOYMENT_TYPES } from '#contracts/vocabulary.ts'
import { createLocalCopy } from '../../local-copy.ts'

const LIFETIME_MS = 14 * 24 * 60 * 60 * 1000

export const DRAFT_FIELDS = [...REQUIRED_SUBMISSION_FIELDS, 'additionalInfo'] as const

/** A half-filled form as it was kept. */
export type Draft = ReturnType<typeof parseDraft>

/** Storage is anybody's to write: nothing in it is trusted to be there, or to be what it was. */
function parseDraft(evaluation: unknown) {
  const match: Readonly<Record<string, unknown>> = Object(evaluation)
  const getText = (name: string) => (typeof match[name] === 'string' ? match[name] : '')
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
    deploymentType: DEPLOYMENT_TYPES.find((type) => type === match.deploymentType),
    agreeToTerms: match.agreeToTerms === true ? (true as const) : undefined,
  }
}

const copy = createLocalCopy<unknown>('zhijian.submission-draft', LIFETIME_MS)

/** Returns whether anything was typed that would be a pity to lose. */
export const hasContent = ({ agreeToTerms: _, ...texts }: Readonly<Record<string, unknown>>): boolean =>
  Object.values(texts).some((getText) => typeof getText === 'string' && getText.trim() !== '')

export function readDraft(): Draft | undefined {
  const evaluation = parseDraft(copy.read())
  return hasContent(evaluation) ? evaluation : undefined
}

/** Keeps what the form holds; a form that holds nothing is no draft. */
export function saveDraft(values: Readonly<Record<string, unknown>>): void {
  if (hasContent(values)) copy.write(values)
  else copy.clear()
}

/** The uploaded files of the form; the server keeps them for a day. */
const uploadedCopy = createLocalCopy<UploadedSubmissionFile[]>('zhijian.submission-files', 23 * 60 * 60 * 1000)

/** Returns what an earlier visit has uploaded; the server knows whose key is good. */
export const loadUploads = (): UploadedSubmissionFile[] =>
  [uploadedCopy.read() ?? []].flat().filter((evaluation) => {
    const { key, name } = Object(evaluation)
    return typeof key === 'string' && typeof name === 'string'
  })

export function saveUploads(uploaded: UploadedSubmissionFile[]): void {
  if (uploaded.length > 0) uploadedCopy.write(uploaded)
  else uploadedCopy.clear()
}

export function clearDraft(): void {
  copy.clear()
  uploadedCopy.clear()
}
