import { useState } from 'react'
import type { UseFormSetError } from 'react-hook-form'
import type { SubmissionFormInput, SubmissionRequest } from '#contracts/submissions/submission.ts'
import { useExclusive } from '../../../shared/use-exclusive.ts'
import { showFieldErrors } from '../../components/show-error.ts'
import type { FormFiles } from './form-files.ts'
import { FIELD_NAMES, type SubmissionValues } from './submission-fields.ts'

/** What the form contains, with the keys of its uploaded files. */
export type FormContent = SubmissionFormInput & Pick<SubmissionRequest, 'files' | 'screenshots'>

/** Returns a function that sends the form with its files, and the error of the last attempt; `null` if there is none. */
export function useSendForm(files: FormFiles, onSend: (content: FormContent) => Promise<void>) {
  const [failure, setFailure] = useState<unknown>(null)

  const send = useExclusive(async (input: SubmissionFormInput, setError: UseFormSetError<SubmissionValues>) => {
    setFailure(null)
    try {
      await onSend({ ...input, files: [...files.keys], screenshots: [...files.screenshots] })
    } catch (error) {
      setFailure(error)
      showFieldErrors(error, { names: FIELD_NAMES, setError })
    }
  })

  return { send, failure, clearFailure: () => setFailure(null) }
}
