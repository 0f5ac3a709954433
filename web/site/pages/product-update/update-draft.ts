import { DAY_MS } from '#contracts/durations.ts'
import type { ProductUpdateForm } from '#contracts/vendors/product-update.ts'
import { isFact, type SubmissionDraft } from '../submit/draft.ts'
import { createFormValue } from '../submit/form-value.ts'
import { createUploadStorage } from '../submit/upload-storage.ts'
import { pickChangedTexts, toInitialValues } from './update-changes.ts'

const LIFETIME_MS = 14 * DAY_MS

/**
 * Opens a user's draft of a product's update. Only changes are stored, so that the product's other values are those at
 * the time of the next visit.
 */
export function openUpdateDraft(form: ProductUpdateForm, userId: string): SubmissionDraft {
  const toKey = (name: string) => `zhijian.product-update-${name}.${form.id}.${userId}`
  const storage = createFormValue<unknown>(toKey('draft'), LIFETIME_MS)
  const files = createUploadStorage(toKey('files'))
  const screenshots = createUploadStorage(toKey('screenshots'))

  const pickChanges = (values: Readonly<Record<string, unknown>>) => {
    const facts = [values.facts ?? []].flat().filter(isFact)
    return { ...pickChangedTexts(values, form), ...(facts.length > 0 && { facts }) }
  }
  const hasInput = (values: Readonly<Record<string, unknown>>) => Object.keys(pickChanges(values)).length > 0

  return {
    files,
    screenshots,
    hasInput,

    read() {
      const initial = toInitialValues(form)
      const values = { ...initial, ...Object(storage.read()) }
      return hasInput(values) ? { ...initial, ...pickChanges(values) } : undefined
    },

    save(values): void {
      if (hasInput(values)) storage.write(pickChanges(values))
      else storage.clear()
    },

    clear(): void {
      storage.clear()
      files.write([])
      screenshots.write([])
    },
  }
}
