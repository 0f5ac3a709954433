import type { ReactNode } from 'react'
import { BADGE_STATUS_LABELS } from '#contracts/badges/statuses.ts'
import { PAGES } from '#contracts/paths.ts'
import { describeReportOrigin } from '#contracts/rules/evaluation/describe-report-origin.ts'
import type { Verification } from '#contracts/rules/evaluation/verify-report.ts'
import { isCallError, toErrorMessage } from '../../../shared/call-error.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { ButtonLink } from '../../components/document-links.tsx'
import { scrollToMessage } from '../../components/scroll-to-message.ts'
import { useBrand } from '../../site-context.tsx'
import { AppendixCheck } from './appendix-check.tsx'
import { SealResults } from './seal-results.tsx'
import { SigningResult } from './signing-result.tsx'
import type {
  BadgeResult,
  OnlineStatus,
  SelfAssessedResult,
  SignedReportResult,
  VerifiedReport,
} from './verify-report.ts'

const RESULTS: Record<Verification, { title: string; text: string }> = {
  unchanged: { title: '未改动', text: '内容与定稿时由平台签名的完全一致。签名只证明没有改动，不代表平台认可结论。' },
  changed: { title: '已改动', text: '内容与签发时的哈希不一致，签发后被改动过。' },
  'not-signed': { title: '非本平台签发', text: '签名不是本平台的密钥所签。' },
}

/** The result of a verification, with the report's data, to be compared with a printed copy. */
export function VerificationResult({ report }: { report: VerifiedReport }) {
  if (report.kind === 'badge') return <BadgeNotice badge={report} />
  return report.kind === 'signed' ? <SignedReportNotice report={report} /> : <SelfAssessedNotice report={report} />
}

const BADGE_RESULTS: Record<Verification, { title: string; text: string }> = {
  unchanged: { title: '徽章未改动', text: '内容与平台签发时的完全一致。' },
  changed: RESULTS.changed,
  'not-signed': RESULTS['not-signed'],
}

/** Says whether a badge is as it was issued, whether it still counts, and what the platform says now. */
function BadgeNotice({ badge: { result, productName, text, expiresAt, present } }: { badge: BadgeResult }) {
  const isValid = result === 'unchanged'
  const isExpired = expiresAt !== '' && Date.parse(expiresAt) <= Date.now()
  const { title, text: explanation } = BADGE_RESULTS[result]
  return (
    <Notice title={title} tone={isValid ? 'valid' : 'invalid'}>
      <p className="mt-1">{explanation}</p>
      {isValid && (
        <>
          <Sentences texts={[`${productName}：${text}。`]} tone="plain" />
          {isExpired && (
            <Sentences texts={[`这份徽章已于${formatMinute(expiresAt)}失效，请重新读取。`]} tone="warning" />
          )}
          <Sentences texts={[describePresent(present)]} tone={present === 'valid' ? 'plain' : 'warning'} />
        </>
      )}
    </Notice>
  )
}

function describePresent(present: BadgeResult['present']): string {
  if (present === undefined) return '没有联系上平台，不知道评估现在是否有效。'
  return present === 'removed' ? '平台上已没有这个产品的评估。' : `平台现在的状态：${BADGE_STATUS_LABELS[present]}。`
}

function SignedReportNotice({ report }: { report: SignedReportResult }) {
  const { result, name, id, createdAt, hash, appendix, seals, signing, online } = report
  const isValid = result === 'unchanged'
  const { title, text } = RESULTS[result]
  return (
    <Notice title={title} tone={isValid ? 'valid' : 'invalid'}>
      <p className="mt-1">{text}</p>
      {isValid && <OnlineNotice report={report} />}
      {isValid && (
        <>
          <dl className="mt-4 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[6rem_minmax(0,1fr)]">
            <dt className="text-muted">报告</dt>
            <dd className="break-words">{name}</dd>
            <dt className="text-muted">编号</dt>
            <dd className="font-mono break-all">{id}</dd>
            <dt className="text-muted">定稿时间</dt>
            <dd>{createdAt && formatMinute(createdAt)}</dd>
            <dt className="text-muted">SHA-256</dt>
            <dd className="font-mono break-all">{hash}</dd>
          </dl>
          {online !== undefined && online !== 'removed' && (
            <ButtonLink link={PAGES.report(id)} variant="outline" className="mt-4">
              查看报告
            </ButtonLink>
          )}
          {signing && <SigningResult signing={signing} />}
          {seals.length > 0 && <SealResults seals={seals} />}
          {appendix && <AppendixCheck key={id} appendix={appendix} />}
        </>
      )}
    </Notice>
  )
}

