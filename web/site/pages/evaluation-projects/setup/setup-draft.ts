import { DAY_MS } from '#contracts/durations.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import type { Edits, RestoredEdits } from '../../../../shared/versioned/edits.ts'
import { createStoredValue } from '../../../stored-value.ts'
import type { SetupForm } from './setup-form.ts'

const LIFETIME_MS = 30 * DAY_MS

/**
 * Creates accessors of a project's unsaved setup, which is stored for the tab, so that it survives leaving the page.
 */
export function createSetupDraft(projectId: string) {
  const storage = createStoredValue<unknown>(`zhijian.setup.${projectId}`, LIFETIME_MS, () => sessionStorage)
  return {
    read(): RestoredEdits<SetupForm> | undefined {
      const stored = storage.read()
      return isDraft(stored) ? stored : undefined
    },
    write({ get, getDraftContent }: Pick<Edits<SetupForm>, 'get' | 'getDraftContent'>): void {
      const { isDirty, loaded } = get()
      if (isDirty) storage.write({ ...getDraftContent(), loaded })
      else storage.clear()
    },
  }
}

/** Validates stored data, which may be anything, such as the format of an earlier version. */
const isDraft = (stored: unknown): stored is RestoredEdits<SetupForm> =>
  isObject(stored) && isSetupForm(stored.value) && isObject(stored.loaded) && isSetupForm(stored.loaded.value)

const isSetupForm = (value: unknown): value is SetupForm =>
  isObject(value) &&
  typeof value.name === 'string' &&
  typeof value.description === 'string' &&
  [value.candidates, value.groups, value.grades].every(Array.isArray) &&
  isObject(value.weightings) &&
  isObject(value.thresholds)
