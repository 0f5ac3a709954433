import type { ReactNode } from 'react'
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import { PROJECT_STATUS_LABELS } from '#contracts/evaluation-projects/statuses.ts'
import { findTemplate } from '#contracts/evaluation-projects/templates/templates.ts'
import { PAGES } from '#contracts/paths.ts'
import { AGGREGATE_LABELS } from '#contracts/rules/evaluation/aggregate-labels.ts'
import { describeWeightings } from '#contracts/rules/evaluation/describe-weightings.ts'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { Link } from '../../router.tsx'
import { TemplateText } from '../evaluation-projects/setup/template-notice.tsx'

/** The method, the judges, and every change of status with its reason. */
export function ReportProcess({ data }: { data: ReportData }) {
  const { project, judges, absentJudges = [], methodVersion, setup, lockedAt, lockHash, createdAt, steps } = data
  const { grades, aggregate } = setup
  const template = findTemplate(setup.template)
  return (
    <>
      <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-[8rem_minmax(0,1fr)] print:grid-cols-[7rem_minmax(0,1fr)] print:gap-y-1 print:text-xs">
        <Detail label="负责人">{project.ownerName}</Detail>
        <Detail label="评委">
          <ul>
            {judges.map((judge) => (
              <li key={judge.id}>
                <bdi>{judge.name}</bdi>
                <span className="text-muted">{describeTimes(judge)}</span>
              </li>
            ))}
            {withKeys(absentJudges, (name) => name).map(({ key, item: name }) => (
              <li key={key}>
                <bdi>{name}</bdi>
                <span className="text-muted">：没有提交评分，未计入</span>
              </li>
            ))}
          </ul>
        </Detail>
        <Detail label="评估方法">
          <Link to={PAGES.method(methodVersion)} className="text-indigo underline">
            M{methodVersion}
          </Link>
          ，多位评委的分数取<span>{AGGREGATE_LABELS[aggregate]}</span>
        </Detail>
        {template && (
          <Detail label="方法模板">
            <TemplateText template={template} setup={setup} />
          </Detail>
        )}
        <Detail label="权重由来">{describeWeightings(data)}</Detail>
        <Detail label="证据等级">
          {grades.map(({ title, cap }) => `${title}最高计${formatNumber(cap)}分`).join('，')}
        </Detail>
        <Detail label="锁定权重与候选">
          {formatMinute(lockedAt)}
          <span className="block font-mono text-xs break-all text-muted print:text-[0.65rem]">SHA-256 {lockHash}</span>
        </Detail>
        {data.seals && (
          <Detail label="密封的题目">
            <ul className="space-y-1">
              {data.seals.map(({ hash, sealedAt, nonce, questions }) => (
                <li key={hash}>
                  <span>{formatMinute(sealedAt)}</span>密封{questions.length}道题
                  <span className="block font-mono text-xs break-all text-muted print:text-[0.65rem]">
                    SHA-256 {hash}
                  </span>
                  <span className="block font-mono text-xs break-all text-muted print:text-[0.65rem]">
                    <span>随机数 </span>
                    <span>{nonce ?? '已无法解开'}</span>
                  </span>
                </li>
              ))}
            </ul>
          </Detail>
        )}
        <Detail label="定稿">{formatMinute(createdAt)}</Detail>
      </dl>
      <ol className="mt-4 divide-y divide-line border-y border-line text-sm print:mt-3 print:text-xs" aria-label="过程">
        {withKeys(steps, ({ at, to }) => at + to).map(({ key, item: { from, to, at, by, reason } }) => (
          <li key={key} className="flex flex-wrap gap-x-4 py-2 print:py-1">
            <time className="text-muted tabular-nums" dateTime={at}>
              {formatMinute(at)}
            </time>
            <span>
              {PROJECT_STATUS_LABELS[from]} → {PROJECT_STATUS_LABELS[to]}
            </span>
            <bdi>{by}</bdi>
            {reason && <span className="min-w-0 break-words">原因：{reason}</span>}
          </li>
        ))}
      </ol>
    </>
  )
}

/** Describes when a judge submitted, and could first see the scores of others; earlier reports have no times. */
function describeTimes({ submittedAt, othersVisibleAt }: ReportData['judges'][number]): string {
  if (!submittedAt) return ''
  const visible = othersVisibleAt ? `${formatMinute(othersVisibleAt)}起可见他人评分` : '定稿前看不到他人评分'
  return `：${formatMinute(submittedAt)}提交评分，${visible}`
}

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
)
