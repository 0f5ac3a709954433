import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { connectionCalls } from '#contracts/agents/calls.ts'
import { queryOf } from '../../../query-of.ts'
import type { ConnectionForm } from './use-connection-form.ts'

/** What the paths find in the last reply that was received, while they are edited. */
export function ReplyPreview({ form }: { form: ConnectionForm }) {
  const example = form.lastProbe?.example ?? null
  const paths = useDeferredValue(form.draft.paths)
  const { data } = useQuery({
    ...queryOf(connectionCalls.parseReply, { body: { example: example ?? '', paths } }),
    enabled: example !== null && paths.reply.startsWith('$'),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (example === null) return null
  const parsed = data?.data
  return (
    <section aria-label="按路径解析最近一次的回复" className="rounded-lg border border-line bg-sunken p-3 text-sm">
      <h3 className="text-sm font-medium">按现在的路径解析最近一次的回复</h3>
      <output className="mt-2 block max-h-40 overflow-y-auto break-words whitespace-pre-wrap">
        {parsed?.reply ?? <span className="text-danger">{parsed?.error ?? '没有找到回复'}</span>}
      </output>
      <details>
        <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">回复原文</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keyboard. */}
        <pre tabIndex={0} className="max-h-60 overflow-auto break-all whitespace-pre-wrap">
          {example}
        </pre>
      </details>
    </section>
  )
}
