import { ArrowLeft, ArrowRight, Check, Equal, MessageSquareText, X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { POINTS } from '#contracts/evaluation-grading/verdicts.ts'
import { TEXT } from '#contracts/limits.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import type { ReadingDraft } from './reading-store.ts'
import type { VerdictChoice } from './verdict-choices.ts'

type VerdictBarProps = {
  choices: readonly VerdictChoice[]
  isPair: boolean
  reading: ReadingDraft
  /** Whether the reader wants to write a reason. */
  isWriting: boolean
  canRead: boolean
  isFirst: boolean
  onChange: (changes: Partial<ReadingDraft>) => void
  onWrite: () => void
  onMove: (distance: 1 | -1) => void
}

/** The verdicts, the reason, and the way on; it stays at the bottom of the screen. */
export function VerdictBar(props: VerdictBarProps) {
  const { choices, isPair, reading, isWriting, canRead, isFirst, onChange, onWrite, onMove } = props
  const hasReason = isWriting || reading.reason !== ''
  return (
    <section aria-label="判定" className="sticky bottom-0 z-10 -mx-4 mt-auto border-t border-line bg-paper px-4 py-3">
      <div className={`mx-auto ${isPair ? 'max-w-4xl' : 'max-w-3xl'}`}>
        {hasReason && <Reason reading={reading} isWriting={isWriting} canRead={canRead} onChange={onChange} />}
        <fieldset>
          <legend className="sr-only">{isPair ? '哪一条更好？' : '这条回答合格吗？'}</legend>
          <div className={choices.length > 3 ? 'grid grid-cols-6 gap-1.5 sm:gap-2' : 'flex gap-2'}>
            {choices.map((choice) => (
              <ChoiceButton
                key={choice.verdict}
                choice={choice}
                isShort={choices.length > 3}
                isChosen={reading.verdict === choice.verdict}
                canRead={canRead}
                onChoose={() => onChange({ verdict: choice.verdict })}
              />
            ))}
          </div>
        </fieldset>
        {choices.length > 3 && (
          <p className="mt-1 flex justify-between gap-3 text-xs text-muted">
            <span>完全不合格</span>
            <span>{POINTS.pass}分起算通过</span>
            <span>非常好</span>
          </p>
        )}
        <div className="mt-2 flex items-center justify-between gap-2">
          <Button variant="outline" isUnavailable={isFirst} onClick={() => onMove(-1)}>
            <ArrowLeft className="size-4" aria-hidden />
            <span className="max-sm:sr-only">上一条</span>
          </Button>
          <Button variant="outline" onClick={onWrite} aria-expanded={hasReason} className="border-transparent">
            <MessageSquareText className="size-4" aria-hidden />
            理由
          </Button>
          <Button variant={reading.verdict === null ? 'outline' : 'primary'} onClick={() => onMove(1)}>
            下一条
            <ArrowRight className="size-4" aria-hidden />
          </Button>
        </div>
      </div>
    </section>
  )
}

type ReasonProps = Pick<VerdictBarProps, 'reading' | 'isWriting' | 'canRead' | 'onChange'>

function Reason({ reading, isWriting, canRead, onChange }: ReasonProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isWriting) field.current?.focus()
  }, [isWriting])
  return (
    <label className="mb-3 block">
      <span className="mb-1 block text-sm text-muted">
        理由<span className="pointer-coarse:hidden">（按Esc回到按键判定）</span>
      </span>
      <textarea
        ref={field}
        rows={2}
        maxLength={TEXT.paragraph}
        readOnly={!canRead}
        className={CONTROL_CLASS}
        value={reading.reason}
        onChange={({ target }) => onChange({ reason: target.value })}
      />
    </label>
  )
}

type ChoiceButtonProps = {
  choice: VerdictChoice
  isShort: boolean
  isChosen: boolean
  canRead: boolean
  onChoose: () => void
}

const getTone = ({ isPass }: VerdictChoice): string =>
  isPass === null ? 'tone-blue' : isPass ? 'tone-green' : 'tone-red'

function ChoiceButton({ choice, isShort, isChosen, canRead, onChoose }: ChoiceButtonProps) {
  const { verdict, key, label } = choice
  const Icon = verdict === 'passed' ? Check : verdict === 'failed' ? X : verdict === 'equal' ? Equal : undefined

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (canRead) onChoose()
    // After a click, the space bar goes on instead of pressing the button again.
    if (event.detail > 0) event.currentTarget.blur()
  }

  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-disabled={!canRead || undefined}
      aria-keyshortcuts={key}
      aria-label={label}
      onClick={handleClick}
      className={`flex min-h-14 min-w-0 flex-1 items-center justify-center gap-2 rounded-xl border px-2 text-base font-medium transition-colors duration-150 ${
        isChosen
          ? `${getTone(choice)} border-tone bg-tone text-tone ring-2 ring-current`
          : 'border-control hover:border-indigo hover:text-indigo'
      }`}
    >
      {Icon && <Icon className={`size-5 shrink-0 ${verdict === 'equal' ? 'max-sm:hidden' : ''}`} aria-hidden />}
      <span>{isShort ? verdict : label}</span>
      {!isShort && (
        <kbd
          aria-hidden
          className="rounded border border-line px-1.5 font-mono text-xs text-muted max-sm:hidden pointer-coarse:hidden"
        >
          {key}
        </kbd>
      )}
    </button>
  )
}
