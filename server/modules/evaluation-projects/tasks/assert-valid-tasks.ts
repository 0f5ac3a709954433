import type { FieldError } from '#contracts/errors.ts'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { invalidFields } from '#server/platform/app-error.ts'

/** Throws `invalid` with the path of every duplicate key and unknown criterion. */
export function assertValidTasks(tasks: readonly Task[], { groups }: ProjectSetup): void {
  const criteria = new Set(groups.flatMap((group) => group.criteria.map(({ key }) => key)))
  const seen = new Set<string>()
  const errors: FieldError[] = []
  for (const [index, { key, criterion }] of tasks.entries()) {
    if (seen.has(key)) errors.push({ path: `tasks.${index}.key`, message: MESSAGES.duplicateTask })
    if (criterion !== null && !criteria.has(criterion))
      errors.push({ path: `tasks.${index}.criterion`, message: MESSAGES.unknownCriterion })
    seen.add(key)
  }
  if (errors.length > 0) throw invalidFields(errors)
}
