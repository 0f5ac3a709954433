import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PAGES } from '#contracts/paths.ts'
import { productQuestionCalls } from '#contracts/product-questions/calls.ts'
import { QUESTION_MESSAGES as MESSAGES } from '#contracts/product-questions/messages.ts'
import type { PublicQuestion } from '#contracts/product-questions/post.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatDay } from '../../../shared/formats.ts'
import { useAccountDialogs } from '../../account/use-account-dialogs.tsx'
import { Button } from '../../components/buttons.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
import { Tag } from '../../components/tag.tsx'
import { queryOf } from '../../query-of.ts'
import { Link } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { ReportButton } from '../abuse-reports/report-button.tsx'
import { PostForm } from './post-form.tsx'

type QuestionsSectionProps = { catalogue: Catalogue; product: { id: string; name: string } }

/** The published questions about a product with their answers, and the forms to ask and answer. */
export function QuestionsSection({ catalogue, product }: QuestionsSectionProps) {
  const [page, setPage] = useState(1)
  const { data, error, isPending, isLoadingError, refetch } = useQuery({
    ...queryOf(productQuestionCalls.list, { params: { catalogue, id: product.id }, query: { page } }),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <p className="text-muted">正在加载问答……</p>
  if (isLoadingError)
    return <ErrorNotice message={toErrorMessage(error, MESSAGES.listFailed)} onRetry={() => refetch()} />
  const { data: questions, pagination } = data
  return (
    <div className="max-w-4xl space-y-8">
      <PostAction
        label="提问"
        purpose={`就“${product.name}”提问`}
        storageKey={`question.${product.id}`}
        hint="问题与回答审核通过后展示，不显示姓名。请不要写联系方式。"
        send={(text) => call(productQuestionCalls.ask, { params: { catalogue, id: product.id }, body: { text } })}
      />
      {questions.length === 0 && <p className="text-muted">还没有问答。想了解什么，可以第一个提问。</p>}
      <ul className="space-y-6">
        {questions.map((question) => (
          <li key={question.id}>
            <Question catalogue={catalogue} product={product} question={question} />
          </li>
        ))}
      </ul>
      {pagination.total > 1 && (
        <div className="flex items-center gap-4">
          {page > 1 && (
            <Button variant="outline" onClick={() => setPage(page - 1)}>
              上一页
            </Button>
          )}
          <p className="tabular-nums">
            第{pagination.current}页，共{pagination.total}页
          </p>
          {page < pagination.total && (
            <Button variant="outline" onClick={() => setPage(page + 1)}>
              下一页
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Question({ catalogue, product, question }: QuestionsSectionProps & { question: PublicQuestion }) {
  return (
    <article className="card p-5 md:p-6">
      <h2 className="text-base text-wrap whitespace-pre-line wrap-anywhere">{question.text}</h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <span className="tabular-nums">{formatDay(question.publishedAt)}</span>
        <ReportButton kind="post" id={question.id} noun="这个提问" />
      </p>
      {question.answers.length === 0 && <p className="mt-3 text-muted">还没有回答。</p>}
      <ul className="mt-3 divide-y divide-line">
        {question.answers.map(({ id, text, isVendor, publishedAt }) => (
          <li key={id} className="py-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              <Tag>{isVendor ? '厂商' : '会员'}</Tag>
              <span className="tabular-nums">{formatDay(publishedAt)}</span>
              <ReportButton kind="post" id={id} noun="这个回答" />
            </p>
            <p className="mt-1.5 whitespace-pre-line wrap-anywhere">{text}</p>
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <PostAction
          label="回答"
          purpose={`回答“${question.text}”`}
          storageKey={`answer.${question.id}`}
          hint="能代表该产品厂商的账号，其回答标为“厂商”。审核通过后展示。"
          send={(text) =>
            call(productQuestionCalls.answer, {
              params: { catalogue, id: product.id, question: question.id },
              body: { text },
            })
          }
        />
      </div>
    </article>
  )
}

type PostActionProps = {
  label: string
  purpose: string
  storageKey: string
  hint: string
  send: (text: string) => Promise<{ message?: string | undefined }>
}

/** A button that opens a form, after a sign-in if necessary; once sent, a link to one's own questions. */
function PostAction({ label, purpose, storageKey, hint, send }: PostActionProps) {
  const { user } = useSession()
  const [status, setStatus] = useState<'closed' | 'open' | 'sent'>('closed')
  const { show, preload, dialogs } = useAccountDialogs({
    reason: `登录后即可${purpose}。`,
    onSignedIn: () => setStatus('open'),
  })
  if (status === 'open' && user)
    return (
      <PostForm
        label={label}
        purpose={purpose}
        hint={hint}
        storageKey={`zhijian.${storageKey}.${user._id}`}
        send={send}
        onSent={() => setStatus('sent')}
        onCancel={() => setStatus('closed')}
      />
    )
  return (
    <>
      {status === 'sent' && (
        <p role="status" className="mb-3">
          已提交，审核通过后展示。进度在
          <Link to={PAGES.myQuestions} className="text-indigo underline">
            我的问答
          </Link>
          中。
        </p>
      )}
      <Button
        variant="outline"
        aria-label={purpose}
        aria-haspopup={user ? undefined : 'dialog'}
        onPointerEnter={user ? undefined : preload}
        onClick={() => (user ? setStatus('open') : void show('sign-in'))}
      >
        {label}
      </Button>
      {dialogs}
    </>
  )
}
