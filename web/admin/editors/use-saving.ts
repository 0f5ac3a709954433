import type { JsonObject } from '#contracts/rules/is-object.ts'
import { useVersionedForm } from '../versioned/use-versioned-form.ts'
import type { FormSide, VersionedFormOptions } from '../versioned/versioned-form.ts'
import type { Editor } from './editor-context.tsx'

export type Saving = ReturnType<typeof useSaving>

type SavingOptions = Pick<VersionedFormOptions<JsonObject>, 'onSaved'> & Pick<FormSide<JsonObject>, 'showNotice'>

/** Saves the edited subject. Invalid fields are listed above the form, beside the server's message. */
export function useSaving({ subject, store, open }: Editor, { onSaved, showNotice }: SavingOptions = {}) {
  return useVersionedForm<JsonObject>({
    side: {
      edits: store,
      setErrors(errors) {
        open.setErrors(errors)
        return false
      },
      showNotice,
    },
    source: subject.source,
    check: subject.validate,
    onSaved,
  })
}
