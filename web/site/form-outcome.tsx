import { createContext, type ReactNode, use } from 'react'
import type { FormReply, PostedForm, SiteFormName } from '#contracts/forms.ts'
import { BROWSER_ENTRY_KEY, useLocation } from './router.tsx'

const PostedFormContext = createContext<PostedForm | undefined>(undefined)

/** Provides the outcome of a posted form to the page that is rendered in response, until the visitor navigates. */
export function PostedFormProvider({ posted, children }: { posted: PostedForm | undefined; children: ReactNode }) {
  const isFirst = useLocation().key === BROWSER_ENTRY_KEY
  return <PostedFormContext value={isFirst ? posted : undefined}>{children}</PostedFormContext>
}

/** Returns the outcome of a form that was posted without script. */
export function usePostedForm<Name extends SiteFormName>(
  name: Name,
): (PostedForm & { data?: FormReply<Name> }) | undefined {
  const posted = use(PostedFormContext)
  // The server has validated the data against the contract of the form's call.
  return posted?.form === name ? (posted as PostedForm & { data?: FormReply<Name> }) : undefined
}
