import { PROJECT_STATUS_LABELS, type ProjectStatus } from '#contracts/evaluation-projects/statuses.ts'

const TONES: Record<ProjectStatus, string> = {
  setup: 'tone-gray',
  scoring: 'tone-blue',
  review: 'tone-yellow',
  final: 'tone-green',
}

/** The label of a project's status. */
export const ProjectStatusTag = ({ status }: { status: ProjectStatus }) => (
  <span className={`shrink-0 rounded border border-tone bg-tone px-2 text-sm leading-7 text-tone ${TONES[status]}`}>
    {PROJECT_STATUS_LABELS[status]}
  </span>
)
