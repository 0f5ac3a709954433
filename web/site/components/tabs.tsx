import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

type TabsProps<Id extends string> = {
  tabs: readonly { id: Id; label: string; content: ReactNode }[]
  label: string
  current: Id
  onChoose: (id: Id) => void
  /** Prints all panels one after another, each under its label. */
  printAll?: boolean
  /** Keeps panels mounted once they were opened, so that their input isn't lost. */
  keepMounted?: boolean
}

/** With more tabs, they are spaced closely on the narrowest screens, so that the last one is visible. */
const MAX_SPACED_TABS = 4

/** Tabs by the WAI-ARIA pattern, which can be changed by the arrow keys, Home and End. */
export function Tabs<Id extends string>({
  tabs,
  label,
  current,
  onChoose,
  printAll = false,
  keepMounted = false,
}: TabsProps<Id>) {
  const tabList = useRef<HTMLDivElement>(null)
  const [openedIds, setOpenedIds] = useState<readonly Id[]>([current])
  if (keepMounted && !openedIds.includes(current)) setOpenedIds([...openedIds, current])

  const isSpaced = tabs.length <= MAX_SPACED_TABS
  const isRendered = (id: Id) => id === current || printAll || (keepMounted && openedIds.includes(id))

  function handleKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex(({ id }) => id === current)
    const targets: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: tabs.length - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    const next = tabs[(target + tabs.length) % tabs.length]
    if (!next) return
    onChoose(next.id)
    tabList.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus()
  }

  return (
    <>
      <div
        ref={tabList}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKeyDown}
        className={`flex overflow-x-auto border-b border-line ${isSpaced ? 'gap-1' : 'min-[25rem]:gap-1'}`}
        data-print="none"
      >
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            aria-selected={id === current}
            aria-controls={`panel-${id}`}
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChoose(id)}
            className={`min-h-11 shrink-0 border-b-2 border-transparent font-medium text-muted hover:text-ink aria-selected:border-indigo aria-selected:text-indigo sm:px-4 ${isSpaced ? 'px-3' : 'px-1.5 text-sm min-[30rem]:px-3 min-[30rem]:text-base'}`}
          >
            {text}
          </button>
        ))}
      </div>
      {tabs.map(({ id, label: text, content }) => (
        <div
          key={id}
          id={`panel-${id}`}
          role="tabpanel"
          aria-labelledby={`tab-${id}`}
          hidden={id !== current && !printAll}
          className={id === current ? 'pt-8' : 'pt-8 not-print:hidden'}
        >
          {printAll && <h2 className="mb-4 hidden text-2xl print:block">{text}</h2>}
          {isRendered(id) && content}
        </div>
      ))}
    </>
  )
}
