import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import type { CorrectionForm } from '#contracts/submissions/correction.ts'
import { DRAFT_FIELDS, type Draft, isFact, type SubmissionDraft } from '../submit/draft.ts'
import { createFormValue } from '../submit/form-value.ts'
import type { UploadedFile, UploadStorage } from '../submit/upload-storage.ts'

const LIFETIME_MS = 14 * DAY_MS
/** Shorter than the day for which the server retains new uploads. */
const FILES_LIFETIME_MS = 23 * HOUR_MS

type Values = Readonly<Record<string, unknown>>

/** Returns the values with which the form of a correction starts. The terms have to be agreed to again. */
export const toInitialValues = ({ values, facts }: CorrectionForm): Partial<Draft> => ({
  ...values,
  deploymentType: values.deploymentType === '' ? undefined : values.deploymentType,
  facts: facts.filter(isFact),
})

/** Creates the storage of the files of one field, which starts with those of the submission. */
function createFileStorage(key: string, submitted: UploadedFile[]): UploadStorage {
  // In an object, so that an emptied list differs from none.
  const storage = createFormValue<{ files: UploadedFile[] }>(key, FILES_LIFETIME_MS)
  return {
    read: () => storage.read()?.files ?? submitted,
    write: (files) => storage.write({ files }),
  }
}

/** Opens the draft of a submission's correction. A later return of the same submission has another one. */
export function openCorrectionDraft(form: CorrectionForm): SubmissionDraft {
  const toKey = (name: string) => `zhijian.correction-${name}.${form.receipt}.${form.returnedAt}`
  const storage = createFormValue<unknown>(toKey('draft'), LIFETIME_MS)
  const initial: Values = toInitialValues(form)
  const toText = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
  const hasInput = (values: Values) =>
    DRAFT_FIELDS.some((name) => toText(values[name]) !== toText(initial[name])) ||
    JSON.stringify(values.facts ?? []) !== JSON.stringify(initial.facts ?? [])

  return {
    files: createFileStorage(toKey('files'), form.files),
    screenshots: createFileStorage(toKey('screenshots'), form.screenshots),
    hasInput,

    read() {
      const stored = storage.read()
      return stored === undefined ? undefined : { ...toInitialValues(form), ...Object(stored) }
    },

    save(values): void {
      if (hasInput(values)) storage.write(values)
      else storage.clear()
    },

    clear(): void {
      storage.clear()
      createFormValue(toKey('files'), FILES_LIFETIME_MS).clear()
      createFormValue(toKey('screenshots'), FILES_LIFETIME_MS).clear()
    },
  }
}
