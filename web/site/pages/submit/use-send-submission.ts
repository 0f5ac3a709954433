import { useState } from 'react'
import type { UseFormSetError } from 'react-hook-form'
import { DAY_MS } from '#contracts/durations.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import type { SubmissionFormInput, SubmissionReceipt } from '#contracts/submissions/submission.ts'
import { call } from '../../../shared/call.ts'
import { useExclusive } from '../../../shared/use-exclusive.ts'
import { showFieldErrors } from '../../components/show-error.ts'
import { createIdempotencyKey } from '../../idempotency-key.ts'
import { createStoredValue } from '../../stored-value.ts'
import type { FormFiles } from './form-files.ts'
import { FIELD_NAMES, type SubmissionValues } from './submission-fields.ts'

export type SentSubmission = SubmissionReceipt & { productName: string }

const idempotencyKey = createIdempotencyKey(createStoredValue('zhijian.submission-sending', DAY_MS))

/** Returns a function that sends the form with its files, and the error of the last attempt; `null` if there is none. */
export function useSendSubmission(files: FormFiles, onSent: (submission: SentSubmission) => void) {
  const [failure, setFailure] = useState<unknown>(null)

  const send = useExclusive(async (input: SubmissionFormInput, setError: UseFormSetError<SubmissionValues>) => {
    setFailure(null)
    try {
      const content = { ...input, files: [...files.keys], screenshots: [...files.screenshots] }
      const body = { ...content, idempotencyKey: idempotencyKey.get(content) }
      const { data: receipt } = await call(submissionCalls.create, { body })
      idempotencyKey.clear()
      onSent({ ...receipt, productName: input.productName })
    } catch (error) {
      setFailure(error)
      showFieldErrors(error, { names: FIELD_NAMES, setError })
    }
  })

  return { send, failure, clearFailure: () => setFailure(null) }
}
