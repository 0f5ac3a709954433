import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Mentions } from 'antd'
import { useId, useState } from 'react'
import { commentCalls } from '#contracts/comments/calls.ts'
import type { CommentSubject } from '#contracts/comments/comment.ts'
import { COMMENT_MESSAGES as MESSAGES } from '#contracts/comments/messages.ts'
import { TEXT } from '#contracts/limits.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useTrackUnsavedChanges } from '../../components/use-leave-guard.ts'
import { mentionableQuery } from './comment-calls.ts'
import { findMentions } from './threads.ts'

type CommentComposerProps = {
  subject: CommentSubject
  label: string
  okText: string
  initialText?: string
  initialMentions?: readonly string[]
  /** Sends the text; its field is cleared afterwards. */
  send: (comment: { text: string; mentions: string[] }) => Promise<unknown>
  onSent?: () => void
  onCancel?: () => void
  isFocused?: boolean
}

/** A field for a comment, in which `@` offers the colleagues who may read the subject, by name or pinyin. */
export function CommentComposer(props: CommentComposerProps) {
  const { subject, label, okText, initialText = '', initialMentions = [], send, onSent, onCancel, isFocused } = props
  const id = useId()
  const client = useQueryClient()
  const [text, setText] = useState(initialText)
  const [chosenIds, setChosenIds] = useState<readonly string[]>(initialMentions)
  const { data: users = [] } = useQuery(mentionableQuery(subject))
  useTrackUnsavedChanges(`comment:${id}`, text.trim() !== initialText.trim())
  const sendMutation = useMutation({
    mutationFn: () => send({ text: text.trim(), mentions: findMentions(text, users, chosenIds) }),
    onSuccess() {
      setText('')
      setChosenIds([])
      onSent?.()
    },
    onSettled: () => invalidate(client, commentCalls.list),
  })
  /** Returns whom an option stands for. `Mentions` appends a suffix of its own to the keys of its options. */
  const findUser = ({ key = '' }: { key?: string }) => users.find((user) => key.startsWith(user.id))
  const isEmpty = text.trim() === ''
  const submit = () => {
    if (!isEmpty) sendMutation.mutate()
  }
  return (
    <div className="flex flex-col gap-2">
      <Mentions
        id={id}
        aria-label={label}
        autoFocus={isFocused}
        rows={3}
        maxLength={TEXT.paragraph}
        placeholder="写批注，用@提到同事"
        value={text}
        status={sendMutation.isError ? 'error' : ''}
        aria-describedby={sendMutation.isError ? `${id}-error` : undefined}
        onChange={setText}
        onSelect={(option) => {
          const user = findUser(option)
          if (user) setChosenIds([...chosenIds, user.id])
        }}
        options={users.map((user) => ({ key: user.id, value: user.name, label: user.name }))}
        filterOption={(input, option) => findUser(option)?.searchText.includes(input.toLowerCase()) ?? false}
        notFoundContent="没有能查看这项内容的同事"
        onKeyDown={(event) => {
          // Escape closes the list of colleagues, and must not close the panel with what was typed.
          if (event.key === 'Escape' && !isEmpty) event.stopPropagation()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        }}
      />
      {sendMutation.isError && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {describeActionError(sendMutation.error, MESSAGES.saveFailed)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>取消</Button>}
        <Button type="primary" onClick={submit} {...getUnavailableProps(isEmpty || sendMutation.isPending)}>
          {okText}
        </Button>
      </div>
    </div>
  )
}
