import { useQuery } from '@tanstack/react-query'
import { methodCalls } from '#contracts/evaluation/calls.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import { applyProfileWeights } from '#contracts/rules/evaluation/profile-weights.ts'
import { call } from '../../../../shared/call.ts'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import type { SetupEditor } from './use-setup-form.ts'

/** Selects the use case whose weights are applied, which replaces weights that were changed manually. */
export function ProfileSelect({ version, editor }: { version: number; editor: SetupEditor }) {
  const { setup } = editor.value
  const { data } = useQuery({
    queryKey: ['evaluation-method', version],
    queryFn: ({ signal }) => call(methodCalls.get, { params: { version }, signal }),
  })
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
