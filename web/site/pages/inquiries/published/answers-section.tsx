import { useQuery } from '@tanstack/react-query'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { Inquiry, OpenedAnswers } from '#contracts/inquiries/inquiry.ts'
import type { AskedQuestion, HandedInBy } from '#contracts/inquiries/question.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import { describeAnswer } from '#contracts/rules/inquiries/describe-answer.ts'
import { describeHandedInBy } from '#contracts/rules/inquiries/describe-handed-in-by.ts'
import { formatYuan } from '#contracts/rules/inquiries/format-yuan.ts'
import { getOfferTotal } from '#contracts/rules/inquiries/offer-total.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { dataOf } from '../../../../shared/call-query.ts'
import { download } from '../../../../shared/download.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../../components/page-states.tsx'
import { useDownload } from '../../../components/use-download.ts'
import { queryOf } from '../../../query-of.ts'

/** What vendors have handed in, side by side, beside what the catalogue says. */
export function AnswersSection({ inquiry }: { inquiry: Inquiry }) {
  const { data, error, refetch } = useQuery({
    ...dataOf(queryOf(inquiryCalls.listAnswers, { params: { id: inquiry.id } })),
  })
  if (error) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  if (!data) return <PageSkeleton />
  if (data.length === 0) return <EmptyNotice message="没有厂商在截止前提交回答。" />
  return (
    <section aria-label="回答并排">
      <h2 className="mb-3 text-xl">回答</h2>
      <AnswersTable inquiry={inquiry} opened={data} />
      <AnswerCards inquiry={inquiry} opened={data} />
    </section>
  )
}

type AnswersProps = { inquiry: Inquiry; opened: readonly OpenedAnswers[] }

/** The products of vendors, with the address if several answered for the same product. */
function nameVendors({ contents, invitations }: Inquiry, opened: readonly OpenedAnswers[]): Map<string, string> {
  const invited = opened.map(({ invitation }) => invitations.find(({ id }) => id === invitation))
  return new Map(
    opened.map(({ invitation }, index) => {
      const { product = '', email = '' } = invited[index] ?? {}
      const name = contents.products.find(({ key }) => key === product)?.name ?? ''
      const isShared = invited.filter((other) => other?.product === product).length > 1
      return [invitation, isShared ? `${name}（${email}）` : name]
    }),
  )
}

