import type { ReactNode } from 'react'

/** A button in the style of a link, for a secondary action of a form. */
export const LinkButton = ({ children, onClick }: { children: ReactNode; onClick: () => void }) => (
  <button
    type="button"
    className="inline-flex min-h-11 items-center justify-center px-2 text-sm font-medium text-indigo hover:underline"
    onClick={onClick}
  >
    {children}
  </button>
)
