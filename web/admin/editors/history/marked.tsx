import type { ReactNode } from 'react'
import { getToneClass } from '../../../shared/tone.ts'
import type { Status } from './rich-text-blocks.ts'

type MarkedProps = { status: Status; isEntireValue?: boolean; children: ReactNode }

/** Marks removed text (struck through) and added text (underlined) by colour; entire values only by colour. */
export function Marked({ status, isEntireValue = false, children }: MarkedProps) {
  const className = `rounded-xs bg-tone text-tone ${isEntireValue ? 'no-underline' : ''}`
  if (status === 'removed') return <del className={`${getToneClass('red')} ${className}`}>{children}</del>
  if (status === 'added') return <ins className={`${getToneClass('green')} ${className}`}>{children}</ins>
  return children
}
