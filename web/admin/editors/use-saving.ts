import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { FormBinding, VersionedFormOptions } from '../../shared/versioned/versioned-form.ts'
import { useVersionedForm } from '../versioned/use-versioned-form.ts'
import type { Editor } from './editor-context.tsx'

export type Saving = ReturnType<typeof useSaving>

type SavingOptions = Pick<VersionedFormOptions<JsonObject>, 'onSaved'> & Pick<FormBinding<JsonObject>, 'showNotice'>

/** Saves the edited subject. Invalid fields are listed above the form, beside the server's message. */
export function useSaving({ subject, store, open }: Editor, { onSaved, showNotice }: SavingOptions = {}) {
  return useVersionedForm<JsonObject>({
    binding: {
      edits: store,
      setErrors(errors) {
        open.setErrors(errors)
        return false
      },
      showNotice,
    },
    source: subject.source,
    draft: { subject: subject.key },
    check: subject.validate,
    onSaved,
  })
}