const AnswersTable = ({ inquiry, opened }: AnswersProps) => {
  const names = nameVendors(inquiry, opened)
  return (
    <div className="relative hidden overflow-x-auto md:block">
      <table className="w-full min-w-160 border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-left align-top">
            <th scope="col" className="sticky left-0 min-w-40 bg-paper py-2 pr-4 font-medium">
              问题
            </th>
            {opened.map(({ invitation, handedIn: { by } }) => (
              <th key={invitation} scope="col" className="min-w-48 py-2 pr-4 font-medium">
                {names.get(invitation)}
                <HandedInByLine by={by} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inquiry.asked.map((question) => (
            <tr key={question.key} className="border-b border-line align-top">
              <th scope="row" className="sticky left-0 bg-paper py-3 pr-4 text-left font-medium">
                <QuestionTitle question={question} />
              </th>
              {opened.map((answers) => (
                <td key={answers.invitation} className="py-3 pr-4">
                  <AnswerCell inquiryId={inquiry.id} question={question} opened={answers} />
                </td>
              ))}
            </tr>
          ))}
          {inquiry.asked.some(({ kind }) => kind === 'price') && (
            <tr className="align-top font-semibold">
              <th scope="row" className="sticky left-0 bg-paper py-3 pr-4 text-left">
                报价合计
              </th>
              {opened.map(({ invitation, handedIn }) => (
                <td key={invitation} className="py-3 pr-4 tabular-nums">
                  {formatYuan(getOfferTotal(inquiry.asked, handedIn.answers))}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

/** The same on narrow screens: a card for each question. */
const AnswerCards = ({ inquiry, opened }: AnswersProps) => {
  const names = nameVendors(inquiry, opened)
  return (
    <ul className="space-y-4 md:hidden">
      {inquiry.asked.map((question) => (
        <li key={question.key} className="card p-4">
          <h3 className="font-medium">
            <QuestionTitle question={question} />
          </h3>
          <dl className="mt-2 space-y-3 text-sm">
            {opened.map((answers) => (
              <div key={answers.invitation}>
                <dt className="text-muted">
                  {names.get(answers.invitation)}
                  <HandedInByLine by={answers.handedIn.by} />
                </dt>
                <dd>
                  <AnswerCell inquiryId={inquiry.id} question={question} opened={answers} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
      {inquiry.asked.some(({ kind }) => kind === 'price') && (
        <li className="card p-4">
          <h3 className="font-medium">报价合计</h3>
          <dl className="mt-2 space-y-2 text-sm">
            {opened.map(({ invitation, handedIn }) => (
              <div key={invitation} className="flex flex-wrap justify-between gap-2">
                <dt className="text-muted">{names.get(invitation)}</dt>
                <dd className="font-semibold tabular-nums">
                  {formatYuan(getOfferTotal(inquiry.asked, handedIn.answers))}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      )}
    </ul>
  )
}

/** Who of the vendor's organisation handed in, if it wasn't done by the link. */
const HandedInByLine = ({ by }: { by: HandedInBy | undefined }) =>
  by ? <span className="block text-sm font-normal wrap-anywhere text-muted">{describeHandedInBy(by)}</span> : null

/** The title of a question; of a price, also its unit and quantity. */
const QuestionTitle = ({ question: { kind, title, unit, quantity, isYearly } }: { question: AskedQuestion }) => (
  <>
    <span>{title}</span>
    {kind === 'price' && (
      <span className="block font-normal text-muted">
        <span>{unit === '' ? `单价，数量${quantity}` : `元／${unit}，数量${quantity}`}</span>
        <span>{isYearly && '，每年'}</span>
      </span>
    )}
  </>
)

type AnswerCellProps = { inquiryId: string; question: AskedQuestion; opened: OpenedAnswers }

/** One answer with its note, source and files; marked if the catalogue says otherwise. */
function AnswerCell({ inquiryId, question, opened: { handedIn, facts } }: AnswerCellProps) {
  const answer = handedIn.answers.find((item) => item.question === question.key)
  const text = describeAnswer(question, answer?.value ?? null)
  const files = handedIn.files.filter((file) => file.question === question.key)
  const isMissing = text === '' && files.length === 0
  const fact = facts.find(({ attribute }) => attribute === question.attribute?.key)
  const known = fact ? describeFactValue(fact, fact.value) : undefined
  return (
    <>
      <p className={`whitespace-pre-line wrap-anywhere ${isMissing ? 'text-muted' : ''}`}>
        {isMissing ? '没有回答' : text}
      </p>
      {answer?.note && <p className="whitespace-pre-line wrap-anywhere text-muted">{answer.note}</p>}
      {answer?.sourceUrl && <p className="break-all text-muted">{answer.sourceUrl}</p>}
      {files.map((file) => (
        <OpenedFile key={file.id} inquiryId={inquiryId} file={file} />
      ))}
      {question.attribute && (
        <p className="mt-1 text-muted">
          <span>{known === undefined ? '目录：未知' : `目录：${known}`}</span>
          {text !== '' && known !== text && (
            <span className="ml-2 inline-block rounded border border-tone bg-tone px-1 text-tone tone-orange">
              {known === undefined ? '新资料' : '不一致'}
            </span>
          )}
        </p>
      )}
    </>
  )
}

function OpenedFile({ inquiryId, file }: { inquiryId: string; file: { id: string; name: string } }) {
  const downloadMutation = useDownload(() =>
    download(inquiryCalls.downloadFile, { params: { id: inquiryId, file: file.id } }),
  )
  return (
    <button
      type="button"
      className="block min-h-11 text-left break-all text-indigo underline"
      aria-label={`下载文件：${file.name}`}
      onClick={() => downloadMutation.mutate()}
    >
      {file.name}
    </button>
  )
}
