import { useEffect, useState, useSyncExternalStore } from 'react'
import { DAY_MS } from '#contracts/durations.ts'
import type { FieldError } from '#contracts/errors.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { InquiryContents } from '#contracts/inquiries/inquiry.ts'
import { INQUIRY_MESSAGES } from '#contracts/inquiries/messages.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import {
  createFieldEdits,
  createInMemoryFields,
  type Edits,
  type RestoredEdits,
  type Versioned,
} from '../../../shared/versioned/edits.ts'
import { createSaveController } from '../../../shared/versioned/save-controller.ts'
import { useToast } from '../../components/toast.tsx'
import { createStoredValue } from '../../stored-value.ts'
import { type LoadedInquiry, useInquiryCache } from './inquiry-queries.ts'

const LIFETIME_MS = 30 * DAY_MS
/** Long enough not to save in the middle of a word. */
const AUTOSAVE_MS = 1_500

export type InquiryEditor = ReturnType<typeof useInquiryForm>

const toVersioned = ({ data, version }: LoadedInquiry): Versioned<InquiryContents> => ({
  value: data.contents,
  version,
})

/** Creates accessors of a draft's unsaved edits, which are stored for the tab. */
function createDraftStorage(id: string) {
  const storage = createStoredValue<unknown>(`zhijian.inquiry.${id}`, LIFETIME_MS, () => sessionStorage)
  return {
    read(): RestoredEdits<InquiryContents> | undefined {
      const stored = storage.read()
      return isDraft(stored) ? stored : undefined
    },
    write({ get, getDraftContent }: Pick<Edits<InquiryContents>, 'get' | 'getDraftContent'>): void {
      const { isDirty, loaded } = get()
      if (isDirty) storage.write({ ...getDraftContent(), loaded })
      else storage.clear()
    },
  }
}

const isContents = (value: unknown): value is InquiryContents =>
  isObject(value) && typeof value.title === 'string' && [value.products, value.questions].every(Array.isArray)

/** Validates stored data, which may be anything, such as the format of an earlier version. */
const isDraft = (stored: unknown): stored is RestoredEdits<InquiryContents> =>
  isObject(stored) && isContents(stored.value) && isObject(stored.loaded) && isContents(stored.loaded.value)

/**
 * Returns the edited draft and functions to change it. It saves itself shortly after a change; if another window has
 * saved meanwhile, both are merged field by field. Unsaved changes survive a reload of the tab.
 */
export function useInquiryForm(inquiry: LoadedInquiry) {
  const { id } = inquiry.data
  const cache = useInquiryCache()
  const showToast = useToast()
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [{ edits, fields, controller }] = useState(() => createEditing({ inquiry, cache, showToast, setErrors }))
  const { activity, notice, newer, conflict } = useSyncExternalStore(
    controller.subscribe,
    controller.get,
    controller.get,
  )
  const { isDirty } = useSyncExternalStore(edits.subscribe, edits.get, edits.get)
  const value = fields.read()

  useEffect(() => controller.mergeLatest(toVersioned(inquiry)), [controller, inquiry])
  useEffect(() => edits.subscribe(() => createDraftStorage(id).write(edits)), [edits, id])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = edits.subscribe(() => {
      clearTimeout(timer)
      if (!edits.get().isDirty) return
      timer = setTimeout(() => {
        // A newer version has to be compared first.
        if (controller.get().newer === null) void controller.save()
      }, AUTOSAVE_MS)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [controller, edits])

  return {
    value,
    isDirty,
    isSaving: activity === 'saving',
    errors,
    failure: notice?.kind === 'failure' ? notice.text : undefined,
    isStale: newer !== null,
    conflict,
    change(changes: Partial<InquiryContents>) {
      setErrors([])
      fields.write({ ...fields.read(), ...changes })
      edits.recordChange()
    },
    /** Shows errors that publishing has found. */
    setErrors,
    /** Saves what isn't saved yet. Returns whether nothing is left. */
    async flush(): Promise<boolean> {
      if (edits.get().isDirty) await controller.save()
      return !edits.get().isDirty
    },
    compare: () => void controller.compare(),
    saveMerged: (merged: InquiryContents) => void controller.saveMerged(merged),
    closeConflict: controller.closeConflict,
  }
}

type EditingOptions = {
  inquiry: LoadedInquiry
  cache: ReturnType<typeof useInquiryCache>
  showToast: ReturnType<typeof useToast>
  setErrors: (errors: readonly FieldError[]) => void
}

/** Creates the edits of a draft, with those of an earlier visit to the page, and the controller that saves them. */
function createEditing({ inquiry, cache, showToast, setErrors }: EditingOptions) {
  const { id } = inquiry.data
  const initial = toVersioned(inquiry)
  const fields = createInMemoryFields(initial.value)
  const edits = createFieldEdits(initial, fields)
  const stored = createDraftStorage(id).read()
  if (stored) edits.restore(stored)
  const controller = createSaveController<InquiryContents>({
    binding: {
      edits,
      setErrors(fieldErrors) {
        setErrors(fieldErrors)
        return fieldErrors.length > 0
      },
      showNotice: (notice) => notice?.kind === 'failure' && showToast(notice.text, 'error'),
    },
    resource: {
      read: async () => toVersioned(await cache.refetch(id)),
      async save(value, { version }) {
        const saved = await call(inquiryCalls.update, { params: { id }, body: value, version })
        cache.replace(saved)
        return { ...toVersioned(saved), message: INQUIRY_MESSAGES.saved }
      },
      readAuthorship: async () => (await call(inquiryCalls.getAuthorship, { params: { id } })).data,
      normalize: (value) => ({ ...value, title: value.title.trim() }),
      savedMessage: INQUIRY_MESSAGES.saved,
      getErrorMessage: (error) => toErrorMessage(error),
    },
  })
  return { edits, fields, controller }
}
