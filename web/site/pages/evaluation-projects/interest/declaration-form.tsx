import { type SubmitEvent, useState } from 'react'
import type { ConflictCreate, Interest } from '#contracts/evaluation-projects/interest.ts'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectCandidate } from '#contracts/evaluation-projects/project.ts'
import { TEXT } from '#contracts/limits.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { FormError } from '../../../components/text-field.tsx'

type DeclarationFormProps = {
  statement: Interest['statement']
  /** The candidates for which no conflict stands yet. */
  candidates: readonly ProjectCandidate[]
  onDeclare: (conflicts: ConflictCreate[]) => Promise<void>
}

/** Confirms the statement, with the candidates for which there is a conflict of interest and the reason of each. */
export function DeclarationForm({ statement, candidates, onDeclare }: DeclarationFormProps) {
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())
  const [hasMissingReason, setHasMissingReason] = useState(false)
  const declareMutation = useMutation({ mutationFn: onDeclare })

  function toggle(candidate: string, isChosen: boolean) {
    const next = new Map(reasons)
    if (isChosen) next.set(candidate, '')
    else next.delete(candidate)
    setReasons(next)
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const conflicts = [...reasons].map(([candidate, reason]) => ({ candidate, reason: reason.trim() }))
    const missing = conflicts.find(({ reason }) => reason === '')
    setHasMissingReason(missing !== undefined)
    if (missing) document.getElementById(getReasonId(missing.candidate))?.focus()
    else declareMutation.mutate(conflicts)
  }

  return (
    <form method="post" noValidate onSubmit={handleSubmit} className="grid gap-4">
      <p className="max-h-96 max-w-prose overflow-y-auto rounded-lg bg-sunken px-4 py-3 text-sm whitespace-pre-line">
        {statement}
      </p>
      {candidates.length > 0 && (
        <fieldset>
          <legend className="text-sm font-medium">与哪些候选有利益冲突（没有则不选）</legend>
          <ul className="mt-1 grid gap-2">
            {candidates.map(({ key, name }) => (
              <li key={key}>
                <label className="inline-flex min-h-11 items-center gap-3">
                  <input
                    type="checkbox"
                    className="size-5 shrink-0"
                    checked={reasons.has(key)}
                    onChange={({ target }) => toggle(key, target.checked)}
                  />
                  <bdi className="min-w-0 break-words">{name}</bdi>
                </label>
                {reasons.has(key) && (
                  <FormField
                    id={getReasonId(key)}
                    label={`与${name}的利益关系`}
                    isRequired
                    error={
                      hasMissingReason && reasons.get(key)?.trim() === '' ? PROJECT_MESSAGES.conflictReason : undefined
                    }
                  >
                    {(control) => (
                      <input
                        {...control}
                        value={reasons.get(key) ?? ''}
                        maxLength={TEXT.line}
                        autoComplete="off"
                        className={CONTROL_CLASS}
                        onChange={({ target }) => setReasons(new Map(reasons).set(key, target.value))}
                      />
                    )}
                  </FormField>
                )}
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <FormError>{declareMutation.isError && toErrorMessage(declareMutation.error)}</FormError>
      <Button type="submit" isBusy={declareMutation.isPending} className="w-full">
        {reasons.size === 0 ? '确认声明，没有利益冲突' : `确认声明，对${reasons.size}个候选回避`}
      </Button>
    </form>
  )
}

const getReasonId = (candidate: string): string => `conflict-${candidate}`
