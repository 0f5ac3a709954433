import { createContext, use, useSyncExternalStore } from 'react'
import type { FactDraft } from './fact-drafts.ts'
import type { FactForm } from './fact-form.ts'

type FactFormContextValue = { form: FactForm; canEdit: boolean }

const FactFormContext = createContext<FactFormContextValue | null>(null)
export const FactFormProvider = FactFormContext

/** Returns the form that contains a field. */
export function useFactForm(): FactFormContextValue {
  const context = use(FactFormContext)
  if (!context) throw new Error('useFactForm must be used within FactFormProvider')
  return context
}

/** Returns the facts of an attribute. */
export function useFactDrafts(attribute: string): readonly FactDraft[] {
  const { form } = useFactForm()
  return useSyncExternalStore(form.subscribe, () => form.getDrafts(attribute))
}

/** Returns the first error message at one of the paths; `undefined` if there is none. */
export function useFactError(...paths: string[]): string | undefined {
  const { form } = useFactForm()
  return useSyncExternalStore(form.subscribe, () => paths.map(form.getError).find((message) => message !== undefined))
}
