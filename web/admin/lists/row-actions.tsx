import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'
import { getUnavailableProps } from '../components/unavailable-button.ts'

/** The actions of a list item: in one line of a table, which a phone may wrap. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-4 md:flex-nowrap md:gap-x-3">{children}</div>
)

/** On a phone, the target extends beyond the text; in a table, it is as tall as a line. */
const ACTION_CLASS = 'min-h-11 px-2 max-md:-mx-2 md:min-h-8 md:px-0 md:py-0'

type RowActionProps = {
  /** The accessible name, which also names the item. */
  label: string
  onClick: () => void
  isDanger?: boolean
  /** Whether the action is running. */
  isBusy?: boolean
  /** Whether it can't be started, such as while another action on the item is running. */
  isUnavailable?: boolean
  title?: string
  children: ReactNode
}

/** An action of a list item, as text. */
export const RowAction = (props: RowActionProps) => {
  const { label, onClick, isDanger = false, isBusy = false, isUnavailable = false, title, children } = props
  return (
    <Button
      type="link"
      danger={isDanger}
      loading={isBusy}
      title={title}
      aria-label={label}
      onClick={onClick}
      // Last, since they replace `onClick` while it is unavailable.
      {...getUnavailableProps(isUnavailable, ACTION_CLASS)}
    >
      {children}
    </Button>
  )
}

type RowLinkProps = { label: string; to: string; state?: unknown; target?: '_blank'; children: ReactNode }

/** An action of a list item that opens a page. */
export const RowLink = ({ label, to, state, target, children }: RowLinkProps) => (
  <Button
    type="link"
    href={useHref(to)}
    target={target}
    aria-label={label}
    className={ACTION_CLASS}
    onClick={useLinkClickHandler<HTMLElement>(to, { state, target })}
  >
    {children}
  </Button>
)
