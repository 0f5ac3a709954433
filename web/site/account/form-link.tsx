import type { ReactNode } from 'react'

/** A secondary action next to a form's button. */
export const FormLink = ({ children, onPress }: { children: ReactNode; onPress: () => void }) => (
  <button
    type="button"
    className="inline-flex min-h-11 items-center justify-center px-2 text-sm font-medium text-indigo hover:underline"
    onClick={onPress}
  >
    {children}
  </button>
)
