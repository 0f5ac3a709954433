import type { Inquiry } from '#contracts/inquiries/inquiry.ts'
import { QUESTION_KIND_LABELS } from '#contracts/inquiries/statuses.ts'
import { formatMinute } from '../../../../shared/formats.ts'

/** What a vendor sees: who asks, until when, and the questions in their order. */
export const DraftPreview = ({ inquiry: { contents, askerName, asked } }: { inquiry: Inquiry }) => (
  <div className="space-y-4">
    <h3 className="text-xl">{contents.title}</h3>
    <p className="text-muted">
      <span>{askerName === '' ? '询问人没有署名' : `询问人：${askerName}`}</span>
      <span>{contents.deadline ? `；${formatMinute(contents.deadline)}（北京时间）截止` : '；还没有截止时间'}</span>
    </p>
    {contents.background !== '' && <p className="whitespace-pre-line">{contents.background}</p>}
    {contents.terms !== '' && <p className="whitespace-pre-line">{contents.terms}</p>}
    <ol className="space-y-3">
      {asked.map(({ key, title, hint, kind, isRequired, attribute, unit, quantity }, index) => (
        <li key={key} className="rounded-lg border border-line p-4">
          <p className="text-sm text-muted">
            第{index + 1}题，{QUESTION_KIND_LABELS[kind]}
            <span>{isRequired ? '，必答' : '，选答'}</span>
          </p>
          <p className="font-medium">{title || '（还没有填写问题）'}</p>
          {hint !== '' && <p className="text-sm whitespace-pre-line text-muted">{hint}</p>}
          {attribute && attribute.choices.length > 0 && (
            <p className="text-sm text-muted">选项：{attribute.choices.join('、')}</p>
          )}
          {kind === 'price' && (
            <p className="text-sm text-muted">
              <span>{unit === '' ? '元' : `元／${unit}`}</span>
              <span>{`，数量${quantity}`}</span>
            </p>
          )}
        </li>
      ))}
    </ol>
  </div>
)
