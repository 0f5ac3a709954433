import type { ReactNode } from 'react'

type VerdictSealProps = {
  verdict: string
  className?: string
  /** Whether the verdict follows from scores that anyone can enter. It is then in a grey frame, which is no seal. */
  isSelfAssessed?: boolean
}

/**
 * A verdict as a seal. Verdicts differ by shape and text, not only by colour: 强烈推荐 is white on a cinnabar square,
 * 推荐 is in a cinnabar frame, 谨慎推荐 in a circle, 暂不推荐 in an octagon. Any other text from a document is shown as a label.
 */
export function VerdictSeal({ verdict, className = 'size-20', isSelfAssessed = false }: VerdictSealProps) {
  const drawing = DRAWINGS[verdict]
  if (verdict === '') return null
  if (!drawing)
    return (
      <span className="inline-block rounded border border-control px-2 text-sm font-semibold text-muted">
        {verdict}
      </span>
    )
  return (
    <svg
      className={`shrink-0 ${className}`}
      viewBox="0 0 64 64"
      role="img"
      aria-label={isSelfAssessed ? `自填结论：${verdict}` : `结论：${verdict}`}
    >
      {isSelfAssessed ? <SelfAssessedDrawing verdict={verdict} /> : drawing}
    </svg>
  )
}

function SelfAssessedDrawing({ verdict }: { verdict: string }) {
  const half = Math.ceil(verdict.length / 2)
  return (
    <>
      <rect x="2" y="9" width="60" height="46" rx="4" fill="none" className="stroke-muted" strokeWidth="1.5" />
      {verdict.length > 2 ? (
        <SquareText lines={[verdict.slice(0, half), verdict.slice(half)]} className="fill-muted" isSmall />
      ) : (
        <text x="32" y="39" fontSize="20" fontWeight="700" textAnchor="middle" className="fill-muted">
          {verdict}
        </text>
      )}
    </>
  )
}

const DRAWINGS: Readonly<Record<string, ReactNode>> = {
  强烈推荐: (
    <>
      <rect x="1" y="1" width="62" height="62" rx="5" className="fill-cinnabar" />
      <rect x="4.5" y="4.5" width="55" height="55" rx="3" fill="none" className="stroke-paper" strokeWidth="1" />
      <SquareText lines={['强烈', '推荐']} className="fill-paper" />
    </>
  ),
  推荐: (
    <>
      <rect x="13" y="2" width="38" height="60" rx="4" fill="none" className="stroke-cinnabar" strokeWidth="3.5" />
      <ColumnText word="推荐" className="fill-cinnabar" />
    </>
  ),
  谨慎推荐: (
    <>
      <circle cx="32" cy="32" r="30" fill="none" className="stroke-ink" strokeWidth="2.5" />
      <SquareText lines={['谨慎', '推荐']} className="fill-ink" isSmall />
    </>
  ),
  暂不推荐: (
    <>
      <path
        d="M20 2h24l18 18v24L44 62H20L2 44V20z"
        fill="none"
        className="stroke-muted"
        strokeWidth="2"
        strokeDasharray="5 3"
      />
      <SquareText lines={['暂不', '推荐']} className="fill-muted" isSmall />
    </>
  ),
}

type SquareTextProps = { lines: readonly [string, string]; className: string; isSmall?: boolean }

/** Four characters in two rows; `isSmall` leaves room for a round frame. */
function SquareText({ lines, className, isSmall = false }: SquareTextProps) {
  return (
    <g className={className} fontSize={isSmall ? 18 : 23} fontWeight="700" textAnchor="middle">
      <text x="32" y={isSmall ? 28.5 : 27.5}>
        {lines[0]}
      </text>
      <text x="32" y={isSmall ? 48.5 : 53}>
        {lines[1]}
      </text>
    </g>
  )
}

function ColumnText({ word, className }: { word: string; className: string }) {
  const [upper, lower] = [...word]
  return (
    <g className={className} fontSize="25" fontWeight="700" textAnchor="middle">
      <text x="32" y="27.5">
        {upper}
      </text>
      <text x="32" y="54.5">
        {lower}
      </text>
    </g>
  )
}
