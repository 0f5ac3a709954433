import { SEAL_GLYPH } from './seal-glyph.ts'

/** The default logo: 鉴 on a cinnabar seal. */
export function Seal({ className = 'size-9' }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <rect x="1" y="1" width="38" height="38" rx="7" className="fill-cinnabar" />
      <rect x="4" y="4" width="32" height="32" rx="4.5" fill="none" className="stroke-paper" strokeWidth="1.2" />
      <path d={SEAL_GLYPH} className="fill-paper" />
    </svg>
  )
}
