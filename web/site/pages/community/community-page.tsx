import { useQuery } from '@tanstack/react-query'
import { QrCode } from 'lucide-react'
import type { CommunityContent } from '#contracts/documents/community.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { Button } from '../../components/buttons.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle } from '../../components/section.tsx'
import { Tabs } from '../../components/tabs.tsx'
import type { SitePage } from '../../page.ts'
import { useQueries } from '../../site-context.tsx'
import { usePageQuery } from '../../use-page-query.ts'
import { createEventsJsonLd } from './event-json-ld.ts'
import { Events } from './events.tsx'
import { JoinDialog } from './join-dialog.tsx'
import { JoinProcess } from './join-process.tsx'
import { Members } from './members.tsx'
import { Overview } from './overview.tsx'

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
