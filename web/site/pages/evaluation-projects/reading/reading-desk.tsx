import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readingCalls } from '#contracts/evaluation-grading/calls.ts'
import type { ReadingRoom } from '#contracts/evaluation-grading/grading.ts'
import type { JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { ErrorNotice } from '../../../components/page-states.tsx'
import { useLeaveGuard } from '../../../components/use-leave-guard.tsx'
import { queryOf } from '../../../query-of.ts'
import { DeskHeader } from './desk-header.tsx'
import { ReadingConflict } from './reading-conflict.tsx'
import { ReadingEnd } from './reading-end.tsx'
import { ReadingHelp } from './reading-help.tsx'
import { ReadingReplies } from './reading-replies.tsx'
import { useReadingKeys } from './use-reading-keys.ts'
import { useReadings } from './use-readings.ts'
import { VerdictBar } from './verdict-bar.tsx'
import { listChoices } from './verdict-choices.ts'

type ReadingDeskProps = { access: JudgeCredentials; run: string; room: ReadingRoom; onLeave: () => void }

const LEAVE_WARNING = '有判定还没有发送，浏览器也没有空间保存，离开后会丢失。'

const itemQuery = (access: JudgeCredentials, item: string) => ({
  ...queryOf(readingCalls.getItem, { body: { access, item } }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Loads the next reply while one is read. */
function usePrefetch(access: JudgeCredentials, item: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (item !== undefined) void client.prefetchQuery(itemQuery(access, item))
  }, [client, access, item])
}

/** One reply, or two side by side, with what the reader says of it; keys do everything. */
export function ReadingDesk({ access, run, room, onLeave }: ReadingDeskProps) {
  const { items, scale } = room
  const { store, state } = useReadings({ access, run, room })
  const isRead = (item: { id: string }) => store.get(item.id).verdict !== null
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      items.findIndex((item) => !isRead(item)),
    ),
  )
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [isWriting, setIsWriting] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const item = items[index]
  const readCount = items.filter(isRead).length
  usePrefetch(access, items[index + 1]?.id)
  const leaveDialog = useLeaveGuard(!state.isStored && state.pending.size > 0, LEAVE_WARNING)
  const choices = listChoices(item?.isPair ?? false, scale)
  const canRead = state.endReason === null

  /** Opens another item, or the end behind the last one, and begins at its top. */
  function open(place: number) {
    setIndex(Math.min(Math.max(place, 0), items.length))
    setIsWriting(false)
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }

  function giveVerdict(key: string): boolean {
    const choice = choices.find((known) => known.key === key)
    if (!choice || !item || !canRead) return false
    store.edit(item.id, { verdict: choice.verdict })
    return true
  }

  useReadingKeys({
    onMove: (distance) => open(index + distance),
    onVerdict: giveVerdict,
    onReason: () => setIsWriting(true),
    onHelp: () => setIsHelpOpen(true),
  })

  return (
    <div className="shell flex min-h-[calc(100dvh-4rem)] flex-col pt-2">
      <DeskHeader
        index={index}
        count={items.length}
        readCount={readCount}
        state={state}
        onHelp={() => setIsHelpOpen(true)}
        onLeave={onLeave}
      />
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {item ? `第${index + 1}条，共${items.length}条` : '已到最后'}
      </h2>
      {item ? (
        <>
          <LoadedItem access={access} id={item.id} isPair={item.isPair} />
          <ReadingConflict id={item.id} store={store} state={state} />
          <VerdictBar
            key={item.id}
            choices={choices}
            isPair={item.isPair}
            reading={store.get(item.id)}
            isWriting={isWriting}
            canRead={canRead}
            isFirst={index === 0}
            onChange={(changes) => store.edit(item.id, changes)}
            onWrite={() => setIsWriting(true)}
            onMove={(distance) => open(index + distance)}
          />
        </>
      ) : (
        <ReadingEnd
          unread={items.length - readCount}
          onBack={() => open(items.length - 1)}
          onUnread={() => open(items.findIndex((known) => !isRead(known)))}
          onLeave={onLeave}
        />
      )}
      <ReadingHelp isOpen={isHelpOpen} scale={scale} onClose={() => setIsHelpOpen(false)} />
      {leaveDialog}
    </div>
  )
}

type LoadedItemProps = { access: JudgeCredentials; id: string; isPair: boolean }

function LoadedItem({ access, id, isPair }: LoadedItemProps) {
  const { data, error, refetch } = useQuery(itemQuery(access, id))
  const [isSource, setIsSource] = useState(false)
  if (data) return <ReadingReplies item={data.data} isSource={isSource} onToggleSource={() => setIsSource(!isSource)} />
  if (error) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  return <div aria-busy="true" className={`mt-6 min-h-80 rounded-xl bg-sunken ${isPair ? '' : 'mx-auto max-w-3xl'}`} />
}
