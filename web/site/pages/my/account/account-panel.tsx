import { type ReactNode, type RefObject, useId } from 'react'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { Button } from '../../../components/buttons.tsx'

type AccountPanelProps = {
  title: string
  /** The heading, which gets the focus if the pressed button has disappeared. */
  headingRef: RefObject<HTMLHeadingElement | null>
  /** Shown next to the heading. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of the account page. */
export function AccountPanel({ title, headingRef, aside, children }: AccountPanelProps) {
  const headingId = useId()
  return (
    <section className="card p-5" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={headingId} ref={headingRef} tabIndex={-1} className="text-lg outline-none">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Shows why a panel's data couldn't be loaded, with a button to retry. */
export const PanelError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <div className="mt-3" role="alert">
    <p>{toErrorMessage(error)}</p>
    <Button variant="outline" className="mt-3" onClick={onRetry}>
      重新加载
    </Button>
  </div>
)
