import type { ReadingItem } from '#contracts/evaluation-grading/grading.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import { ReplyText } from '../replies/reply-text.tsx'

const REPLY_LABELS = ['第一条', '第二条'] as const

type ReadingRepliesProps = { item: ReadingItem; isSource: boolean; onToggleSource: () => void }

/** The question, what a good reply has, and the reply, or two of them side by side, laid out or as they are. */
export function ReadingReplies({ item, isSource, onToggleSource }: ReadingRepliesProps) {
  const isPair = item.replies.length > 1
  return (
    <div className={`mt-2 mb-6 grid grid-cols-[minmax(0,1fr)] gap-5 ${isPair ? '' : 'mx-auto w-full max-w-3xl'}`}>
      <div className="grid gap-3">
        {withKeys(item.messages, String).map(({ key, item: message }, index) => (
          <div key={key}>
            <p className="text-xs text-muted">{item.messages.length > 1 ? `问（第${index + 1}轮）` : '问'}</p>
            <p className="text-lg leading-relaxed font-medium break-words whitespace-pre-wrap">{message}</p>
          </div>
        ))}
      </div>
      <Basis item={item} />
      <div className={isPair ? 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2' : ''}>
        {item.replies.map((reply, index) => (
          <section
            // biome-ignore lint/suspicious/noArrayIndexKey: Replies are told apart by their place alone.
            key={index}
            aria-label={isPair ? `${REPLY_LABELS[index]}回答` : '回答'}
            className="card min-w-0 p-5 md:p-6"
          >
            <div className="-mt-3 mb-1 flex min-h-11 items-center justify-between text-xs text-muted">
              <p>{isPair ? REPLY_LABELS[index] : '答'}</p>
              {index === 0 && (
                <button
                  type="button"
                  aria-pressed={isSource}
                  className="-mr-3 min-h-11 rounded-lg px-3 hover:text-indigo aria-pressed:text-indigo"
                  onClick={onToggleSource}
                >
                  看原文
                </button>
              )}
            </div>
            {withKeys(reply.earlier, String).map(({ key, item: earlier }, turn) => (
              <div key={key} className="mb-4 border-b border-line pb-4 text-muted">
                <p className="text-xs">{`第${turn + 1}轮的回答`}</p>
                <ReplyText reply={earlier} isSource={isSource} />
              </div>
            ))}
            {reply.earlier.length > 0 && (
              <p className="text-xs text-muted">{`第${reply.earlier.length + 1}轮的回答`}</p>
            )}
            <div className="leading-loose">
              <ReplyText reply={reply.text} isSource={isSource} />
            </div>
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
