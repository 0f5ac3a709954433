import { type ReactNode, useId } from 'react'
import type { Suggestion } from '#contracts/inquiries/answering.ts'
import type { AnswerContent, AskedQuestion } from '#contracts/inquiries/question.ts'
import { SUGGESTION_SOURCE_LABELS } from '#contracts/inquiries/statuses.ts'
import { TEXT } from '#contracts/limits.ts'
import { completeLink } from '#contracts/rules/complete-link.ts'
import { findSourceProblem } from '#contracts/rules/inquiries/check-answer.ts'
import { describeAnswer } from '#contracts/rules/inquiries/describe-answer.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FormField, RequiredMark } from '../../components/form-field.tsx'
import { FactInput } from '../submit/fact-input.tsx'
import { AnswerFiles } from './answer-files.tsx'
import { AnswerStatus } from './answer-status.tsx'
import { PriceInput } from './price-input.tsx'
import type { AnsweringEditor } from './use-answering.ts'

type QuestionCardProps = {
  token: string
  number: number
  question: AskedQuestion
  editor: AnsweringEditor
  /** Why the answer can't be handed in; shown once the vendor has tried to. */
  problem: string | undefined
}

/** Returns the id by which the list of what is missing links to a question. */
export const getQuestionId = (key: string): string => `question-${key}`

/** One question with its answer, which saves itself. */
export function QuestionCard({ token, number, question, editor, problem }: QuestionCardProps) {
  const { answering, autosave } = editor
  const { key, kind, title, hint, isRequired } = question
  const answer = autosave.get(key)
  const hasFiles = answering.files.some((file) => file.question === key)
  const valueProblem = findSourceProblem(answer.sourceUrl) === undefined ? problem : undefined
  const suggestions = answering.suggestions.filter((suggestion) => suggestion.question === key)
  return (
    <section
      id={getQuestionId(key)}
      aria-label={title}
      tabIndex={-1}
      className="card min-w-0 scroll-mt-24 p-4 outline-none sm:p-5"
    >
      <p className="text-sm text-muted">
        第{number}题<span>{isRequired ? '，必答' : '，选答'}</span>
      </p>
      <fieldset disabled={!answering.canAnswer} className="mt-1 min-w-0 space-y-3">
        <legend className="sr-only">{title}</legend>
        {hint !== '' && <p className="text-sm whitespace-pre-line text-muted">{hint}</p>}
        {kind === 'file' ? (
          <p className="text-sm font-medium">
            {title}
            {isRequired && <RequiredMark />}
          </p>
        ) : (
          <ValueInput
            question={question}
            answer={answer}
            problem={valueProblem}
            onChange={(value) => autosave.edit(key, { value })}
          />
        )}
        {answering.canAnswer && (
          <Suggestions
            question={question}
            answer={answer}
            suggestions={suggestions}
            onUse={({ value, note, sourceUrl }) => autosave.edit(key, { value, note, sourceUrl })}
          />
        )}
        {kind === 'attribute' ? (
          <Details answer={answer} hasFiles={hasFiles} onChange={(changes) => autosave.edit(key, changes)}>
            <AnswerFiles token={token} question={question} editor={editor} problem={undefined} />
          </Details>
        ) : (
          <AnswerFiles
            token={token}
            question={question}
            editor={editor}
            problem={kind === 'file' ? valueProblem : undefined}
          />
        )}
      </fieldset>
      <AnswerStatus question={question} editor={editor} />
    </section>
  )
}

type ValueInputProps = {
  question: AskedQuestion
  answer: AnswerContent
  problem: string | undefined
  onChange: (value: AnswerContent['value']) => void
}

