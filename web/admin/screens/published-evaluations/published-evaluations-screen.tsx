import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Stamp } from 'lucide-react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { publicationCalls } from '#contracts/published-evaluations/calls.ts'
import { queryOf } from '../../calls/query-of.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { usePageQuery } from '../../components/use-page-query.ts'
import { SavedViews } from '../../lists/saved-views/saved-views.tsx'
import { useCan } from '../../session/session.ts'
import { PublicationList } from './publication-list.tsx'
import { PublishDrawer } from './publish-drawer.tsx'
import { StatementList } from './statement-list.tsx'

/** The URL parameter's value while the dialog is open and no report is selected. */
const NO_REPORT = 'choose'

/** The screen of published evaluations and vendors' statements that await moderation. */
export function PublishedEvaluationsScreen() {
  const { query, change } = usePageQuery(ADMIN_SCREENS.publishedEvaluations.parameters)
  const canPublish = useCan('evaluations:publish')
  const pendingStatementsQuery = useQuery(queryOf(publicationCalls.listStatements, { query: '' }))
  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.publishedEvaluations.title}
        description="发布到产品页的评估结果：有效期内列入排序、筛选与市场图，到期自动失效，可以随时撤回。"
        actions={
          canPublish && (
            <Button
              type="primary"
              icon={<Stamp className="size-4" aria-hidden />}
              onClick={() => change({ publish: NO_REPORT })}
            >
              发布评估
            </Button>
          )
        }
      />
      <SavedViews list="publishedEvaluations" />
      <ChoiceTabs
        label="切换视图"
        options={[
          { value: 'published', label: '发布的评估' },
          { value: 'statements', label: '待审核的厂商声明', count: pendingStatementsQuery.data?.pagination.totalItems },
        ]}
        value={query.view}
        onChange={(view) => change({ view }, { removeOthers: true })}
      />
      {query.view === 'statements' ? <StatementList /> : <PublicationList />}
      {canPublish && (
        <PublishDrawer
          isOpen={query.publish !== ''}
          reportId={query.publish === NO_REPORT ? '' : query.publish}
          onSelect={(publish) => change({ publish }, { replace: true })}
          onClose={() => change({ publish: '' }, { replace: true })}
        />
      )}
    </ScreenContent>
  )
}
