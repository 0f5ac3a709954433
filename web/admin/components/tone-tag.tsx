import type { ReactNode } from 'react'
import { getToneClass } from '../../shared/tone.ts'

type ToneTagProps = {
  /** The name of a colour; an unknown one is grey. */
  tone: string
  className?: string
  children: ReactNode
}

/** A short text in a frame, in the colours of a tone. */
export const ToneTag = ({ tone, className = '', children }: ToneTagProps) => (
  <span
    className={`${getToneClass(tone)} rounded border border-tone bg-tone px-1.5 font-normal whitespace-nowrap text-tone ${className}`}
  >
    {children}
  </span>
)
