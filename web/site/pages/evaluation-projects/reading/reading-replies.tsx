import type { ReadingItem } from '#contracts/evaluation-grading/grading.ts'
import { withKeys } from '../../../../shared/with-keys.ts'

const REPLY_LABELS = ['第一条', '第二条'] as const

/** The question, what a good reply has, and the reply, or two of them side by side, as text. */
export function ReadingReplies({ item }: { item: ReadingItem }) {
  const isPair = item.replies.length > 1
  return (
    <div className={`mt-2 mb-6 grid gap-5 ${isPair ? '' : 'mx-auto w-full max-w-3xl'}`}>
      <div className="grid gap-3">
        {withKeys(item.messages, String).map(({ key, item: message }, index) => (
          <div key={key}>
            <p className="text-xs text-muted">{item.messages.length > 1 ? `问（第${index + 1}轮）` : '问'}</p>
            <p className="text-lg leading-relaxed font-medium break-words whitespace-pre-wrap">{message}</p>
          </div>
        ))}
        {item.messages.length > 1 && <p className="text-xs text-muted">下面是最后一轮的回答。</p>}
      </div>
      <Basis item={item} />
      <div className={isPair ? 'grid items-start gap-4 md:grid-cols-2' : ''}>
        {item.replies.map((reply, index) => (
          <section
            // biome-ignore lint/suspicious/noArrayIndexKey: Replies are told apart by their place alone.
            key={index}
            aria-label={isPair ? `${REPLY_LABELS[index]}回答` : '回答'}
            className="card min-w-0 p-5 md:p-6"
          >
            <p className="mb-2 text-xs text-muted">{isPair ? REPLY_LABELS[index] : '答'}</p>
            <p className="leading-loose break-words whitespace-pre-wrap">{reply || '（没有文字）'}</p>
          </section>
        ))}
      </div>
    </div>
  )
}

/** What the owner expects of a reply. */
function Basis({ item: { expected, acceptance, rubrics } }: { item: ReadingItem }) {
  const parts = [
    ...(expected === '' ? [] : [{ label: '期望的回答', text: expected }]),
    ...(acceptance === '' ? [] : [{ label: '验收标准', text: acceptance }]),
    ...rubrics.map((text) => ({ label: '看什么', text })),
  ]
  if (parts.length === 0) return null
  return (
    <dl className="grid gap-2 border-l-2 border-line pl-4 text-sm">
      {withKeys(parts, ({ label }) => label).map(({ key, item: { label, text } }) => (
        <div key={key} className="grid gap-x-3 sm:grid-cols-[6em_minmax(0,1fr)]">
          <dt className="text-muted">{label}</dt>
          <dd className="break-words whitespace-pre-wrap">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
