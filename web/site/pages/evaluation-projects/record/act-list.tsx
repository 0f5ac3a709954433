import { ACTOR_ROLES, describeAct, PROJECT_ACTS } from '#contracts/evaluation-projects/acts.ts'
import type { ActEntry } from '#contracts/evaluation-projects/record.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { withKeys } from '../../../../shared/with-keys.ts'

/** Acts of a project's record: when, who in which role, and what. */
export const ActList = ({ label, acts }: { label: string; acts: readonly Omit<ActEntry, 'id'>[] }) => (
  <ol aria-label={label} className="divide-y divide-line border-y border-line text-sm print:text-xs">
    {withKeys(acts, ({ at, act }) => at + act).map(({ key, item }) => (
      <li
        key={key}
        className="grid gap-x-4 py-2 sm:grid-cols-[9.5rem_10rem_1fr] print:grid-cols-[7rem_8rem_1fr] print:py-1"
      >
        <time className="text-muted tabular-nums" dateTime={item.at}>
          {formatMinute(item.at)}
        </time>
        <span className="min-w-0 break-words">
          {item.actor && <bdi className="mr-2">{item.actor}</bdi>}
          <span className="text-muted">{ACTOR_ROLES[item.role]}</span>
        </span>
        <span className="min-w-0 break-words">
          <span className="mr-2 font-medium">{PROJECT_ACTS[item.act].label}</span>
          <span className="text-muted [overflow-wrap:anywhere]">{describeAct(item)}</span>
        </span>
      </li>
    ))}
  </ol>
)
