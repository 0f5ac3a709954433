import { REQUIRED_SUBMISSION_FIELDS } from '#contracts/rules/completion.ts'
import type { UploadedSubmissionFile } from '#contracts/submissions/submission.ts'
import { DEPLOYMENT_TYPES } from '#contracts/vocabulary.ts'
import { createLocalCopy } from '../../local-copy.ts'

const LIFETIME_MS = 14 * 24 * 60 * 60 * 1000

export const DRAFT_FIELDS = [...REQUIRED_SUBMISSION_FIELDS, 'additionalInfo'] as const

/** A half-filled form as it was kept. */
export type Draft = ReturnType<typeof asDraft>

/** Storage is anybody's to write: nothing in it is trusted to be there, or to be what it was. */
function asDraft(kept: unknown) {
  const found: Readonly<Record<string, unknown>> = Object(kept)
  const text = (name: string) => (typeof found[name] === 'string' ? found[name] : '')
  return {
    companyName: text('companyName'),
    contactName: text('contactName'),
    contactEmail: text('contactEmail'),
    contactPhone: text('contactPhone'),
    productName: text('productName'),
    productDescription: text('productDescription'),
    targetUsers: text('targetUsers'),
    keyFeatures: text('keyFeatures'),
    website: text('website'),
    additionalInfo: text('additionalInfo'),
    deploymentType: DEPLOYMENT_TYPES.find((type) => type === found.deploymentType),
    agreeToTerms: found.agreeToTerms === true ? (true as const) : undefined,
  }
}

const copy = createLocalCopy<unknown>('zhijian.submission-draft', LIFETIME_MS)

/** Whether anything was typed that would be a pity to lose. */
export const hasTyped = ({ agreeToTerms: _, ...texts }: Readonly<Record<string, unknown>>): boolean =>
  Object.values(texts).some((text) => typeof text === 'string' && text.trim() !== '')

export function readDraft(): Draft | undefined {
  const kept = asDraft(copy.read())
  return hasTyped(kept) ? kept : undefined
}

/** Keeps what the form holds; a form that holds nothing is no draft. */
export function keepDraft(values: Readonly<Record<string, unknown>>): void {
  if (hasTyped(values)) copy.write(values)
  else copy.clear()
}

/** What was uploaded for the form; the server keeps it for a day. */
const uploadedCopy = createLocalCopy<UploadedSubmissionFile[]>('zhijian.submission-files', 23 * 60 * 60 * 1000)

/** What an earlier visit has uploaded; the server knows whose key is good. */
export const keptUploads = (): UploadedSubmissionFile[] =>
  [uploadedCopy.read() ?? []].flat().filter((kept) => {
    const { key, name } = Object(kept)
    return typeof key === 'string' && typeof name === 'string'
  })

export function keepUploads(uploaded: UploadedSubmissionFile[]): void {
  if (uploaded.length > 0) uploadedCopy.write(uploaded)
  else uploadedCopy.clear()
}

export function clearDraft(): void {
  copy.clear()
  uploadedCopy.clear()
}
