import encodeQR from 'qr'
import { useMemo } from 'react'

/** The width of the quiet zone in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A QR code, dark on light in both colour schemes, as scanners expect. */
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

/**
 * Returns the size of the code in modules, with its quiet zone, and an SVG path with a rectangle per run of dark
 * modules.
 */
export function drawQrCode(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const path = rows.flatMap((row, y) =>
    listRuns(row).map(({ from, length }) => `M${from} ${y}h${length}v1h-${length}z`),
  )
  return { size: rows.length, path: path.join('') }
}

/** Returns the runs of dark modules in a row. */
function listRuns(row: readonly boolean[]): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = []
  for (const [x, isDark] of row.entries()) {
    const lastRun = runs.at(-1)
    if (!isDark) continue
    if (lastRun && lastRun.from + lastRun.length === x) lastRun.length += 1
    else runs.push({ from: x, length: 1 })
  }
  return runs
}
