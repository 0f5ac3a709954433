import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { failureMessage, fieldErrors } from '../../../shared/read-failure.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { Button } from '../../parts/buttons.tsx'
import { CandidatesCard } from './candidates-card.tsx'
import { CriteriaCard } from './criteria-card.tsx'
import { NamesCard } from './names-card.tsx'
import type { LoadedProject } from './project-queries.ts'
import { ThresholdsCard } from './thresholds-card.tsx'
import type { SetupDraft } from './use-setup-draft.ts'

type SetupTabProps = { project: LoadedProject; draft: SetupDraft }

/** What is settled before anyone scores; locked from then on. */
export function SetupTab({ project: { data }, draft }: SetupTabProps) {
  const isLocked = data.status !== 'setup'
  return (
    <form
      aria-label="设定"
      method="post"
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        draft.save()
      }}
    >
      {isLocked && data.lockedAt && (
        <div className="rounded-lg border border-line bg-sunken px-4 py-3 text-sm" role="status">
          <p>
            候选、准则与权重已于<time dateTime={data.lockedAt}>{formatMinute(data.lockedAt)}</time>
            锁定，退回设定后才能修改。
          </p>
          <p className="mt-1 text-muted">
            SHA-256：<code className="break-all">{data.lockHash}</code>
          </p>
        </div>
      )}
      <NamesCard draft={draft} />
      <fieldset disabled={isLocked} className="grid min-w-0 gap-6">
        <legend className="sr-only">锁定前的设定</legend>
        <CandidatesCard draft={draft} isLocked={isLocked} />
        <CriteriaCard project={data} draft={draft} />
        <ThresholdsCard draft={draft} />
      </fieldset>
      <SaveBar draft={draft} />
    </form>
  )
}

/** Stays in sight while there is something to save, with what refuses it. */
function SaveBar({ draft }: { draft: SetupDraft }) {
  if (!draft.isChanged) return null
  return (
    <section
      aria-label="保存设定"
      className="card sticky bottom-3 z-10 flex flex-wrap items-center justify-between gap-3 px-5 py-3 shadow-lg"
    >
      <div className="min-w-0 flex-1 text-sm">
        {draft.isStale ? (
          <p role="alert">项目已在别处更新，您填写的内容仍在。可以用它覆盖，也可以放弃它、载入最新内容。</p>
        ) : draft.error ? (
          <Faults error={draft.error} />
        ) : (
          <p className="text-muted">有未保存的修改</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="outline" onClick={draft.discard}>
          {draft.isStale ? '载入最新' : '放弃修改'}
        </Button>
        {draft.isStale ? (
          <Button isBusy={draft.isSaving} onClick={draft.overwrite}>
            用我的覆盖
          </Button>
        ) : (
          <Button type="submit" isBusy={draft.isSaving}>
            {draft.isSaving ? '保存中……' : '保存设定'}
          </Button>
        )}
      </div>
    </section>
  )
}

function Faults({ error }: { error: unknown }) {
  const messages = [...new Set(fieldErrors(error).map(({ message }) => message))]
  return (
    <ul role="alert" className="text-danger">
      {withKeys(messages.length > 0 ? messages : [failureMessage(error, SITE_MESSAGES.callFailed)], String).map(
        ({ key, item }) => (
          <li key={key}>{item}</li>
        ),
      )}
    </ul>
  )
}
