import type { SealVerification, VerifiedSeal } from '#contracts/rules/evaluation/seal.ts'
import { formatMinute } from '../../../shared/formats.ts'

const TEXTS: Record<SealVerification, string> = {
  matches: '与密封时公布的一致，题目没有改动。',
  differs: '与密封时公布的不一致。',
  lost: '平台已无法解开随机数，不能核对。',
}

/** Says of each seal that a report opens whether its questions are those that were sealed. */
export const SealResults = ({ seals }: { seals: readonly VerifiedSeal[] }) => (
  <section className="mt-5 border-t border-line pt-4">
    <h2 className="text-base font-semibold">密封的题目</h2>
    <p className="mt-1 text-sm text-muted">
      由报告中的随机数与题目重新计算。哈希应与密封当时公布在项目页上、告知厂商的一致。
    </p>
    <ul className="mt-2 space-y-2">
      {seals.map(({ hash, sealedAt, count, result }) => (
        <li key={hash}>
          <p>
            <span>{formatMinute(sealedAt)}</span>密封的{count}道题：
            <span className={result === 'matches' ? 'text-indigo' : 'text-cinnabar'}>{TEXTS[result]}</span>
          </p>
          <p className="font-mono text-xs break-all text-muted">SHA-256 {hash}</p>
        </li>
      ))}
    </ul>
  </section>
)
