import { createContext, type ReactNode, use } from 'react'
import type { FormOutcome, FormReply, SiteFormName } from '#contracts/forms.ts'
import { BROWSER_ENTRY_KEY, useLocation } from './router.tsx'

const FormOutcomeContext = createContext<FormOutcome | undefined>(undefined)

/** Provides the outcome of a posted form to the page that is rendered in response, until the visitor navigates. */
export function FormOutcomeProvider({ outcome, children }: { outcome: FormOutcome | undefined; children: ReactNode }) {
  const isFirst = useLocation().key === BROWSER_ENTRY_KEY
  return <FormOutcomeContext value={isFirst ? outcome : undefined}>{children}</FormOutcomeContext>
}

/** Returns the outcome of a form that was posted without script. */
export function useFormOutcome<Name extends SiteFormName>(
  name: Name,
): (FormOutcome & { data?: FormReply<Name> }) | undefined {
  const outcome = use(FormOutcomeContext)
  // The server has validated the data against the contract of the form's call.
  return outcome?.form === name ? (outcome as FormOutcome & { data?: FormReply<Name> }) : undefined
}
