import { useQuery } from '@tanstack/react-query'
import { ASSIGNEES, type AssignmentKind } from '#contracts/assignments/kinds.ts'
import { SelectFilter } from '../filter-bar.tsx'
import type { Filters } from '../use-filters.ts'
import { assigneesQuery } from './assignment-calls.ts'

type AssigneeFilterProps = { kind: AssignmentKind; filters: Filters; name?: string }

/** Filters a list by who has been assigned the work: oneself, nobody or somebody. */
export function AssigneeFilter({ kind, filters, name = 'assignee' }: AssigneeFilterProps) {
  const { data: assignees = [] } = useQuery(assigneesQuery(kind))
  const options = [
    { value: ASSIGNEES.me, label: '我负责的' },
    { value: ASSIGNEES.none, label: '未分配' },
    ...assignees.map((user) => ({ value: user.id, label: user.name })),
  ]
  return <SelectFilter label="负责人" options={options} {...filters.getFieldProps(name)} />
}