/** The control of a question's kind. */
function ValueInput({ question, answer, problem, onChange }: ValueInputProps) {
  const { kind, title, attribute, isRequired } = question
  if (kind === 'price')
    return <PriceInput question={question} value={answer.value} problem={problem} onChange={onChange} />
  if (attribute)
    return (
      <FactInput
        attribute={{ ...attribute, label: title }}
        value={answer.value ?? undefined}
        error={problem}
        isRequired={isRequired}
        onChange={(value) => onChange(toStoredValue(value))}
      />
    )
  return (
    <FormField label={title} isRequired={isRequired} error={problem}>
      {(control) => (
        <textarea
          {...control}
          rows={4}
          maxLength={TEXT.long}
          className={CONTROL_CLASS}
          value={typeof answer.value === 'string' ? answer.value : ''}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  )
}

/** Returns what a fact's field passes on as an answer: a blank field is no answer. */
function toStoredValue(value: unknown): AnswerContent['value'] {
  if (value === undefined || value === '') return null
  if (typeof value === 'string' || typeof value === 'number') return value
  if (Array.isArray(value)) return value.map(String)
  return isCertificate(value) ? value : null
}

type CertificateValue = Extract<AnswerContent['value'], { name: string }>
const isCertificate = (value: unknown): value is CertificateValue =>
  typeof value === 'object' && value !== null && 'name' in value

type DetailsProps = {
  answer: AnswerContent
  hasFiles: boolean
  onChange: (changes: Partial<AnswerContent>) => void
  /** The files. */
  children: ReactNode
}

/** Returns a typed source with the scheme that it lacks, unless it is no web address even then. */
function completeSource(text: string): string {
  const completed = completeLink(text)
  return findSourceProblem(completed) === undefined ? completed : text
}

/** What makes an answer checkable: versions and conditions, and where it can be read. */
function Details({ answer: { note, sourceUrl }, hasFiles, onChange, children }: DetailsProps) {
  return (
    <details open={note !== '' || sourceUrl !== '' || hasFiles || undefined}>
      <summary className="inline-flex min-h-11 items-center text-sm text-indigo hover:underline">
        说明、出处与文件
      </summary>
      <div className="space-y-3 pt-1">
        <FormField label="说明" hint="适用的版本、条件，或不支持时的替代办法。">
          {(control) => (
            <textarea
              {...control}
              rows={2}
              maxLength={TEXT.paragraph}
              className={CONTROL_CLASS}
              value={note}
              onChange={({ target }) => onChange({ note: target.value })}
            />
          )}
        </FormField>
        <FormField label="出处网址" error={findSourceProblem(completeSource(sourceUrl))}>
          {(control) => (
            <input
              {...control}
              type="url"
              maxLength={TEXT.link}
              className={CONTROL_CLASS}
              value={sourceUrl}
              onChange={({ target }) => onChange({ sourceUrl: target.value })}
              onBlur={() =>
                completeSource(sourceUrl) !== sourceUrl && onChange({ sourceUrl: completeSource(sourceUrl) })
              }
            />
          )}
        </FormField>
        {children}
      </div>
    </details>
  )
}

type SuggestionsProps = {
  question: AskedQuestion
  answer: AnswerContent
  suggestions: readonly Suggestion[]
  onUse: (suggestion: Suggestion) => void
}

/** Proposed answers, each used with one press; those that equal the answer are left out. */
function Suggestions({ question, answer, suggestions, onUse }: SuggestionsProps) {
  const id = useId()
  const others = suggestions.filter(
    ({ value }) => describeAnswer(question, value) !== describeAnswer(question, answer.value),
  )
  if (others.length === 0) return null
  return (
    <ul className="space-y-2" aria-label="可以直接用的回答">
      {withKeys(others, ({ source }) => source).map(({ key, item }) => (
        <li key={key} className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-sunken px-3 py-2">
          <div id={`${id}-${key}`} className="min-w-0 text-sm wrap-anywhere">
            <p>
              <span className="text-muted">{SUGGESTION_SOURCE_LABELS[item.source]}：</span>
              <span className="whitespace-pre-line">{describeAnswer(question, item.value)}</span>
            </p>
            {[item.note, item.sourceUrl].map(
              (part) =>
                part !== '' && (
                  <p key={part} className="text-muted">
                    {part}
                  </p>
                ),
            )}
          </div>
          <Button variant="secondary" className="px-4" aria-describedby={`${id}-${key}`} onClick={() => onUse(item)}>
            采用
          </Button>
        </li>
      ))}
    </ul>
  )
}
