import { useState } from 'react'
import { DAY_MS } from '#contracts/durations.ts'
import type { BankDetails } from '#contracts/question-banks/bank.ts'
import { useSession } from '../../session/session.ts'
import { createStoredValue } from '../../stored-value.ts'

const LIFETIME_MS = 14 * DAY_MS

/** What the details are of, and with which they begin. */
type DraftTarget = { key: string; initial: BankDetails }

/** Returns the key of a draft: that of a bank's next version, which another version has replaced, is no longer shown. */
export const toDraftKey = ({ id, version }: { id: string; version: number }): string => `${id}.${version}`

/** Returns the details of a bank as they are typed, which survive a reload of the tab until they are saved. */
export function useBankDetails(first: DraftTarget) {
  const { user } = useSession()
  function open({ key, initial }: DraftTarget) {
    const storage = createStoredValue<unknown>(`zhijian.bank.${user?._id}.${key}`, LIFETIME_MS, () => sessionStorage)
    return { storage, details: restoreDetails(storage.read(), initial) }
  }
  const [draft, setDraft] = useState(() => open(first))
  return {
    details: draft.details,
    change(details: BankDetails): void {
      draft.storage.write(details)
      setDraft({ storage: draft.storage, details })
    },
    select: (target: DraftTarget): void => setDraft(open(target)),
    clear: (): void => {
      draft.storage.clear()
    },
  }
}

/** Returns the initial details with the texts of a stored draft, which may be anything. */
export function restoreDetails(stored: unknown, initial: BankDetails): BankDetails {
  const texts: Readonly<Record<string, unknown>> = Object(stored)
  const getText = (name: keyof BankDetails) => (typeof texts[name] === 'string' ? texts[name] : initial[name])
  return {
    title: getText('title'),
    description: getText('description'),
    licence: getText('licence'),
    source: getText('source'),
    tags: getText('tags'),
  }
}
