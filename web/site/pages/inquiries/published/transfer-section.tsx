import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { canPrepare } from '#contracts/colleagues/roles.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { Inquiry } from '#contracts/inquiries/inquiry.ts'
import type { TransferPlan } from '#contracts/inquiries/transfer.ts'
import { PAGES } from '#contracts/paths.ts'
import { formatYuan } from '#contracts/rules/inquiries/format-yuan.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { dataOf } from '../../../../shared/call-query.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../../components/page-states.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { queryOf } from '../../../query-of.ts'
import { Link } from '../../../router.tsx'
import { SelectField } from '../../evaluation-projects/controlled-fields.tsx'
import { projectsQuery } from '../../evaluation-projects/project-queries.ts'
import { useInquiryCache } from '../inquiry-queries.ts'

/** Takes opened answers as evidence, and prices as offers, into an evaluation project that the caller works on. */
export function TransferSection({ inquiry }: { inquiry: Inquiry }) {
  const { data: projects } = useQuery(projectsQuery({ isRecycled: false }))
  const [chosen, setChosen] = useState<string>()
  const own = projects?.data.filter(({ role, status }) => canPrepare(role) && status !== 'final') ?? []
  const projectId = chosen ?? inquiry.project ?? ''
  return (
    <section aria-label="取入评估项目" className="card space-y-4 p-5">
      <h2 className="text-xl">取入评估项目</h2>
      <p className="text-muted">
        回答成为候选的证据，等级为“厂商自述”，评委打分时可以看到；报价成为候选的报价。
        <span>{projects && own.length === 0 && '还没有可以取入的项目，请先新建评估项目。'}</span>
      </p>
      {own.length > 0 && (
        <SelectField
          label="评估项目"
          value={projectId}
          options={[{ value: '', label: '请选择' }, ...own.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={setChosen}
        />
      )}
      {own.some(({ id }) => id === projectId) && <LoadedPlan key={projectId} inquiry={inquiry} projectId={projectId} />}
    </section>
  )
}

function LoadedPlan({ inquiry, projectId }: { inquiry: Inquiry; projectId: string }) {
  const { data, error, refetch } = useQuery({
    ...dataOf(queryOf(inquiryCalls.planTransfer, { params: { id: inquiry.id, project: projectId } })),
    staleTime: 0,
  })
  if (error) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  if (!data) return <PageSkeleton />
  return <TransferForm key={data.version} inquiry={inquiry} plan={data} onReload={() => void refetch()} />
}

type Choice = { candidate: string; takesOffer: boolean; overwrites: boolean }
type TransferFormProps = { inquiry: Inquiry; plan: TransferPlan; onReload: () => void }

/** Returns the choices with which a plan starts: matching candidates, and one offer for each that has none yet. */
function createChoices({ entries, candidates, canTakeOffers }: TransferPlan): Record<string, Choice> {
  const priced = new Set<string>()
  return Object.fromEntries(
    entries.map(({ invitation, candidate, offer }) => {
      const isFree = candidate !== null && !priced.has(candidate)
      const hasPrice = candidates.some(({ key, price }) => key === candidate && price !== null)
      const takesOffer = canTakeOffers && offer !== null && isFree && !hasPrice
      if (takesOffer && candidate) priced.add(candidate)
      return [invitation, { candidate: candidate ?? '', takesOffer, overwrites: false }]
    }),
  )
}

function TransferForm({ inquiry, plan, onReload }: TransferFormProps) {
  const cache = useInquiryCache()
  const showToast = useToast()
  const [choices, setChoices] = useState(() => createChoices(plan))
  const entries = plan.entries.flatMap(({ invitation }) => {
    const { candidate, takesOffer, overwrites } = choices[invitation] ?? { candidate: '' }
    return candidate === ''
      ? []
      : [{ invitation, candidate, takesOffer: takesOffer ?? false, overwrites: overwrites ?? false }]
  })
  const transferMutation = useMutation({
    mutationFn: () =>
      call(inquiryCalls.transfer, {
        params: { id: inquiry.id },
        body: { project: plan.project.id, version: plan.version, entries },
      }),
    async onSuccess({ message }) {
      showToast(message, 'success')
      onReload()
      await cache.reload()
    },
    // The project may have changed, or it was taken although the reply was lost.
    onError: onReload,
  })
  const change = (invitation: string, changes: Partial<Choice>) =>
    setChoices((all) => {
      const choice = all[invitation]
      return choice ? { ...all, [invitation]: { ...choice, ...changes } } : all
    })
  return (
    <>
      {!plan.canTakeOffers && (
        <p className="text-sm text-muted">这个项目没有由报价计算得分的准则，或已进入复议，只能取入回答。</p>
      )}
      <ul className="space-y-4">
        {plan.entries.map((entry) => (
          <li key={entry.invitation}>
            <EntryFields
              inquiry={inquiry}
              plan={plan}
              entry={entry}
              choice={choices[entry.invitation] ?? { candidate: '', takesOffer: false, overwrites: false }}
              onChange={(changes) => change(entry.invitation, changes)}
            />
          </li>
        ))}
      </ul>
      <FormError>{transferMutation.isError && toErrorMessage(transferMutation.error)}</FormError>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          isBusy={transferMutation.isPending}
          isUnavailable={entries.length === 0}
          onClick={() => transferMutation.mutate()}
        >
          {transferMutation.isPending ? '取入中……' : '取入'}
        </Button>
        <Link
          to={PAGES.evaluationProject(plan.project.id)}
          className="inline-flex min-h-11 items-center text-indigo underline"
        >
          打开项目
        </Link>
      </div>
    </>
  )
}

type EntryFieldsProps = {
  inquiry: Inquiry
  plan: TransferPlan
  entry: TransferPlan['entries'][number]
  choice: Choice
  onChange: (changes: Partial<Choice>) => void
}

/** What of one vendor is taken, and for which candidate; an offer that it would replace is shown beside it. */
function EntryFields({ inquiry, plan, entry, choice, onChange }: EntryFieldsProps) {
  const { product = '', email = '' } = inquiry.invitations.find(({ id }) => id === entry.invitation) ?? {}
  const name = inquiry.contents.products.find(({ key }) => key === product)?.name ?? ''
  const present = plan.candidates.find(({ key }) => key === choice.candidate)?.price ?? null
  const isSame = present !== null && present === entry.offer?.price
  return (
    <fieldset className="min-w-0 space-y-2 rounded-lg border border-line p-4">
      <legend className="px-1 font-medium wrap-anywhere">
        {name}（{email}）
      </legend>
      <p className="text-sm text-muted tabular-nums">
        {entry.answers}条回答
        <span>{entry.isTaken && '，已取入过，再次取入时替换'}</span>
        <span>{entry.offer ? `；报价${formatYuan(entry.offer.price)}` : '；没有可以取入的报价'}</span>
      </p>
      <SelectField
        label="作为哪个候选"
        value={choice.candidate}
        options={[
          { value: '', label: '不取入' },
          ...plan.candidates.map(({ key, name: label }) => ({ value: key, label })),
        ]}
        onChange={(candidate) => onChange({ candidate, overwrites: false })}
      />
      {plan.canTakeOffers && entry.offer && choice.candidate !== '' && (
        <label className="flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-indigo"
            checked={choice.takesOffer}
            onChange={({ target }) => onChange({ takesOffer: target.checked, overwrites: target.checked })}
          />
          <span>{present === null ? '取入报价' : '用这份报价替换项目中的报价'}</span>
        </label>
      )}
      {plan.canTakeOffers && entry.offer && present !== null && !isSame && (
        <p
          role="status"
          className="rounded border border-tone bg-tone px-3 py-2 text-sm text-tone tabular-nums tone-orange"
        >
          项目中已有报价{formatYuan(present)}，与这份的{formatYuan(entry.offer.price)}不同；不勾选则保留项目中的。
        </p>
      )}
    </fieldset>
  )
}
