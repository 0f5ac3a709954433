import type { ReactNode } from 'react'

/** A way on from a form, beside its button. */
export const FormLink = ({ children, onPress }: { children: ReactNode; onPress: () => void }) => (
  <button
    type="button"
    className="inline-flex min-h-11 items-center justify-center px-2 text-sm font-medium text-indigo hover:underline"
    onClick={onPress}
  >
    {children}
  </button>
)
