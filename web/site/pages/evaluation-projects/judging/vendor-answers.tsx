import type { VendorAnswers as Answered, VendorAnswer } from '#contracts/evaluation-projects/vendor-answer.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { withKeys } from '../../../../shared/with-keys.ts'

type VendorAnswersProps = {
  candidate: string
  vendorAnswers: readonly Answered[]
  grades: readonly { key: string; title: string; cap: number }[]
}

/** What vendors answered about a candidate in an inquiry: evidence of the grade 厂商自述; nothing if none did. */
export function VendorAnswers({ candidate, vendorAnswers, grades }: VendorAnswersProps) {
  const own = vendorAnswers.filter((answered) => answered.candidate === candidate)
  return own.map(({ id, inquiry, submittedAt, hash, grade, answers }) => {
    const own = grades.find(({ key }) => key === grade)
    return (
      <details key={id} className="mt-4 rounded-lg border border-line px-4 py-2">
        <summary className="min-h-11 py-2 text-sm font-medium text-indigo wrap-anywhere hover:underline">
          厂商在征询“{inquiry}”中的回答（{answers.length}）
        </summary>
        <p className="text-sm text-muted">
          <span>{own ? `证据等级：${own.title}，只有它作证据的评分最多计${own.cap}分。` : '厂商自述，未经核实。'}</span>
          {formatMinute(submittedAt)}提交，
          <span className="break-all">SHA-256：{hash}</span>
        </p>
        <dl className="mt-2 space-y-3 pb-2 text-sm">
          {withKeys(answers, ({ question }) => question).map(({ key, item }) => (
            <div key={key}>
              <dt className="font-medium wrap-anywhere">{item.question}</dt>
              <dd>
                <AnswerText answer={item} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
    )
  })
}

const AnswerText = ({ answer: { text, note, sourceUrl, files, catalogue } }: { answer: VendorAnswer }) => (
  <>
    {text !== '' && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
    {note !== '' && <p className="whitespace-pre-line wrap-anywhere text-muted">{note}</p>}
    {sourceUrl !== '' && <p className="break-all text-muted">{sourceUrl}</p>}
    {files.map(({ name, hash }) => (
      <p key={hash} className="break-all text-muted">
        文件：{name}（SHA-256：{hash}）
      </p>
    ))}
    {catalogue !== null && (
      <p className="wrap-anywhere text-muted">
        <span>{catalogue === '' ? '目录中没有这项资料' : `目录：${catalogue}，与回答不一致`}</span>
      </p>
    )}
  </>
)
