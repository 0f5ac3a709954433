import { useQuery } from '@tanstack/react-query'
import { methodCalls } from '#contracts/evaluation/calls.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectCriterion, ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import { findTemplate } from '#contracts/evaluation-projects/templates/templates.ts'
import { SCORE } from '#contracts/limits.ts'
import { isRunCriterion } from '#contracts/rules/evaluation/counted-criteria.ts'
import { applyProfileWeights } from '#contracts/rules/evaluation/profile-weights.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { queryOf } from '../../../query-of.ts'
import { NumberInput } from '../number-input.tsx'
import type { LoadedProject } from '../project-queries.ts'
import { useProjectCache } from '../project-queries.ts'
import { CountedCriteria } from './counted-criteria.tsx'
import { PriceCriteria } from './price-criteria.tsx'
import { SetupCard } from './setup-card.tsx'
import { withCriterion } from './setup-changes.ts'
import { TemplateNotice } from './template-notice.tsx'
import type { SetupEditor } from './use-setup-form.ts'
import { WeightLevel } from './weight-level.tsx'

/** Selects the use case whose weights are applied, which replaces weights that were changed manually. */
function ProfileSelect({ version, editor }: { version: number; editor: SetupEditor }) {
  const { setup } = editor.value
  const { data } = useQuery(queryOf(methodCalls.get, { params: { version } }))
  const method = data?.data.method
  if (!method || method.profiles.length === 0) return null

  function changeProfile(selectedKey: string) {
    const profile = method?.profiles.find(({ key }) => key === selectedKey)
    const methodGroups = withMethodWeights(setup.groups, method?.groups ?? [])
    editor.changeSetup({
      profile: profile?.key ?? null,
      weightings: [],
      groups: applyProfileWeights(methodGroups, profile),
    })
  }

  return (
    <FormField label="场景权重" hint="选择后，下面的权重按该场景重来。">
      {(control) => (
        <select
          {...control}
          className={`${CONTROL_CLASS} max-w-md pr-9`}
          value={setup.profile ?? ''}
          onChange={({ target }) => changeProfile(target.value)}
        >
          <option value="">评估方法的权重</option>
          {method.profiles.map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}

type Weighted = { key: string; weight: number }
type MethodGroup = Weighted & { criteria: readonly Weighted[] }

/** Returns the groups of a setup with the weights that the method gives them; others keep their own. */
const withMethodWeights = (groups: ProjectSetup['groups'], methodGroups: readonly MethodGroup[]) =>
  groups.map((group) => {
    const methodGroup = methodGroups.find(({ key }) => key === group.key)
    return {
      ...group,
      weight: methodGroup?.weight ?? group.weight,
      criteria: group.criteria.map((criterion) => ({
        ...criterion,
        weight: methodGroup?.criteria.find(({ key }) => key === criterion.key)?.weight ?? criterion.weight,
      })),
    }
  })

/** Offers to adopt the latest version of the method. */
function NewerMethodNotice({ project: { data, version }, editor }: { project: LoadedProject; editor: SetupEditor }) {
  const { id, newerMethod } = data
  const cache = useProjectCache()
  const adoptMethodMutation = useMutation({
    mutationFn: () => call(projectCalls.adoptMethod, { params: { id }, version }),
    onSuccess: cache.replace,
    onError: cache.reload,
  })
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunken px-4 py-3">
      <p className="text-sm">
        {adoptMethodMutation.isError
          ? toErrorMessage(adoptMethodMutation.error)
          : `评估方法已有M${newerMethod}。改用后准则与权重按新版本重来，候选保留。`}
      </p>
      <Button
        variant="outline"
        isBusy={adoptMethodMutation.isPending}
        isUnavailable={editor.isDirty}
        onClick={() => adoptMethodMutation.mutate()}
      >
        改用M{newerMethod}
      </Button>
    </div>
  )
}

/** The default minimum of a required criterion. */
const DEFAULT_MINIMUM_SCORE = 60

/** The criteria with their weights, and which of them are required. */
export function CriteriaCard({ project: loadedProject, editor }: { project: LoadedProject; editor: SetupEditor }) {
  const { data: project } = loadedProject
  const { setup } = editor.value
  const template = findTemplate(setup.template)
  return (
    <SetupCard
      title="准则与权重"
      lead={`${template ? '' : `按评估方法M${project.methodVersion}。`}权重可以填数、排序，或两两比较得出。`}
    >
      {template && <TemplateNotice template={template} setup={setup} />}
      {project.newerMethod !== null && project.status === 'setup' && (
        <NewerMethodNotice project={loadedProject} editor={editor} />
      )}
      {!template && <ProfileSelect version={project.methodVersion} editor={editor} />}
      <div className="mt-5 grid gap-5">
        <div className="lg:max-w-[calc(50%-1.25rem)]">
          <WeightLevel title="分组权重" scope={null} setup={setup} onChange={editor.changeSetup} />
        </div>
        {setup.groups.map((group) => (
          <details key={group.key} className="rounded-lg border border-line px-4" open={setup.groups.length <= 3}>
            <summary className="min-h-12 py-2.5 font-semibold">{group.title}</summary>
            <div className="grid gap-x-10 gap-y-5 pb-4 lg:grid-cols-2">
              <WeightLevel
                title={`${group.title}：准则权重`}
                scope={group.key}
                setup={setup}
                onChange={editor.changeSetup}
              />
              <fieldset>
                <legend className="text-sm font-medium">一票否决</legend>
                <p className="text-sm text-muted">所选准则的得分低于最低分时，结论为暂不推荐。</p>
                <ul className="mt-2 divide-y divide-line">
                  {group.criteria.map((criterion) => (
                    <li key={criterion.key}>
                      <RequiredCriterion
                        criterion={criterion}
                        onChange={(changes) => editor.changeSetup(withCriterion(setup, criterion.key, changes))}
                      />
                    </li>
                  ))}
                </ul>
              </fieldset>
              <CountedCriteria
                criteria={group.criteria}
                onChange={(criterion, changes) => editor.changeSetup(withCriterion(setup, criterion, changes))}
              />
              <PriceCriteria
                criteria={group.criteria}
                onChange={(criterion, changes) => editor.changeSetup(withCriterion(setup, criterion, changes))}
              />
            </div>
          </details>
        ))}
      </div>
    </SetupCard>
  )
}

type RequiredCriterionProps = {
  criterion: ProjectCriterion
  onChange: (changes: Partial<ProjectCriterion>) => void
}

const RequiredCriterion = ({ criterion, onChange }: RequiredCriterionProps) => (
  <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4">
    <label className="inline-flex min-h-11 items-center gap-2">
      <input
        type="checkbox"
        className="size-4"
        checked={criterion.isRequired}
        onChange={({ target }) =>
          onChange({
            isRequired: target.checked,
            // The mark of trials remains without a veto.
            minimum: target.checked || isRunCriterion(criterion) ? (criterion.minimum ?? DEFAULT_MINIMUM_SCORE) : null,
          })
        }
      />
      {criterion.title}
    </label>
    {criterion.isRequired && (
      <span className="inline-flex items-center gap-2 text-sm">
        最低分
        <NumberInput
          aria-label={`${criterion.title}的最低分`}
          className="w-24"
          max={SCORE.max}
          value={criterion.minimum ?? DEFAULT_MINIMUM_SCORE}
          onChange={(minimum) => onChange({ minimum })}
        />
      </span>
    )}
  </div>
)
