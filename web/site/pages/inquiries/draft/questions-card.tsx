import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { Inquiry, QuestionSuggestion } from '#contracts/inquiries/inquiry.ts'
import type { Question } from '#contracts/inquiries/question.ts'
import { QUESTION_KIND_LABELS } from '#contracts/inquiries/statuses.ts'
import { INQUIRIES } from '#contracts/limits.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { dataOf } from '../../../../shared/call-query.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { ErrorNotice } from '../../../components/page-states.tsx'
import { queryOf } from '../../../query-of.ts'
import { SetupCard } from '../../evaluation-projects/setup/setup-card.tsx'
import type { InquiryEditor } from '../use-inquiry-form.ts'
import { createQuestion, FREE_KINDS, QuestionFields } from './question-fields.tsx'

const createAttributeQuestion = ({ attribute, label }: QuestionSuggestion): Question => ({
  ...createQuestion('attribute'),
  key: attribute,
  attribute,
  title: label,
})

type QuestionsCardProps = { inquiry: Inquiry; editor: InquiryEditor }

/** The questions in their order, which can be changed, and what can be added. */
export function QuestionsCard({ inquiry, editor }: QuestionsCardProps) {
  const { questions } = editor.value
  const [isChoosing, setIsChoosing] = useState(false)
  const setQuestions = (changed: readonly Question[]) => editor.change({ questions: [...changed] })
  const isFull = questions.length >= INQUIRIES.questions
  const replace = (key: string, changes: Partial<Question>) =>
    setQuestions(questions.map((question) => (question.key === key ? { ...question, ...changes } : question)))
  function move(index: number, by: number) {
    const moved = questions.toSpliced(index, 1)
    const question = questions[index]
    if (question) setQuestions(moved.toSpliced(index + by, 0, question))
  }
  return (
    <SetupCard title="问题" lead="产品资料按目录的填法作答，开启后可以与目录逐项对照；报价只在开启后可见。">
      <p className="mb-3 text-sm text-muted tabular-nums">共{questions.length}题</p>
      <ol className="mb-4 space-y-3">
        {questions.map((question, index) => (
          <li key={question.key} className="rounded-lg border border-line p-4">
            <QuestionFields
              question={question}
              index={index}
              errors={editor.errors.filter(({ path }) => path.startsWith(`questions.${index}.`))}
              onChange={(changes) => replace(question.key, changes)}
            />
            <div className="mt-2 flex justify-end">
              <IconButton label={`上移：${question.title}`} isHidden={index === 0} onClick={() => move(index, -1)}>
                <ArrowUp className="size-4" aria-hidden />
              </IconButton>
              <IconButton
                label={`下移：${question.title}`}
                isHidden={index === questions.length - 1}
                onClick={() => move(index, 1)}
              >
                <ArrowDown className="size-4" aria-hidden />
              </IconButton>
              <IconButton
                label={`删除问题：${question.title}`}
                onClick={() => setQuestions(questions.filter(({ key }) => key !== question.key))}
              >
                <X className="size-4" aria-hidden />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      {!isFull && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => setIsChoosing(true)}>
            选产品资料
          </Button>
          {FREE_KINDS.map((kind) => (
            <Button key={kind} variant="outline" onClick={() => setQuestions([...questions, createQuestion(kind)])}>
              加一题：{QUESTION_KIND_LABELS[kind]}
            </Button>
          ))}
        </div>
      )}
      <Dialog isOpen={isChoosing} onClose={() => setIsChoosing(false)} title="选择要问的产品资料">
        <AttributeChoices id={inquiry.id} questions={questions} onChange={setQuestions} />
      </Dialog>
    </SetupCard>
  )
}

type IconButtonProps = { label: string; isHidden?: boolean; onClick: () => void; children: ReactNode }

const IconButton = ({ label, isHidden = false, onClick, children }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    className={`inline-flex size-11 items-center justify-center text-muted hover:text-ink ${isHidden ? 'invisible' : ''}`}
    onClick={onClick}
  >
    {children}
  </button>
)

type AttributeChoicesProps = {
  id: string
  questions: readonly Question[]
  onChange: (questions: readonly Question[]) => void
}

/** The attributes that can be asked for, those first that the catalogue doesn't know of the products. */
function AttributeChoices({ id, questions, onChange }: AttributeChoicesProps) {
  const { data, error, refetch } = useQuery({
    ...dataOf(queryOf(inquiryCalls.listSuggestions, { params: { id } })),
    staleTime: 0,
  })
  if (error) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  if (!data) return <p className="text-muted">正在加载……</p>
  const isAsked = (attribute: string) => questions.some((question) => question.attribute === attribute)
  return (
    <ul className="divide-y divide-line">
      {data.map((suggestion) => (
        <li key={suggestion.attribute}>
          <label className="flex min-h-11 items-start gap-3 py-2">
            <input
              type="checkbox"
              className="mt-1.5 size-4 accent-indigo"
              checked={isAsked(suggestion.attribute)}
              onChange={({ target }) =>
                onChange(
                  target.checked
                    ? [...questions, createAttributeQuestion(suggestion)]
                    : questions.filter(({ attribute }) => attribute !== suggestion.attribute),
                )
              }
            />
            <span className="min-w-0">
              <span>{suggestion.label}</span>
              <span className="ml-2 text-sm text-muted">{suggestion.group}</span>
              {suggestion.unknown.length > 0 && (
                <span className="block text-sm">未知：{suggestion.unknown.join('、')}</span>
              )}
              {suggestion.stale.length > 0 && (
                <span className="block text-sm text-muted">待更新：{suggestion.stale.join('、')}</span>
              )}
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}
