import type { ReactNode } from 'react'
import { PAGES } from '#contracts/paths.ts'
import type { Verification } from '#contracts/rules/evaluation/verify-report.ts'
import { isCallError, toErrorMessage } from '../../../shared/call-error.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { ButtonLink } from '../../components/document-links.tsx'
import { scrollToMessage } from '../../components/scroll-to-message.ts'
import type { VerifiedReport } from './verify-report.ts'

const RESULTS: Record<Verification, { title: string; text: string }> = {
  unchanged: { title: '未改动', text: '由本平台签发，内容与签发时完全一致。' },
  changed: { title: '已改动', text: '内容与签发时的哈希不一致，签发后被改动过。' },
  'not-signed': { title: '非本平台签发', text: '签名不是本平台的密钥所签。' },
}

/** The result of a verification, with the report's own data, to be compared with a printed copy. */
export function VerificationResult({ report }: { report: VerifiedReport }) {
  const { result, name, id, createdAt, hash, isCurrent } = report
  const isValid = result === 'unchanged'
  const { title, text } = RESULTS[result]
  return (
    <Notice title={title} isValid={isValid}>
      <p className="mt-1">{text}</p>
      {isValid && isCurrent === false && <p className="mt-1">项目此后又退回修改，这份报告不再是它的最新结论。</p>}
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
          {isCurrent !== undefined && (
            <ButtonLink link={PAGES.report(id)} variant="outline" className="mt-4">
              查看报告
            </ButtonLink>
          )}
        </>
      )}
    </Notice>
  )
}

/** The reason why a report couldn't be verified. */
export const VerificationError = ({ error }: { error: unknown }) => (
  <Notice title="无法核验" isValid={false}>
    <p className="mt-1">
      {isCallError(error) ? toErrorMessage(error) : '这个浏览器不支持Ed25519签名，请换用新版浏览器'}
    </p>
  </Notice>
)

const Notice = ({ title, isValid, children }: { title: string; isValid: boolean; children: ReactNode }) => (
  <div ref={scrollToMessage} className={`card border-l-4 p-5 ${isValid ? 'border-l-indigo' : 'border-l-cinnabar'}`}>
    <p className={`text-2xl font-semibold ${isValid ? 'text-indigo' : 'text-cinnabar'}`}>{title}</p>
    {children}
  </div>
)