/** Says whose word a report is, and what became of it since it was signed: unchanged isn't approved, or up to date. */
function OnlineNotice({ report: { online, ownerName } }: { report: SignedReportResult }) {
  if (online === undefined)
    return (
      <Sentences
        texts={['没有联系上平台，不知道这份报告是否由平台审核发布，此后是否被新的报告取代或撤回。']}
        tone="plain"
      />
    )
  if (online === 'removed') return <Sentences texts={[REMOVED]} tone="warning" />
  return (
    <>
      <Sentences texts={[describeReportOrigin(ownerName, online.isPublished)]} tone="plain" />
      <Sentences texts={describeOnlineStatus(online)} tone="warning" />
    </>
  )
}

const Sentences = ({ texts, tone }: { texts: readonly string[]; tone: 'plain' | 'warning' }) =>
  texts.map((text) => (
    <p key={text} className={tone === 'warning' ? 'mt-1 font-medium text-cinnabar' : 'mt-1'}>
      {text}
    </p>
  ))

const REMOVED = '平台上已没有这份报告：所属项目已删除，或已移入回收站。'

function describeOnlineStatus({ isCurrent, newerAt, withdrawnAt }: OnlineStatus): string[] {
  const outdated = newerAt
    ? `项目此后又退回修改，${formatMinute(newerAt)}有了新的报告，这份不再是最新结论。`
    : '项目此后又退回修改，这份报告不再是它的最新结论。'
  return [
    ...(isCurrent ? [] : [outdated]),
    ...(withdrawnAt ? [`以这份报告发布的平台评估，已于${formatMinute(withdrawnAt)}撤回。`] : []),
  ]
}

/** Says of a report that anyone can have filled in what it is, and what was stored when it was created. */
function SelfAssessedNotice({ report: { report, isUnchanged } }: { report: SelfAssessedResult }) {
  const { name } = useBrand()
  const { reportId, productName, createdAt, techScore, businessScore, marketScore, score, recommendation } = report
  return (
    <Notice title={report.disclaimer} tone={isUnchanged ? 'neutral' : 'invalid'}>
      {!isUnchanged && <p className="mt-1 font-semibold text-cinnabar">文件与平台留存的内容不一致，生成后被改动过。</p>}
      <p className="mt-1 max-w-prose">
        这是用评估工具生成的报告，没有签名：产品名称与得分由评估人自行填写，任何人都可生成，{name}
        只计算与留存。以下是留存的内容，可与手上的报告逐项核对。
      </p>
      <dl className="mt-4 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[6rem_minmax(0,1fr)]">
        <dt className="text-muted">产品名称</dt>
        <dd className="break-words">
          <bdi>{productName}</bdi>
        </dd>
        <dt className="text-muted">编号</dt>
        <dd className="font-mono break-all">{reportId}</dd>
        <dt className="text-muted">生成时间</dt>
        <dd>{formatMinute(createdAt)}</dd>
        <dt className="text-muted">三项得分</dt>
        <dd>
          技术{techScore}，商业{businessScore}，市场{marketScore}
        </dd>
        <dt className="text-muted">计算结果</dt>
        <dd>
          {score}分，{recommendation}
        </dd>
      </dl>
      <ButtonLink link={PAGES.report(reportId)} variant="outline" className="mt-4">
        查看报告
      </ButtonLink>
    </Notice>
  )
}

/** The reason why a report couldn't be verified. */
export const VerificationError = ({ error }: { error: unknown }) => (
  <Notice title="无法核验" tone="invalid">
    <p className="mt-1">
      {isCallError(error) ? toErrorMessage(error) : '这个浏览器不支持Ed25519签名，请换用新版浏览器'}
    </p>
  </Notice>
)

const TONE_CLASSES = {
  valid: { card: 'border-l-indigo', title: 'text-indigo' },
  invalid: { card: 'border-l-cinnabar', title: 'text-cinnabar' },
  neutral: { card: 'border-l-muted', title: '' },
} as const

type NoticeProps = { title: string; tone: keyof typeof TONE_CLASSES; children: ReactNode }

const Notice = ({ title, tone, children }: NoticeProps) => (
  <div ref={scrollToMessage} className={`card border-l-4 p-5 ${TONE_CLASSES[tone].card}`}>
    <p className={`text-2xl font-semibold ${TONE_CLASSES[tone].title}`}>{title}</p>
    {children}
  </div>
)
