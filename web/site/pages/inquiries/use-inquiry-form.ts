import { useEffect, useMemo } from 'react'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { InquiryContents } from '#contracts/inquiries/inquiry.ts'
import { INQUIRY_MESSAGES } from '#contracts/inquiries/messages.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { useToast } from '../../components/toast.tsx'
import { useStoredEdits } from '../../components/use-stored-edits.ts'
import { type LoadedInquiry, useInquiryCache } from './inquiry-queries.ts'

/** Long enough not to save in the middle of a word. */
const AUTOSAVE_MS = 1_500

export type InquiryEditor = ReturnType<typeof useInquiryForm>

const toVersioned = ({ data, version }: LoadedInquiry): Versioned<InquiryContents> => ({
  value: data.contents,
  version,
})

const isContents = (value: unknown): value is InquiryContents =>
  isObject(value) && typeof value.title === 'string' && [value.products, value.questions].every(Array.isArray)

/** Returns the edited draft of an inquiry and functions to change it. It saves itself shortly after a change. */
export function useInquiryForm(inquiry: LoadedInquiry) {
  const { id } = inquiry.data
  const cache = useInquiryCache()
  const showToast = useToast()
  const newest = useMemo(() => toVersioned(inquiry), [inquiry])
  const { edits, controller, ...form } = useStoredEdits<InquiryContents>({
    storageKey: `zhijian.inquiry.${id}`,
    isValue: isContents,
    newest,
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
    showNotice: (notice) => notice?.kind === 'failure' && showToast(notice.text, 'error'),
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = edits.subscribe(() => {
      clearTimeout(timer)
      if (!edits.get().isDirty) return
      timer = setTimeout(() => {
        // The latest version has to be merged first.
        if (controller.get().unmerged === null) void controller.save()
      }, AUTOSAVE_MS)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [controller, edits])

  return {
    ...form,
    /** Saves what isn't saved yet. Returns whether nothing is left. */
    async flush(): Promise<boolean> {
      if (edits.get().isDirty) await controller.save()
      return !edits.get().isDirty
    },
  }
}
