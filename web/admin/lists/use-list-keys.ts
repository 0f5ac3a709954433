import type { RefObject } from 'react'
import { useShortcuts } from '../components/use-shortcuts.ts'

/** The attribute of a row or card; those of the layout that isn't shown are skipped. */
const RECORD = '[data-record]'
const MAIN_ACTION = 'a[href], button:not([disabled])'
const CHECKBOX = 'input[type="checkbox"]'

/**
 * Handles the keys of a list of records: `J` and `K` move the focus to the next and the previous record's first link or
 * button, which Enter presses natively, `E` presses it, `X` selects the record, and `?` explains them.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, onHelp: () => void): void {
  const listRecords = () =>
    [...(list.current?.querySelectorAll<HTMLElement>(RECORD) ?? [])].filter((record) => record.checkVisibility())
  const findCurrent = () => document.activeElement?.closest<HTMLElement>(RECORD) ?? null

  function move(step: 1 | -1) {
    const records = listRecords()
    const index = records.indexOf(findCurrent() ?? document.body)
    const next = records[index === -1 ? 0 : index + step]
    if (!next) return
    const target = next.querySelector<HTMLElement>(MAIN_ACTION) ?? next
    target.focus({ preventScroll: true })
    next.scrollIntoView({ block: 'nearest' })
  }
  const press = (selector: string) => findCurrent()?.querySelector<HTMLElement>(selector)?.click()

  useShortcuts(
    {
      j: () => move(1),
      k: () => move(-1),
      e: () => press(MAIN_ACTION),
      x: () => press(CHECKBOX),
      '?': onHelp,
    },
    list,
  )
}
