import { z } from 'zod'
import { DEPLOYMENT_TYPES } from '#contracts/vocabulary.ts'
import { createLocalCopy } from '../../local-copy.ts'

const LIFETIME_MS = 14 * 24 * 60 * 60 * 1000

const typed = z.string().catch('')

/** A half-filled form as it was kept. Storage is anybody's to write, so that nothing in it is trusted to be there. */
const DraftSchema = z.object({
  companyName: typed,
  contactName: typed,
  contactEmail: typed,
  contactPhone: typed,
  productName: typed,
  productDescription: typed,
  targetUsers: typed,
  keyFeatures: typed,
  deploymentType: z.enum(DEPLOYMENT_TYPES).optional().catch(undefined),
  website: typed,
  additionalInfo: typed,
  agreeToTerms: z.literal(true).optional().catch(undefined),
})
export type Draft = z.infer<typeof DraftSchema>
export const DRAFT_FIELDS = DraftSchema.keyof().options

const copy = createLocalCopy<unknown>('zhijian.submission-draft', LIFETIME_MS)

/** Whether anything was typed that would be a pity to lose. */
export const hasTyped = ({ agreeToTerms: _, ...texts }: Readonly<Record<string, unknown>>): boolean =>
  Object.values(texts).some((text) => typeof text === 'string' && text.trim() !== '')

export function readDraft(): Draft | undefined {
  const kept = DraftSchema.safeParse(copy.read())
  return kept.success && hasTyped(kept.data) ? kept.data : undefined
}

/** Keeps what the form holds; a form that holds nothing is no draft. */
export function keepDraft(values: Readonly<Record<string, unknown>>): void {
  if (hasTyped(values)) copy.write(values)
  else copy.clear()
}

export const clearDraft = (): void => copy.clear()
