import { Send } from 'lucide-react'
import type { AgentAnswer, LastProbe } from '#contracts/agents/connection.ts'
import { ANSWER_STATUS_LABELS } from '#contracts/agents/statuses.ts'
import { AGENTS } from '#contracts/limits.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { Button } from '../../../components/buttons.tsx'
import { TextAreaField } from '../controlled-fields.tsx'
import { formatFigures } from './answer-figures.ts'
import type { ConnectionForm } from './use-connection-form.ts'

/** Asks one question, and shows what was answered. */
export function ProbePanel({ form, onProbe }: { form: ConnectionForm; onProbe: () => void }) {
  const { isProbing, isSaving, isDirty, lastProbe } = form
  return (
    <section aria-label="试一次" className="space-y-3 rounded-xl border border-line p-4">
      <h3 className="font-semibold">试一次</h3>
      <TextAreaField
        label="问题"
        isRequired
        rows={2}
        maxLength={AGENTS.message}
        value={form.question}
        error={form.getError('message')}
        onChange={form.setQuestion}
      />
      <Button variant="secondary" isBusy={isProbing} isUnavailable={isSaving} onClick={onProbe}>
        <Send className="size-4" aria-hidden />
        <span>{isProbing ? '等待回复……' : isDirty ? '保存并试一次' : '试一次'}</span>
      </Button>
      <div aria-live="polite" aria-busy={isProbing}>
        {lastProbe && <Outcome key={lastProbe.at} probe={lastProbe} />}
      </div>
    </section>
  )
}

const Outcome = ({ probe }: { probe: LastProbe }) => (
  <div className="space-y-3">
    {probe.answer ? <Answer answer={probe.answer} /> : <p className="break-words text-danger">{probe.error}</p>}
    <p className="text-sm text-muted tabular-nums">
      {joinWithDots([formatMinute(probe.at), ...(probe.answer ? formatFigures(probe.answer) : [])])}
    </p>
    <Exchanged label="发出的请求" text={probe.sent} />
    <Exchanged label="收到的回复" text={probe.received} />
  </div>
)

const Answer = ({ answer }: { answer: AgentAnswer }) => (
  <>
    {answer.status !== 'finished' && (
      <p className="text-sm">{[ANSWER_STATUS_LABELS[answer.status], answer.statusReason].filter(Boolean).join('：')}</p>
    )}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keyboard. */}
    <section tabIndex={0} aria-label="智能体的回复" className="max-h-72 overflow-y-auto rounded-lg bg-sunken p-3">
      <p className="break-words whitespace-pre-wrap">{answer.reply || '（没有文字）'}</p>
    </section>
    {answer.steps.length > 0 && (
      <p className="text-sm break-words">所用工具：{answer.steps.map(({ name }) => name).join('、')}</p>
    )}
    {answer.reasoning !== '' && <Exchanged label="思考过程" text={answer.reasoning} />}
  </>
)

const Exchanged = ({ label, text }: { label: string; text: string }) => (
  <details className="text-sm">
    <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">{label}</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keyboard. */}
    <pre tabIndex={0} className="max-h-72 overflow-auto rounded-lg bg-sunken p-3 break-all whitespace-pre-wrap">
      {text}
    </pre>
  </details>
)
