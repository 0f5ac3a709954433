import type { JsonObject } from '#contracts/rules/is-object.ts'
import { useVersionedForm } from '../versioned/use-versioned-form.ts'
import type { VersionedFormOptions } from '../versioned/versioned-form.ts'
import type { Editor } from './editor-context.tsx'

export type Saving = ReturnType<typeof useSaving>

/** Saves the edited subject. Invalid fields are listed above the form, beside the server's message. */
export function useSaving(
  { subject, store, open }: Editor,
  onSaved?: NonNullable<VersionedFormOptions<JsonObject>['onSaved']>,
) {
  return useVersionedForm<JsonObject>({
    side: {
      edits: store,
      setErrors(errors) {
        open.setErrors(errors)
        return false
      },
    },
    source: subject.source,
    check: subject.validate,
    ...(onSaved ? { onSaved } : {}),
  })
}
