import type { CommunityContent } from '#contracts/documents/community.ts'
import { Icon } from '../../../shared/icon.tsx'
import { getToneClass } from '../../../shared/tone.ts'
import { IconListItem } from '../../components/icon-list-item.tsx'
import { EmptyNotice } from '../../components/page-states.tsx'
import { StatisticsRow } from '../../components/statistics-row.tsx'
import { TabSection } from './tab-section.tsx'

type OverviewContent = CommunityContent['overview']

export function Overview({ overview }: { overview: OverviewContent }) {
  const { description, memberDescription, statistics, values, activityTypes } = overview
  if (!description && !memberDescription && statistics.length + values.length + activityTypes.length === 0)
    return <EmptyNotice />
  return (
    <>
      <div className="grid gap-8 lg:grid-cols-[1.6fr_1fr] lg:gap-12">
        {description && <p className="max-w-prose text-lg">{description}</p>}
        {memberDescription && (
          <div className="border-l-2 border-control pl-5">
            <h2 className="text-base">成员构成</h2>
            <p className="mt-2 text-sm text-muted">{memberDescription}</p>
          </div>
        )}
      </div>
      {statistics.length > 0 && (
        <div className="mt-10">
          <StatisticsRow statistics={statistics} />
        </div>
      )}
      <Values values={values} />
      <ActivityTypes activityTypes={activityTypes} />
    </>
  )
}

function Values({ values }: { values: OverviewContent['values'] }) {
  if (values.length === 0) return null
  return (
    <TabSection title="社区约定">
      <ul className="grid gap-x-12 md:grid-cols-2">
        {values.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of a document's lists have no ids, and only their order identifies them.
          <IconListItem key={index} {...value} heading="h3" />
        ))}
      </ul>
    </TabSection>
  )
}

function ActivityTypes({ activityTypes }: { activityTypes: OverviewContent['activityTypes'] }) {
  if (activityTypes.length === 0) return null
  return (
    <TabSection title="活动形式">
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {activityTypes.map(({ title, description, schedule, icon, color }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <li key={index} className={`card flex flex-col p-6 ${getToneClass(color)}`}>
            <h3 className="flex items-center gap-3 text-lg">
              <span className="text-tone">
                <Icon name={icon} className="size-6" />
              </span>
              {title}
            </h3>
            <p className="mt-3 flex-1 text-sm text-muted">{description}</p>
            {schedule && (
              <p className="mt-4 flex items-baseline gap-2 border-t border-line pt-3 text-sm">
                <span className="shrink-0 text-muted">时间</span>
                <span className="font-medium">{schedule}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </TabSection>
  )
}
