import encodeQR from 'qr'
import { useMemo } from 'react'

/** Modules around the code that have to stay light (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A text as a QR code: dark on light in either scheme, as scanners expect. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const { size, path } = useMemo(() => drawQrCode(text), [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={className}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" suppressHydrationWarning />
    </svg>
  )
}

/** Returns the code's size with its quiet zone, and its dark modules as a path: a line of them is one rectangle. */
export function drawQrCode(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const path = rows.flatMap((row, y) =>
    listRuns(row).map(({ from, length }) => `M${from} ${y}h${length}v1h-${length}z`),
  )
  return { size: rows.length, path: path.join('') }
}

/** Returns where in a row dark modules follow one another. */
function listRuns(row: readonly boolean[]): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last.from + last.length === x) last.length += 1
    else runs.push({ from: x, length: 1 })
  }
  return runs
}
