/** The reasons for which a submission was returned, at the parts of the form that they are about. */
import { createContext, use, useEffect } from 'react'
import { findFactKey, type ReasonPath, toFactPath, toFormPart, WHOLE_FORM } from '#contracts/submissions/form-parts.ts'
import { RETURN_MESSAGES } from '#contracts/submissions/messages.ts'
import type { ReturnReason } from '#contracts/submissions/return-reasons.ts'

const NO_REASONS: readonly ReturnReason[] = []
export const ReasonsContext = createContext(NO_REASONS)

/** Returns what has to be corrected in a part of the form, or in an attribute; `undefined` if nothing has. */
export function useReason(part: ReasonPath): string | undefined {
  const reasons = use(ReasonsContext)
  const reason = reasons.find(({ path }) => path === part)
  return reason && `需要补正：${reason.message}`
}

/** Returns how many attributes have to be corrected. */
export const useFactReasonCount = (): number =>
  use(ReasonsContext).filter(({ path, isAsked }) => isAsked && findFactKey(path) !== undefined).length

const SUMMARY_ID = 'submission-reasons'
/** Returns the id of the control of a part or attribute; those of fields are given by the form. */
export const getPartId = (part: ReasonPath): string => (part === WHOLE_FORM ? SUMMARY_ID : `submission-${part}`)

/** Moves the focus to the control of a part or attribute; until the attributes are loaded, to what opens them. */
function focusPart(path: ReasonPath): void {
  const control = document.getElementById(getPartId(path)) ?? document.getElementById(getPartId(toFormPart(path)))
  control?.focus()
}

/** Returns the first part or attribute that the form has. */
const findFirstAsked = (reasons: readonly ReturnReason[]): ReasonPath | undefined =>
  reasons.find(({ isAsked }) => isAsked)?.path

/** Moves the focus on to an attribute, once it is loaded, if it was meant to go there and still waits before it. */
export function useFocusAwaitedFact(): void {
  const first = findFirstAsked(use(ReasonsContext))
  useEffect(() => {
    if (document.activeElement?.id !== getPartId('facts')) return
    const awaitedId = location.hash.slice(1) || (first && getPartId(first))
    if (awaitedId?.startsWith(getPartId(toFactPath('')))) document.getElementById(awaitedId)?.focus()
  }, [first])
}

/** Lists the reasons, each with a link to its part, and moves the focus to the first of these. */
export function ReasonSummary() {
  const reasons = use(ReasonsContext)
  const firstPart = findFirstAsked(reasons)
  const askedCount = reasons.filter(({ isAsked }) => isAsked).length
  useEffect(() => {
    if (firstPart !== undefined) focusPart(firstPart)
  }, [firstPart])
  if (reasons.length === 0) return null
  return (
    <section
      id={SUMMARY_ID}
      tabIndex={-1}
      aria-label="需要补正的内容"
      className="rounded-lg border border-tone bg-tone px-4 py-3 tone-orange"
    >
      <h2 className="text-base">{askedCount > 0 ? `需要补正${askedCount}处` : RETURN_MESSAGES.nothingAsked}</h2>
      <ul className="mt-1 space-y-1">
        {reasons.map(({ path, label, message, isAsked }) => (
          <li key={path}>
            {path === WHOLE_FORM || !isAsked ? (
              <strong className="font-semibold">{label}</strong>
            ) : (
              <a
                href={`#${getPartId(path)}`}
                className="inline-flex min-h-11 items-center text-indigo underline"
                onClick={() => focusPart(path)}
              >
                {label}
              </a>
            )}
            <span>：</span>
            <span className="whitespace-pre-line wrap-anywhere">{message}</span>
            {!isAsked && <span className="text-muted">（{RETURN_MESSAGES.notAsked}）</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
