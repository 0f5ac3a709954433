import { VERDICT_LABELS } from '#contracts/evaluation-grading/verdicts.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { Button } from '../../../components/buttons.tsx'
import type { ReadingDraft, ReadingState, ReadingStore } from './reading-store.ts'

type ReadingConflictProps = { id: string; store: ReadingStore; state: ReadingState }

/** What was said of an item here and in another window, to choose from. */
export function ReadingConflict({ id, store, state }: ReadingConflictProps) {
  const pending = state.pending.get(id)
  if (pending?.status !== 'conflict') return null
  const theirs = state.saved.get(id) ?? { verdict: null, reason: '' }
  return (
    <section
      role="alert"
      aria-label="两处判定不同"
      className="mx-auto mt-5 max-w-3xl rounded-xl border border-danger p-4"
    >
      <p className="font-medium">这一条已在另一个窗口判定</p>
      <dl className="mt-2 grid gap-1 text-sm">
        <div className="break-words">
          <dt className="inline text-muted">这里：</dt>
          <dd className="inline">{describe(pending.draft)}</dd>
        </div>
        <div className="break-words">
          <dt className="inline text-muted">另一处：</dt>
          <dd className="inline">{describe(theirs)}</dd>
        </div>
      </dl>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={() => store.resolve(id, 'mine')}>保留这里的</Button>
        <Button variant="outline" onClick={() => store.resolve(id, 'theirs')}>
          保留另一处的
        </Button>
      </div>
    </section>
  )
}

const describe = ({ verdict, reason }: ReadingDraft): string =>
  joinWithDots([verdict === null ? '还没有判定' : VERDICT_LABELS[verdict], reason === '' ? undefined : reason])
