import type { ReactNode } from 'react'

type ScreenHeaderProps = {
  title: string
  description?: ReactNode
  actions?: ReactNode
  /** Whether the title differs from the screen's, which the top bar of a narrow window shows. */
  isTitleOwn?: boolean
}

/** The title, description and actions of a screen. */
export function ScreenHeader({ title, description, actions, isTitleOwn = false }: ScreenHeaderProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-5">
      <div className="min-w-0 flex-1 basis-96">
        <h1 className={`text-2xl ${isTitleOwn ? '' : 'max-lg:sr-only'}`}>{title}</h1>
        {description && <p className={`text-sm text-muted ${isTitleOwn ? 'pt-1' : 'lg:pt-1'}`}>{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}

/** The width and padding of a screen that isn't an editor. */
export const ScreenContent = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto w-full max-w-6xl px-4 py-6 md:px-8">{children}</div>
)
