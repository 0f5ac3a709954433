import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { PRODUCT_QUESTIONS } from '#contracts/limits.ts'
import { ownQuestionCalls } from '#contracts/product-questions/calls.ts'
import { QUESTION_MESSAGES as MESSAGES } from '#contracts/product-questions/messages.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { DraftedTextForm } from '../../components/drafted-text-form.tsx'

type PostFormProps = Omit<
  ComponentProps<typeof DraftedTextForm>,
  'maxLength' | 'findProblem' | 'failureMessage' | 'submitLabel'
>

/** The form of a question or an answer. */
export function PostForm({ onSent, ...props }: PostFormProps) {
  const client = useQueryClient()
  return (
    <DraftedTextForm
      {...props}
      maxLength={PRODUCT_QUESTIONS.textMax}
      findProblem={findProblem}
      failureMessage={MESSAGES.sendFailed}
      submitLabel={`提交${props.label}`}
      onSent={() => {
        onSent()
        return invalidate(client, ownQuestionCalls.list)
      }}
    />
  )
}

function findProblem(text: string): string | undefined {
  const { length } = text.trim()
  if (length === 0) return MESSAGES.text
  return length < PRODUCT_QUESTIONS.textMin ? MESSAGES.tooShort(PRODUCT_QUESTIONS.textMin) : undefined
}
