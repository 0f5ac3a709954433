import type { CallReply } from '#contracts/call.ts'
import type { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { EventRegistration } from '#contracts/events/registration.ts'
import type { FollowList } from '#contracts/follows/follow.ts'
import type { InquirySummary } from '#contracts/inquiries/inquiry.ts'
import type { ReceivedInquiry } from '#contracts/inquiries/received.ts'
import type { OwnReview } from '#contracts/member-reviews/review.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import type { ShortlistSummary } from '#contracts/shortlists/shortlist.ts'
import type { OwnSubmissions } from '#contracts/submissions/progress.ts'
import type { VendorProducts } from '#contracts/vendors/vendor-product.ts'
import { AccountButtons } from '../../account/account-buttons.tsx'
import { MemberPage } from '../../account/member-page.tsx'
import { getButtonClass } from '../../components/buttons.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { ownRegistrationsQuery } from '../community/event-registrations.ts'
import { EVENTS_URL } from '../community/events-url.ts'
import { projectsQuery } from '../evaluation-projects/project-queries.ts'
import { followsQuery } from '../following/follow-queries.ts'
import { ownInquiriesQuery, receivedInquiriesQuery } from '../inquiries/inquiry-queries.ts'
import { ownReviewsQuery } from '../member-reviews/review-queries.ts'
import { ownShortlistsQuery } from '../shortlists/shortlist-queries.ts'
import { OverviewCard } from './overview-card.tsx'
import {
  toEventEntry,
  toFollowEntry,
  toInquiryEntry,
  toProjectEntry,
  toReceivedInquiryEntry,
  toReviewEntry,
  toShortlistEntry,
  toSubmissionEntry,
  toVendorProductEntry,
} from './overview-entries.ts'
import { ownSubmissionsQuery } from './submission-queries.ts'
import { ownProductsQuery } from './vendor-products.ts'

const SUBTITLE = '清单、评估、评价、提交与报名，以及各自的下一步。'

export const page: SitePage<'my'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <MemberPage
      title={SITE_PAGES.my.title}
      subtitle={SUBTITLE}
      invitation={
        <p className="max-w-prose">
          登录后，选型清单、评估项目、产品评价、产品提交与活动报名都在这里，换一台设备也能接着做。
        </p>
      }
    >
      <Overview />
    </MemberPage>
  ),
}

function Overview() {
  const userId = useSession().user?._id ?? ''
  return (
    <div className="shell grid gap-5 py-8 md:grid-cols-2 xl:grid-cols-3">
      <OverviewCard<ShortlistSummary[]>
        page={SITE_PAGES.myShortlists}
        query={ownShortlistsQuery(userId)}
        listEntries={(lists) => lists.map(toShortlistEntry)}
        getEmptyText={() => '还没有清单。回答几个问题，列出满足要求的产品。'}
        createLink={{ label: '新建清单', url: PAGES.shortlistWizard }}
      />
      <OverviewCard<FollowList>
        page={SITE_PAGES.following}
        query={followsQuery(userId)}
        listEntries={({ items }) => items.map(toFollowEntry)}
        getEmptyText={() => '还没有关注。产品、类别或搜索有变化时，汇总成一封邮件告诉您。'}
        createLink={{ label: '浏览产品', url: PAGES.products }}
      />
      <OverviewCard<InquirySummary[]>
        page={SITE_PAGES.inquiries}
        query={ownInquiriesQuery(userId)}
        listEntries={(inquiries) => inquiries.map(toInquiryEntry)}
        getEmptyText={() => '还没有征询。向几家厂商提同样的问题，截止后一起开启。'}
        createLink={{ label: '新建征询', url: PAGES.inquiries }}
      />
      <OverviewCard<CallReply<typeof projectCalls.list>>
        page={SITE_PAGES.evaluationProjects}
        query={projectsQuery({ isRecycled: false })}
        listEntries={({ data }) => data.map(toProjectEntry)}
        getEmptyText={() => '还没有评估项目。请几位同事按同一套准则打分。'}
        createLink={{ label: '管理评估项目', url: PAGES.evaluationProjects }}
      />
      <OverviewCard<OwnReview[]>
        page={SITE_PAGES.myReviews}
        query={ownReviewsQuery(userId)}
        listEntries={(reviews) => reviews.map(toReviewEntry)}
        getEmptyText={() => '还没有写过评价。打开一个用过的产品，写下第一条。'}
        createLink={{ label: '找产品来评价', url: PAGES.products }}
      />
      <OverviewCard<OwnSubmissions>
        page={SITE_PAGES.mySubmissions}
        query={ownSubmissionsQuery(userId)}
        listEntries={({ submissions }) => submissions.map(toSubmissionEntry)}
        getEmptyText={({ isEmailVerified }) =>
          isEmailVerified ? '还没有用这个邮箱提交的产品。' : '邮箱还没有验证，暂时只能凭回执号查询提交。'
        }
        createLink={{ label: '提交产品', url: PAGES.submit }}
      />
      <OverviewCard<VendorProducts>
        page={SITE_PAGES.myProducts}
        query={ownProductsQuery(userId)}
        listEntries={({ products }) => products.map(toVendorProductEntry)}
        getEmptyText={({ isEmailVerified }) =>
          isEmailVerified ? '还没有您代表的产品。' : '邮箱还没有验证，暂时不能代表厂商。'
        }
        createLink={{ label: '管理我的产品', url: PAGES.myProducts }}
      />
      <OverviewCard<ReceivedInquiry[]>
        page={SITE_PAGES.receivedInquiries}
        query={receivedInquiriesQuery(userId)}
        listEntries={(received) => received.map(toReceivedInquiryEntry)}
        getEmptyText={() => '没有采购方向您或您代表的产品发来征询。'}
        createLink={{ label: '查看收到的征询', url: PAGES.receivedInquiries }}
      />
      <OverviewCard<EventRegistration[]>
        page={SITE_PAGES.myEvents}
        query={ownRegistrationsQuery(userId)}
        listEntries={(registrations) => registrations.map(toEventEntry)}
        getEmptyText={() => '还没有报名活动。'}
        createLink={{ label: '查看活动日历', url: EVENTS_URL }}
      />
      <AccountCard />
    </div>
  )
}

function AccountCard() {
  const { user } = useSession()
  return (
    <section className="card flex h-full flex-col p-5" aria-label="账号">
      <h2 className="text-lg">
        <Link to={PAGES.myAccount} className="hover:text-indigo hover:underline">
          账号
        </Link>
      </h2>
      <p className="mt-3 font-medium">{user?.name}</p>
      <p className="text-muted">{user?.email}</p>
      <p className="mb-4 text-muted">{joinWithDots([user?.company, user?.position]) || '未填写公司与职位'}</p>
      <div className="mt-auto pt-2">
        <AccountButtons>
          <Link to={PAGES.myAccount} className={getButtonClass('outline')}>
            {SITE_PAGES.myAccount.title}
          </Link>
        </AccountButtons>
      </div>
    </section>
  )
}
