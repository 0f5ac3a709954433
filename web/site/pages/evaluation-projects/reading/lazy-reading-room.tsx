import { useEffect } from 'react'
import type { JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../../components/page-states.tsx'
import { createLazyImport, useLazyComponent } from '../../../lazy-import.ts'

const lazyReadingRoom = createLazyImport(async () => (await import('./reading-room.tsx')).ReadingRoom)

/** The reading room, loaded when it is entered. */
export function LazyReadingRoom(props: { access: JudgeCredentials; run: string; onLeave: () => void }) {
  const { Component: ReadingRoom, hasFailed, preload } = useLazyComponent(lazyReadingRoom)
  useEffect(preload, [preload])
  return (
    <>
      <h1 className="sr-only">人工判定</h1>
      {ReadingRoom && <ReadingRoom {...props} />}
      {!ReadingRoom && hasFailed && <ErrorNotice message="人工判定没有加载成功，请检查网络。" onRetry={preload} />}
      {!ReadingRoom && !hasFailed && <PageSkeleton />}
    </>
  )
}
