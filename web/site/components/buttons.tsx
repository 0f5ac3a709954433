import type { ComponentProps } from 'react'
import type { ButtonStyle } from '#contracts/vocabulary.ts'

const BASE_CLASS =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-lg border px-5 text-base font-medium transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55'
const VARIANT_CLASSES: Record<ButtonStyle, string> = {
  primary: 'border-transparent bg-indigo text-on-indigo hover:opacity-90',
  secondary: 'border-transparent bg-indigo-tint text-indigo hover:border-indigo',
  outline: 'border-control bg-transparent text-ink hover:border-indigo hover:text-indigo',
}

export const getButtonClass = (variant: ButtonStyle = 'primary', className = ''): string =>
  `${BASE_CLASS} ${VARIANT_CLASSES[variant]} ${className}`

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonStyle
  isBusy?: boolean
  isUnavailable?: boolean
}

/**
 * A button that can't be pressed while it is busy or unavailable. It isn't `disabled` then, which would lose the keyboard's
 * focus, and hide the description of what is missing from screen readers.
 */
export function Button({ variant = 'primary', isBusy, isUnavailable, className = '', onClick, ...rest }: ButtonProps) {
  const isBlocked = isBusy || isUnavailable
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={isBlocked || undefined}
      // Also prevents a form's submission by Enter in a field, which clicks its button.
      onClick={isBlocked ? (event) => event.preventDefault() : onClick}
      className={getButtonClass(variant, className)}
    />
  )
}
