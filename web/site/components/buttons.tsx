import type { ComponentProps } from 'react'
import type { ButtonStyle } from '#contracts/vocabulary.ts'

const BASE_CLASS =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-lg border px-5 text-base font-medium transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55'
const VARIANT_CLASSES: Record<ButtonStyle, string> = {
  primary: 'border-transparent bg-indigo text-on-indigo hover:opacity-90',
  secondary: 'border-transparent bg-indigo-tint text-indigo hover:border-indigo',
  outline: 'border-control bg-transparent text-ink hover:border-indigo hover:text-indigo',
}

export const getButtonClass = (variant: ButtonStyle = 'primary', className = ''): string =>
  `${BASE_CLASS} ${VARIANT_CLASSES[variant]} ${className}`

type ButtonProps = ComponentProps<'button'> & { variant?: ButtonStyle; isBusy?: boolean }

/** A button that is disabled while busy, so that it can't be pressed twice. */
export function Button({ variant = 'primary', isBusy = false, className = '', disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      disabled={disabled || isBusy}
      className={getButtonClass(variant, className)}
    />
  )
}
