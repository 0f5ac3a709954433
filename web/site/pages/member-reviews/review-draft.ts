import { DAY_MS } from '#contracts/durations.ts'
import {
  AFFILIATIONS,
  type Affiliation,
  COMPANY_SIZES,
  REVIEW_DIMENSIONS,
  REVIEWER_INDUSTRIES,
  REVIEWER_ROLES,
  type ReviewRatings,
} from '#contracts/member-reviews/choices.ts'
import type { OwnReview, UploadedProof } from '#contracts/member-reviews/review.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { DEPLOYMENT_TYPES } from '#contracts/vocabulary.ts'
import { createStoredValue } from '../../stored-value.ts'

const LIFETIME_MS = 30 * DAY_MS

/** The form's values; a rating of 0 means not rated yet. */
export type ReviewValues = {
  ratings: ReviewRatings
  pros: string
  cons: string
  advice: string
  role: string
  industry: string
  companySize: string
  deployment: string
  monthsOfUse: string
  affiliation: Affiliation
  isAnonymous: boolean
  /** A newly uploaded proof; `null` removes the proof of the submitted review, `undefined` leaves it unchanged. */
  proof: UploadedProof | null | undefined
}

export const EMPTY_REVIEW: ReviewValues = {
  ratings: { ability: 0, usability: 0, integration: 0, service: 0, value: 0 },
  pros: '',
  cons: '',
  advice: '',
  role: '',
  industry: '',
  companySize: '',
  deployment: '',
  monthsOfUse: '',
  affiliation: 'none',
  isAnonymous: true,
  proof: undefined,
}

/** Converts a submitted review to the form's values. */
export const toReviewValues = ({ content }: OwnReview): ReviewValues => ({
  ratings: content.ratings,
  pros: content.pros,
  cons: content.cons,
  advice: content.advice,
  role: content.role ?? '',
  industry: content.industry ?? '',
  companySize: content.companySize ?? '',
  deployment: content.deployment ?? '',
  monthsOfUse: content.monthsOfUse === null ? '' : String(content.monthsOfUse),
  affiliation: content.affiliation,
  isAnonymous: content.isAnonymous,
  proof: undefined,
})

const getText = (value: unknown): string => (typeof value === 'string' ? value : '')
const findOption = (values: readonly string[], value: unknown): string => values.find((item) => item === value) ?? ''
const isRating = (value: unknown): value is number => typeof value === 'number' && value >= 1 && value <= 5

function readProof(value: unknown): UploadedProof | null | undefined {
  if (value === null) return null
  if (!isObject(value) || typeof value.key !== 'string' || typeof value.size !== 'number') return undefined
  return { key: value.key, name: getText(value.name), size: value.size }
}

/** Parses stored values, which may be anything. */
export function parseDraft(stored: unknown): ReviewValues | undefined {
  if (!isObject(stored)) return undefined
  const { ratings } = stored
  const values = { ...EMPTY_REVIEW.ratings }
  for (const dimension of REVIEW_DIMENSIONS) {
    const rating = isObject(ratings) ? ratings[dimension] : undefined
    if (isRating(rating)) values[dimension] = rating
  }
  return {
    ratings: values,
    pros: getText(stored.pros),
    cons: getText(stored.cons),
    advice: getText(stored.advice),
    role: findOption(REVIEWER_ROLES, stored.role),
    industry: findOption(REVIEWER_INDUSTRIES, stored.industry),
    companySize: findOption(COMPANY_SIZES, stored.companySize),
    deployment: findOption(DEPLOYMENT_TYPES, stored.deployment),
    monthsOfUse: getText(stored.monthsOfUse),
    affiliation: AFFILIATIONS.find((affiliation) => affiliation === stored.affiliation) ?? 'none',
    isAnonymous: stored.isAnonymous !== false,
    proof: readProof(stored.proof),
  }
}

/** Returns whether a draft differs from the saved review. A new proof always counts, as the review doesn't name it. */
const isUnsent = ({ proof, ...values }: ReviewValues, { proof: _, ...saved }: ReviewValues): boolean =>
  proof !== undefined || JSON.stringify(trimTexts(values)) !== JSON.stringify(trimTexts(saved))

/** The server stores texts without the spaces around them. */
const trimTexts = (values: Omit<ReviewValues, 'proof'>) => ({
  ...values,
  pros: values.pros.trim(),
  cons: values.cons.trim(),
  advice: values.advice.trim(),
  monthsOfUse: values.monthsOfUse.trim(),
})

/**
 * Creates accessors of the draft of a member's review, which is stored on the device until it is sent. The key includes
 * the member, so that other users of the device don't see the draft.
 */
export function createReviewDraft(userId: string, productId: string) {
  const storage = createStoredValue<unknown>(`zhijian.review.${userId}.${productId}`, LIFETIME_MS)
  return {
    /** Returns the draft. Deletes it if it is the saved review: that was sent, and its reply lost. */
    readUnsent(saved: ReviewValues): ReviewValues | undefined {
      const values = parseDraft(storage.read())
      if (values && isUnsent(values, saved)) return values
      storage.clear()
      return undefined
    },
    write: (values: Readonly<Record<string, unknown>>) => storage.write(values),
    clear: () => storage.clear(),
  }
}
