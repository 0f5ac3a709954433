import { DAY_MS } from '#contracts/durations.ts'
import { REQUIRED_SUBMISSION_FIELDS } from '#contracts/rules/submission-completion.ts'
import { DEPLOYMENT_TYPES } from '#contracts/vocabulary.ts'
import { createFormValue } from './form-value.ts'
import type { SubmissionValues } from './submission-fields.ts'
import { createUploadStorage, type UploadStorage } from './upload-storage.ts'

const DRAFT_LIFETIME_MS = 14 * DAY_MS

export const DRAFT_FIELDS = [...REQUIRED_SUBMISSION_FIELDS, 'additionalInfo'] as const

/** Checks the structure only; the values are validated by their fields and by the server. */
export function isFact(fact: unknown): fact is NonNullable<SubmissionValues['facts']>[number] {
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

/** Returns whether the form has any input. */
const hasContent = ({ agreeToTerms: _, ...texts }: Readonly<Record<string, unknown>>): boolean =>
  Object.values(texts).some((value) =>
    typeof value === 'string' ? value.trim() !== '' : Array.isArray(value) && value.length > 0,
  )

const DRAFT_KEY = 'zhijian.submission-draft'

/** The draft of a visitor who isn't signed in. */
const ANONYMOUS = ''

/** The stored input of a form. */
export type SubmissionDraft = {
  files: UploadStorage
  screenshots: UploadStorage
  read(): Partial<Draft> | undefined
  /** Saves the form's values; deletes the draft if there is no input. */
  save(values: Readonly<Record<string, unknown>>): void
  clear(): void
  /** Returns whether the form's values contain anything that would be lost. */
  hasInput(values: Readonly<Record<string, unknown>>): boolean
}
type OwnDraft = SubmissionDraft & { owner: string }

/** Creates the storage of the form and its uploaded files for an owner: a user's id, or `ANONYMOUS`. */
function createDraft(owner: string): OwnDraft {
  const toOwnKey = (key: string) => (owner === ANONYMOUS ? key : `${key}.${owner}`)
  const storage = createFormValue<unknown>(toOwnKey(DRAFT_KEY), DRAFT_LIFETIME_MS)
  const files = createUploadStorage(toOwnKey('zhijian.submission-files'))
  const screenshots = createUploadStorage(toOwnKey('zhijian.submission-screenshots'))
  return {
    owner,
    files,
    screenshots,

    read(): Draft | undefined {
      const draft = parseDraft(storage.read())
      return hasContent(draft) ? draft : undefined
    },

    hasInput: hasContent,

    save(values): void {
      if (hasContent(values)) storage.write(values)
      else storage.clear()
    },

    clear(): void {
      storage.clear()
      files.write([])
      screenshots.write([])
    },
  }
}

/**
 * Opens the draft of the signed-in user, so that another user of the device doesn't get it. A user without a draft takes
 * over that of an anonymous visitor: they may have signed in after filling in the form. Anonymous visitors get the draft
 * of the user who has left one, since their session may have expired.
 */
export function openDraft(userId: string | undefined): OwnDraft {
  const draft = createDraft(userId ?? findLastOwner())
  if (userId !== undefined && !draft.read()) moveDraft(createDraft(ANONYMOUS), draft)
  return draft
}

function moveDraft(from: SubmissionDraft, to: SubmissionDraft): void {
  to.save(from.read() ?? {})
  to.files.write(from.files.read())
  to.screenshots.write(from.screenshots.read())
  from.clear()
}

/** Returns the user who has left a draft on the device, if there is only one and no draft of an anonymous visitor. */
function findLastOwner(): string {
  if (createDraft(ANONYMOUS).read()) return ANONYMOUS
  try {
    const [owner = ANONYMOUS, ...otherOwners] = Object.keys(localStorage)
      .filter((key) => key.startsWith(`${DRAFT_KEY}.`))
      .map((key) => key.slice(DRAFT_KEY.length + 1))
    return otherOwners.length === 0 ? owner : ANONYMOUS
  } catch {
    // Storage is denied: nothing was stored.
    return ANONYMOUS
  }
}
