import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import type { ProductFacts } from '#contracts/facts/fact.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { invalidate } from '../../../shared/call-query.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import type { VersionedResource } from '../../../shared/versioned/versioned-resource.ts'
import { useNoticeToast } from '../../versioned/use-notice-toast.ts'
import { useVersionedEdits, type VersionedEdits } from '../../versioned/use-versioned-edits.ts'
import { createFactDescriber } from './describe-difference.ts'
import { FACT_LISTS, loadFacts, loadFactsAuthorship, type ProductReference, saveFacts } from './fact-calls.ts'
import { getFactFieldId } from './fact-control.tsx'
import { type FactDrafts, toDrafts, toInputs, validateDrafts } from './fact-drafts.ts'
import { createFactForm } from './fact-form.ts'

type AttributesByKey = ReadonlyMap<string, AttributeRecord>
type VersionedFactsInput = {
  product: ProductReference
  loaded: Versioned<ProductFacts>
  attributesByKey: AttributesByKey
  onSaved?: (() => void) | undefined
}

export type VersionedFacts = VersionedEdits<FactDrafts>

/** Identifies a product's facts, for drafts. */
const getResourceKey = ({ catalogue, id }: ProductReference): string => `facts:${catalogue}:${id}`

/** Creates the form of a product's facts, and saves it with drafts, conflict resolution and undo. */
export function useVersionedFacts({ product, loaded, attributesByKey, onSaved }: VersionedFactsInput) {
  const { catalogue } = product
  const today = toDay(new Date())
  const [form] = useState(() =>
    createFactForm(
      { value: toDrafts(loaded.value), version: loaded.version },
      { grade: 'public', sourceUrl: '', readAt: today, note: '' },
    ),
  )
  const resource = useFactsResource(product, attributesByKey)
  const describeDifference = useMemo(() => createFactDescriber(attributesByKey), [attributesByKey])
  const showNotice = useNoticeToast()
  const versionedFacts = useVersionedEdits<FactDrafts>(resource, {
    resourceKey: getResourceKey(product),
    edits: form.edits,
    describeDifference,
    validate: (value) => validateDrafts(value, { attributesByKey, catalogue, today }),
    setErrors(errors: readonly FieldError[]): boolean {
      const hasFactForEach = form.setErrors(errors)
      if (errors[0]) focusField(errors[0].path)
      return hasFactForEach
    },
    showNotice,
    onSaved() {
      onSaved?.()
      return false
    },
  })
  return { form, versionedFacts }
}

function useFactsResource(product: ProductReference, attributesByKey: AttributesByKey): VersionedResource<FactDrafts> {
  const client = useQueryClient()
  return {
    async read() {
      const { value, version } = await loadFacts(product)
      return { value: toDrafts(value), version }
    },
    readAuthorship: () => loadFactsAuthorship(product),
    async save(drafts, { version }) {
      try {
        const saved = await saveFacts(product, toInputs(drafts, attributesByKey).facts, version)
        return { ...saved, value: toDrafts(saved.value) }
      } finally {
        void invalidate(client, ...FACT_LISTS)
      }
    },
    toFormErrors: (errors, drafts) => toInputs(drafts, attributesByKey).toDraftErrors(errors),
    savedMessage: FACT_MESSAGES.saved,
    getErrorMessage: (error) => toErrorMessage(error, FACT_MESSAGES.saveFailed),
  }
}

/**
 * Focuses a field on the next frame, when it has been expanded. An error within a value belongs to its first control.
 */
function focusField(path: string) {
  requestAnimationFrame(() => {
    const parts = path.split('.')
    for (let length = parts.length; length > 2; length--) {
      const field = document.getElementById(getFactFieldId(parts.slice(0, length).join('.')))
      if (!field) continue
      field.focus()
      field.scrollIntoView({ block: 'center' })
      return
    }
  })
}
