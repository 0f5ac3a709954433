import { useQuery } from '@tanstack/react-query'
import { QrCode } from 'lucide-react'
import type { CommunityContent } from '#contracts/documents/community.ts'
import type { Button as ButtonContent } from '#contracts/fields.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { getToneClass } from '../../../shared/tone.ts'
import { Button } from '../../components/buttons.tsx'
import { CallToActionCard } from '../../components/call-to-action.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle } from '../../components/section.tsx'
import { Tabs } from '../../components/tabs.tsx'
import type { SitePage } from '../../page.ts'
import { useQueries } from '../../site-context.tsx'
import { usePageQuery } from '../../use-page-query.ts'
import { createEventsJsonLd } from './event-json-ld.ts'
import { Events } from './events.tsx'
import { JoinDialog } from './join-dialog.tsx'
import { Members } from './members.tsx'
import { Overview } from './overview.tsx'
import { TabSection } from './tab-section.tsx'

/** The links that open the join dialog instead of being followed: links to this tab or to `#`. */
const JOIN_LINKS: readonly string[] = ['#', `${PAGES.community}?tab=join`]

type JoinProcessProps = { joinProcess: CommunityContent['joinProcess']; onJoin: () => void }

/** The steps to join the community, with buttons that open the join dialog. */
function JoinProcess({ joinProcess, onJoin }: JoinProcessProps) {
  const { title, description, steps, callToAction } = joinProcess
  const getClickHandler = ({ link }: ButtonContent) => (JOIN_LINKS.includes(link) ? onJoin : undefined)
  const isEmpty = steps.length === 0 && callToAction.title === '' && callToAction.buttons.length === 0
  if (isEmpty) return <EmptyNotice />
  return (
    <>
      <TabSection title={title || '加入流程'} lead={description}>
        <ol className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: step numbers may repeat; only the order identifies steps.
            <li key={index} className={`border-t-2 border-tone pt-4 pb-6 ${getToneClass(step.color)}`}>
              <span className="text-3xl leading-none font-semibold text-tone tabular-nums">
                {String(step.stepNumber).padStart(2, '0')}
              </span>
              <h3 className="mt-3 text-lg">{step.title}</h3>
              <p className="mt-2 text-sm text-muted">{step.description}</p>
            </li>
          ))}
        </ol>
      </TabSection>
      <div className="mt-8">
        <CallToActionCard callToAction={callToAction} getClickHandler={getClickHandler} />
      </div>
    </>
  )
}

const { title: TITLE, parameters } = SITE_PAGES.community

export const page: SitePage<'community'> = {
  queries: (queries) => [queries.community(), queries.eventPlaces()],
  head({ client, queries, publicUrl, brand }) {
    const community = client.getQueryData(queries.community().queryKey)
    return {
      title: community?.pageInfo.title,
      description: community?.pageInfo.subtitle || community?.overview.description || TITLE,
      jsonLd: createEventsJsonLd(community?.upcomingEvents ?? [], { publicUrl, brand }),
    }
  },
  Component: CommunityPage,
}

function CommunityPage() {
  const { data, isPending, isLoadingError, refetch } = useQuery(useQueries().community())
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={SITE_MESSAGES.communityPageFailed} onRetry={() => refetch()} />
  return <Community community={data} />
}

function Community({ community }: { community: CommunityContent }) {
  const { pageInfo, overview, upcomingEvents, communityMembers, joinProcess } = community
  const join = useJoinDialog()
  const { query, change } = usePageQuery(parameters)
  return (
    <>
      <PageTitle title={pageInfo.title || TITLE} subtitle={pageInfo.subtitle}>
        <Button className="mt-6" aria-haspopup="dialog" onClick={join.open}>
          <QrCode className="size-5" aria-hidden />
          加入社区
        </Button>
      </PageTitle>
      <div className="shell py-6 md:py-8">
        <Tabs
          label="社区内容"
          current={query.tab}
          onChoose={(tab) => change({ tab })}
          tabs={[
            { id: 'overview', label: '概览', content: <Overview overview={overview} /> },
            {
              id: 'events',
              label: '活动日历',
              content: <Events events={upcomingEvents} activityTypes={overview.activityTypes} />,
            },
            { id: 'members', label: '成员', content: <Members members={communityMembers} /> },
            {
              id: 'join',
              label: '加入流程',
              content: <JoinProcess joinProcess={joinProcess} onJoin={join.open} />,
            },
          ]}
        />
      </div>
      <JoinDialog isOpen={join.isOpen} onClose={join.close} />
    </>
  )
}

/** Stores the state of the join dialog in the URL (`?join=open`), so that a link can open it, and Back closes it. */
function useJoinDialog(): { isOpen: boolean; open: () => void; close: () => void } {
  const { query, change } = usePageQuery(SITE_PAGES.community.parameters)
  const isOpen = query.join === 'open'
  return {
    isOpen,
    open: () => change({ join: 'open' }),
    close() {
      if (isOpen) change({ join: '' }, { replace: true })
    },
  }
}
